"""Every address of the site, as the URL configuration has it, and the rules that say who may do what there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

CALLERS = ("anonymous", "student", "another", "staff", "reviewer")
"""whatever belongs to somebody belongs to the student"""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
RULES = Path(__file__).with_name("rules.tsv")


@dataclass(frozen=True)
class Route:
    name: str
    pattern: str
    callback: Any

    @property
    def methods(self) -> set[str] | None:
        """Those that a view of an interface answers; a page does not say."""
        view = getattr(self.callback, "view_class", None) or getattr(self.callback, "cls", None)
        if rules := getattr(view, "rules", None):
            return set(rules)
        method = getattr(self.callback, "method", None)
        return {method} if method else None


@dataclass(frozen=True)
class Rule:
    route: str
    """a pattern of names; * stands for any letters"""
    method: str
    expected: tuple[int, ...]
    """statuses, in the order of CALLERS"""


def routes() -> list[Route]:
    return list(_under(get_resolver()))


def rules() -> list[Rule]:
    lines = (line.split() for line in RULES.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return [Rule(name, method, tuple(map(int, expected))) for name, method, *expected in lines]


def rules_of(route: Route, known: list[Rule]) -> dict[str, Rule]:
    """Method -> the first rule for it."""
    found: dict[str, Rule] = {}
    for rule in known:
        if fnmatchcase(route.name, rule.route):
            found.setdefault(rule.method, rule)
    return found


def _under(resolver: URLResolver, prefix: str = "", namespace: str = "") -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        written = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            name = f"{namespace}:{pattern.name or ''}" if namespace else pattern.name or ""
            # Django's own without a name lead on to one that has one, or to nothing.
            if pattern.name:
                yield Route(name, written, pattern.callback)
        else:
            yield from _under(pattern, written, pattern.namespace or namespace)

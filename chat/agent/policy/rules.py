"""The few rules (rules.toml): combinations of words that are almost never harmless."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from knowledge.text.terms import fold

FILE = Path(__file__).with_name("rules.toml")
Table = Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    name: str
    reason: str
    needs: tuple[re.Pattern[str], ...]
    unless: re.Pattern[str] | None

    def applies(self, folded: str) -> bool:
        if self.unless and self.unless.search(folded):
            return False
        return all(pattern.search(folded) for pattern in self.needs)


def first_that_applies(text: str) -> Rule | None:
    folded = fold(text)
    return next((rule for rule in _rules() if rule.applies(folded)), None)


@cache
def _rules() -> tuple[Rule, ...]:
    return compiled(tomllib.loads(FILE.read_text())["rule"])


def compiled(tables: Sequence[Table]) -> tuple[Rule, ...]:
    return tuple(
        Rule(
            found["name"],
            found["reason"],
            tuple(map(any_of, found["needs"])),
            any_of(found["unless"]) if "unless" in found else None,
        )
        for found in tables
    )


def outside_of_scope(folded: str, outside_terms: Sequence[str]) -> str:
    """The first place or topic named that the assistant does not cover."""
    if not outside_terms or not _terms(tuple(outside_terms)).search(folded):
        return ""
    return next(term for term in outside_terms if _terms((term,)).search(folded))


@lru_cache(maxsize=1024)
def _terms(terms: tuple[str, ...]) -> re.Pattern[str]:
    return any_of([re.escape(fold(term)) for term in terms])


def any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")

"""Which addresses belong to a website."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from knowledge.crawling import addresses
from knowledge.models import WebSource


@dataclass(frozen=True)
class Scope:
    seeds: tuple[str, ...]
    hosts: tuple[str, ...]
    """names, with a port if it is no standard one; *.name for all below it"""
    paths: tuple[re.Pattern[str], ...]
    """none: all"""
    excluded: tuple[re.Pattern[str], ...]
    max_depth: int

    def holds(self, url: str) -> bool:
        """Whether an address in its normal form is one whose content may be taken in."""
        text = addresses.path_and_query(url)
        if not self._has_host(url) or any(_match(self.excluded, text)):
            return False
        return not self.paths or any(_match(self.paths, text))

    def may_visit(self, url: str, depth: int) -> bool:
        """What the walk begins with is read for its links, whatever its path."""
        return self._has_host(url) if depth == 0 else self.holds(url)

    def _has_host(self, url: str) -> bool:
        return any(_matches(urlsplit(url).netloc, host) for host in self.hosts)


def scope_of(source: WebSource) -> Scope:
    seeds = tuple(filter(None, map(addresses.normal, lines(source.seeds))))
    hosts = [host.lower() for host in lines(source.allowed_hosts)] or [urlsplit(seed).netloc for seed in seeds]
    return Scope(
        seeds, tuple(dict.fromkeys(hosts)), _patterns(source.allowed_paths), _patterns(source.excluded_paths),
        source.max_depth,
    )  # fmt: skip


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _match(patterns: tuple[re.Pattern[str], ...], text: str) -> list[bool]:
    return [pattern.match(text) is not None for pattern in patterns]


def _patterns(text: str) -> tuple[re.Pattern[str], ...]:
    """From beginnings of paths in which * stands for anything."""
    return tuple(re.compile(".*?".join(map(re.escape, line.split("*"))), re.DOTALL) for line in lines(text))


def _matches(netloc: str, host: str) -> bool:
    return netloc.endswith(host[1:]) if host.startswith("*.") else netloc == host

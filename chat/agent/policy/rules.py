"""The few rules (rules.toml): combinations of words that are almost never harmless."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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


def any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")

"""The few rules (rules.toml): words that, together, are almost never harmless."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from knowledge.text.terms import fold

FILE = Path(__file__).with_name("rules.toml")


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
    return tuple(
        Rule(
            found["name"],
            found["reason"],
            tuple(map(_any_of, found["needs"])),
            _any_of(found["unless"]) if "unless" in found else None,
        )
        for found in tomllib.loads(FILE.read_text())["rule"]
    )


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")

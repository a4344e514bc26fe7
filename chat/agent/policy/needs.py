"""Whether somebody may need a person rather than a document (needs.toml)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chat.agent.policy.rules import Rule, any_of, compiled
from knowledge.text.terms import fold

FILE = Path(__file__).with_name("needs.toml")


@dataclass(frozen=True)
class Need:
    kind: str
    """emergency, distress, harassment"""
    reason: str
    about: re.Pattern[str]
    turn: re.Pattern[str]
    """on folded text: what a passage must both say to be shown to them"""
    queries: Mapping[str, str]
    """language -> what the documents are searched for, beside the words of the question"""

    def is_topic_of(self, text: str) -> bool:
        return bool(self.about.search(fold(text)))

    def is_said_in(self, text: str) -> bool:
        folded = fold(text)
        return bool(self.about.search(folded) and self.turn.search(folded))


def need_in(text: str) -> Need | None:
    folded = fold(text)
    return next((need for rule, need in _needs() if rule.applies(folded)), None)


@cache
def _needs() -> tuple[tuple[Rule, Need], ...]:
    stored = tomllib.loads(FILE.read_text(encoding="utf-8"))
    kinds, turn = stored["kinds"], any_of(stored["turn"]["words"])
    return tuple(
        (rule, Need(rule.name, rule.reason, any_of(kinds[rule.name]["about"]), turn, kinds[rule.name]["query"]))
        for rule in compiled(stored["rule"])
    )

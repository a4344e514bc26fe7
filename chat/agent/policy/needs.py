"""Detects somebody who may need a person rather than a document: by words (needs.toml), and by a classifier."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from chat.agent.policy.rules import any_of, compiled
from chat.agent.question_classifier import load
from knowledge.text.terms import fold

FILE = Path(__file__).with_name("needs.toml")
WEIGHTS = Path(__file__).with_name("needs.npz")
# Probability, 0-1, from which somebody needs a person: where no words match, and where some do. Below the latter, such
# words ask about a service or a protocol; from the last value, that they are ordinary, about anything else.
ALONE_THRESHOLD, WITH_WORDS_THRESHOLD, ORDINARY_THRESHOLD = 0.3, 0.2, 0.85
# Without words the documents are searched first up to here: a question in distress, or one typed in haste.
SURE_THRESHOLD = 0.6
ORDINARY = "harmless"


@dataclass(frozen=True)
class Need:
    kind: str
    """emergency, distress, harassment"""
    reason: str
    about: re.Pattern[str]
    turn: re.Pattern[str]
    """on folded text: patterns that a passage must both match to be shown to them"""
    felt: re.Pattern[str]
    """on folded text: what people say about themselves, or about somebody with them"""
    queries: Mapping[str, str]
    """language -> what somebody in need asks of the documents: where to turn"""
    is_asked_about: bool = False
    """not about feelings: the documents are searched first, and the card follows the answer"""

    def is_topic_of(self, text: str) -> bool:
        return bool(self.about.search(fold(text)))

    def is_said_in(self, text: str, headings: str = "") -> bool:
        """The matter may stand in the headings, somebody to turn to must in the text."""
        return self.is_topic_of(f"{headings}\n{text}") and bool(self.turn.search(fold(text)))


def _kinds(stored: Mapping[str, Any]) -> Mapping[str, Need]:
    turn = any_of(stored["turn"]["words"])
    return {
        kind: Need(kind, told["reason"], any_of(told["about"]), turn, any_of(told["felt"]), told["query"])
        for kind, told in stored["kinds"].items()
    }


_RULES, _KINDS = compiled(FILE), _kinds(tomllib.loads(FILE.read_text(encoding="utf-8")))


@lru_cache(maxsize=1024)
def need_in(text: str) -> Need | None:
    """Of several needs, the one whose words match first, else the most likely. Cached: the graph asks about one
    question twice."""
    folded, said = fold(text), said_need(text)
    if said and said.felt.search(folded):
        return said
    found = load(WEIGHTS).probabilities(text)
    likely = max(_KINDS, key=found.__getitem__)
    probability = sum(found[kind] for kind in _KINDS)
    if said is None:
        likeliest = replace(_KINDS[likely], is_asked_about=probability <= SURE_THRESHOLD)
        return likeliest if probability > ALONE_THRESHOLD else None
    if probability >= WITH_WORDS_THRESHOLD:
        return said
    return None if found[ORDINARY] > ORDINARY_THRESHOLD else replace(said, is_asked_about=True)


def said_need(text: str) -> Need | None:
    """By words alone."""
    folded = fold(text)
    return next((_KINDS[rule.name] for rule in _RULES if rule.applies(folded)), None)

"""How far texts speak of what is asked, by the concepts of the question and their rarity."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from chat.agent.answers.focus import focus
from knowledge.retrieval.lexicon.expansion import TRANSLATION
from knowledge.retrieval.query import Concept, analyse
from knowledge.retrieval.rerank import Matcher
from knowledge.retrieval.statistics import rarity
from knowledge.text.terms import fold

# A text that speaks of a concept less surely than this does not speak of it.
HALF = 0.5
_WORD = re.compile(r"\w[\w./:-]*\w|\w")


@dataclass(frozen=True)
class Asked:
    """A question, taken apart once."""

    text: str
    concepts: tuple[Concept, ...]
    rarity: Mapping[str, float]
    names: frozenset[int]
    """the concepts that name something: written with a capital inside the question, or with a digit"""
    focus: int | None = None
    """the concept that is asked for"""

    @cached_property
    def matcher(self) -> Matcher:
        return Matcher(self.concepts)

    def found_in(self, text: str, language: str) -> dict[int, float]:
        """Index of a concept -> how surely the text speaks of it, 0-1."""
        found = self.matcher.places(text, language)
        # A word's translation says the same: it counts whole here, though less in the ranking.
        return {index: min(1.0, max(weight for weight, _place in said) / TRANSLATION) for index, said in found.items()}

    def coverage(self, *found: Mapping[int, float]) -> float:
        """0-1: the share of the concepts, each by its rarity, that any of the texts has; 1 for a question of none."""
        worth = [self.rarity[concept.word] for concept in self.concepts]
        best = [max(part.get(index, 0.0) for part in found) for index in range(len(worth))]
        return sum(map(float.__mul__, worth, best)) / sum(worth) if any(worth) else 1.0

    def misses_focus(self, *found: Mapping[int, float]) -> bool:
        return self.focus is not None and max(part.get(self.focus, 0.0) for part in found) < HALF

    def missing_names(self, *found: Mapping[int, float]) -> int:
        return sum(1 for index in self.names if not any(index in part for part in found))


def take_apart(question: str, collections: tuple[int, ...]) -> Asked:
    concepts = analyse(question)
    asked_for = focus(question, [concept.word for concept in concepts])
    return Asked(question, concepts, rarity(concepts, collections), _names(question, concepts), asked_for)


def _names(question: str, concepts: Sequence[Concept]) -> frozenset[int]:
    written = _WORD.findall(question)
    named = {fold(word) for word in written[1:] if word[0].isupper()}
    named |= {fold(word) for word in written if any(char.isdigit() for char in word)}
    return frozenset(index for index, concept in enumerate(concepts) if concept.word in named)

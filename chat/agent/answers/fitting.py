"""How well a sentence fits what kind of thing a question asks for."""

import re
from dataclasses import dataclass
from functools import cached_property

from chat.agent.answers.answer_types import Kind, kinds
from chat.agent.answers.coverage import Asked
from chat.agent.answers.units import cells, is_fragment
from knowledge.retrieval.config import Passage
from knowledge.text.months import NUMBERS, months_in
from knowledge.text.sentences import ROW

# What is left of a number that stands beside another unit than the question's: days where credits are asked for.
OTHER_UNIT = 0.9
UNIT_WORDS = 3
_COUNTED = re.compile(rf"\d[\d.,]*(?:\W+\w+){{0,{UNIT_WORDS}}}")
_NO_UNIT = re.compile(r"num|minim|maxim|total")


@dataclass(frozen=True)
class Fitting:
    asked: Asked
    kinds: tuple[Kind, ...]

    def share(self, text: str, language: str) -> float:
        """What is left of the score of a sentence: 1 where it holds what is asked for. `text` as read() gives it."""
        return max((self._of_kind(kind, text, language) for kind in self.kinds), default=1.0)

    def _of_kind(self, kind: Kind, text: str, language: str) -> float:
        share = kind.share(text)
        if kind.name != "number" or share < 1.0:
            return share
        unit = self._unit()
        counted = unit is None or any(unit in self.asked.found_in(one, language) for one in _COUNTED.findall(text))
        return 1.0 if counted else OTHER_UNIT

    def _unit(self) -> int | None:
        """The concept that is counted: *credits* in "what is the minimum number of credits"."""
        first = self.asked.focus
        near = range(first, min(first + UNIT_WORDS, len(self.asked.concepts))) if first is not None else ()
        return next((index for index in near if not _NO_UNIT.match(self.asked.concepts[index].word)), None)

    def said_by_kind(self, text: str) -> dict[int, float]:
        """Concepts that say no more than what kind is asked for ("when", "price"), where the text holds one; and months
        that lie in a span that the text speaks of."""
        told = {
            word for kind, asking in zip(self.kinds, self.asking, strict=True) if kind.holds(text) for word in asking
        }
        spoken_of = months_in(text) if self.months else frozenset()
        return {
            index: 1.0
            for index, concept in enumerate(self.asked.concepts)
            if concept.word in told or self.months.get(index) in spoken_of
        }

    @cached_property
    def asking(self) -> tuple[frozenset[str], ...]:
        return tuple(kind.words_of(self.asked.text) for kind in self.kinds)

    @cached_property
    def months(self) -> dict[int, int]:
        """Concept -> the month that it names."""
        named = months_in(self.asked.text)
        concepts = enumerate(self.asked.concepts)
        return {index: NUMBERS[one.word] for index, one in concepts if NUMBERS.get(one.word) in named}


def fitting(asked: Asked) -> Fitting:
    return Fitting(asked, kinds(asked.text))


def read(passage: Passage, sentence: str) -> str:
    """As a reader understands it: each value of a row with its header, a list item under its heading."""
    if ROW.match(sentence):
        return " · ".join(f"{value} {header}" for header, value in cells(sentence))
    return f"{passage.section}: {sentence}" if is_fragment(sentence) else sentence

"""A message of a traveller, with what has to be known to understand it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from chat.agent.events import Question
from chat.trips import sections as guides
from chat.trips.guide import Guide
from chat.trips.memory import Memory
from chat.trips.places import named
from knowledge.retrieval.config import Scope
from knowledge.text.terms import fold


@dataclass(frozen=True)
class Heard:
    question: Question
    scope: Scope
    guide: Guide
    offered: Mapping[str, Any]
    """the assistant's form"""

    @property
    def text(self) -> str:
        return self.question.text

    @cached_property
    def folded(self) -> str:
        return fold(self.text)

    @cached_property
    def places(self) -> dict[int, str]:
        """Document id -> title."""
        return guides.places(self.scope, self.guide)

    @cached_property
    def named(self) -> list[int]:
        """The places that it names."""
        return named(self.text, self.places)

    @cached_property
    def memory(self) -> Memory | None:
        """Of the plan that was made before."""
        return Memory.of(self.question)

    @cached_property
    def planned(self) -> list[int]:
        """The place of each day of that plan."""
        return (
            self.memory.days({name: pk for pk, name in guides.external_ids(self.places).items()}) if self.memory else []
        )

    def saying(self, text: str) -> "Heard":
        return replace(self, question=replace(self.question, text=text))

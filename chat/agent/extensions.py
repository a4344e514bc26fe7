"""Kinds of answers that an app registers with the agent, and that an assistant asks for by its configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from chat.agent.events import Question
    from chat.agent.retrieval.searches import Retrieved, Searcher
    from chat.agent.state import AgentState, Draft, Intent
    from knowledge.retrieval.config import Passage, Scope


class Extension(Protocol):
    """One of an assistant: a frozen dataclass of what is configured, for the context of a run is compared by value."""

    @property
    def intent(self) -> Intent: ...

    def is_asked_for(self, question: Question, scope: Scope) -> bool:
        """Reads the database."""
        ...

    def continues(self, question: Question, scope: Scope) -> bool:
        """Whether it is said of an answer before, and needs to be read with nothing else. Reads the database."""
        ...

    async def retrieve(self, state: AgentState, searcher: Searcher, top_k: int) -> tuple[Retrieved, AgentState]:
        """What is found, and what `plans` and `compose` need of the state besides."""
        ...

    def plans(self, state: AgentState) -> bool:
        """Whether what was retrieved is enough to compose the answer in its own way."""
        ...

    def compose(self, state: AgentState, evidence: Sequence[Passage]) -> Draft: ...

    def days(self, state: AgentState) -> int:
        """That the answer must have."""
        ...


Maker = Callable[[Mapping[str, Any], Mapping[str, Any]], Extension | None]
"""an assistant's scope and form -> its extension; None where they do not ask for it"""
_makers: list[Maker] = []


def register(maker: Maker) -> None:
    if maker not in _makers:
        _makers.append(maker)


def configured(scope: Mapping[str, Any], form: Mapping[str, Any]) -> tuple[Extension, ...]:
    return tuple(made for maker in _makers if (made := maker(scope, form)))


def of_intent(intent: Intent, extensions: Sequence[Extension]) -> Extension | None:
    return next((one for one in extensions if one.intent == intent), None)


def planning(state: AgentState, extensions: Sequence[Extension]) -> Extension | None:
    """The one that composes the answer, if one does."""
    return next((one for one in extensions if one.plans(state)), None)

"""Answer formats that an app registers with the agent, and that an assistant enables by its configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from chat.agent.events import Question
    from chat.agent.retrieval.searches import Retrieved, Searcher
    from chat.agent.state import AgentState, Draft, Intent
    from chat.models import Message
    from knowledge.retrieval.config import Passage, Scope

REMEMBERED = "memory"
"""key of an answer's details: what later messages go on from, however many there are between"""
SHOWN = "view"
"""key of an answer's details: what is shown instead of its text"""
MAX_REMEMBERED = 2
"""such answers of a conversation: the last, and what it was made from"""


@dataclass(frozen=True)
class AskedBack:
    """What an extension asks in return where it does not understand a message."""

    text: str
    choices: tuple[str, ...]
    """messages that it does understand"""


class Extension(Protocol):
    """An extension of one assistant: a frozen dataclass of its configuration, because the context of a run is compared
    by value."""

    @property
    def intent(self) -> Intent: ...

    def is_asked_for(self, question: Question, scope: Scope, written: str) -> bool:
        """`written` is the message itself, of which the question says what it leaves unsaid. Reads the database."""
        ...

    def continues(self, question: Question, scope: Scope) -> bool:
        """Whether the message refers to an earlier answer, and needs no other reading. Reads the database."""
        ...

    async def retrieve(self, state: AgentState, searcher: Searcher, top_k: int) -> tuple[Retrieved, AgentState]:
        """The retrieved passages, and the rest of the state that `plans` and `compose` need."""
        ...

    def asks_back(self, state: AgentState) -> AskedBack | None: ...

    def plans(self, state: AgentState) -> bool:
        """Whether the evidence is enough to compose the answer in the extension's own format."""
        ...

    def not_found(self, state: AgentState) -> str:
        """What there is instead, in the question's language; empty where it has nothing to say of that."""
        ...

    def compose(self, state: AgentState, evidence: Sequence[Passage]) -> Draft: ...

    def days(self, state: AgentState) -> int:
        """Sections that the answer must have."""
        ...


Maker = Callable[[Mapping[str, Any], Mapping[str, Any]], Extension | None]
"""an assistant's scope and form -> its extension; None where they do not enable it"""
Shown = Callable[["Message"], str]
"""HTML of an answer in a way of its own; empty where it has none"""
Check = Callable[[str, Any], Iterator[str]]
"""a key of an assistant's scope and its value -> what is wrong with it"""
_makers: list[Maker] = []
_settings: dict[str, Check] = {}
_shown: dict[str, Shown] = {}


def register(
    maker: Maker,
    settings: Mapping[str, Check] = MappingProxyType({}),
    shown: Mapping[str, Shown] = MappingProxyType({}),
) -> None:
    """`settings` are the keys of a scope that the extension reads; `shown`, how answers with details of an intent are
    shown, with their sources."""
    if maker not in _makers:
        _makers.append(maker)
    _settings.update(settings)
    _shown.update(shown)


def settings() -> dict[str, Check]:
    return dict(_settings)


def html(intent: str, message: Message) -> str:
    """Empty where the answer is shown as others are."""
    return _shown[intent](message) if intent in _shown else ""


def configured(scope: Mapping[str, Any], form: Mapping[str, Any]) -> tuple[Extension, ...]:
    return tuple(made for maker in _makers if (made := maker(scope, form)))


def of_intent(intent: Intent, extensions: Sequence[Extension]) -> Extension | None:
    return next((one for one in extensions if one.intent == intent), None)


def planning(state: AgentState, extensions: Sequence[Extension]) -> Extension | None:
    """The extension that composes the answer, if any does."""
    return next((one for one in extensions if one.plans(state)), None)


def asking_back(state: AgentState, extensions: Sequence[Extension]) -> AskedBack | None:
    return next((asked for one in extensions if (asked := one.asks_back(state))), None)

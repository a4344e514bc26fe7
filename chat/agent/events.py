"""What the agent says while it works, and the answer it ends with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from knowledge.retrieval.config import Passage

Status = Literal["answered", "not_found", "refused", "clarify", "general"]


@dataclass(frozen=True)
class Turn:
    """An earlier message of the conversation."""

    role: Literal["user", "assistant"]
    text: str
    status: str = ""
    """of an answer: the Status it had"""
    details: Mapping[str, Any] = field(default_factory=dict)
    """of an answer: what an extension keeps of it"""


@dataclass(frozen=True)
class Question:
    text: str
    language: str = ""
    """gl, es or en where the asker chose one; else it is recognised"""
    interface_language: str = ""
    """of the page it was asked on: what a question of a word or two is taken for"""
    history: tuple[Turn, ...] = ()
    form: Mapping[str, Any] = field(default_factory=dict)
    course: str = ""
    academic_year: str = ""


@dataclass(frozen=True)
class Citation:
    number: int
    document_id: int
    document: str
    """the document's external id"""
    title: str
    section: str
    page: int | None
    quote: str
    """verbatim from the section's text"""
    dated: str = ""
    url: str = ""
    chunk_id: int = 0


@dataclass(frozen=True)
class OtherAssistant:
    """That may know what this one has not found."""

    slug: str
    name: str
    """in the language of the answer"""


@dataclass(frozen=True)
class Answer:
    status: Status
    text: str
    """Markdown; [n] refers to citations"""
    language: str
    intent: str
    citations: tuple[Citation, ...] = ()
    retrieved: tuple[Passage, ...] = ()
    confidence: float = 0.0
    choices: tuple[str, ...] = ()
    """what a clarifying question offers as buttons"""
    need: str = ""
    """emergency, distress, harassment: what the asker may need a person for, or asks about a service for; whom the
    organisation names for it stands first, or last"""
    elsewhere: OtherAssistant | None = None
    """where to ask what was not found"""
    details: Mapping[str, Any] = field(default_factory=dict)
    """plain JSON that an extension keeps of it, to show it in a way of its own and for the next message"""
    scores: Mapping[str, float] = field(default_factory=dict)
    attempts: int = 1
    outcome: str = ""
    """validated, regenerated or max_attempts_reached; empty where nothing was generated"""
    degraded: bool = False
    """a language model was to take part and gave nothing to use"""
    cached: bool = False
    """the same was asked a while ago, under the same circumstances"""
    milliseconds: float = 0.0
    cost: float | None = 0.0
    """US dollars, of all model calls; None where a model that took part has no known price"""
    trace_id: UUID | None = None


@dataclass(frozen=True)
class StepStarted:
    name: str
    """the node that starts: classify, retrieve, …"""


@dataclass(frozen=True)
class TextDelta:
    text: str
    """appended to what came before"""


@dataclass(frozen=True)
class TextRestarted:
    """What was streamed so far is withdrawn: another attempt begins."""


@dataclass(frozen=True)
class AnswerReady:
    """The last event; answer.text replaces everything that was streamed."""

    answer: Answer


Event = StepStarted | TextDelta | TextRestarted | AnswerReady

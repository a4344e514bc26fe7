"""Events that the agent emits while it works, and the answer it ends with."""

from collections.abc import Callable, Iterable, Mapping
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
    """of an answer: its Status"""
    details: Mapping[str, Any] = field(default_factory=dict)
    """of an answer: data that an extension stores with it"""
    course: str = ""
    """of an answer that cites documents of one course only: what they call it"""


@dataclass(frozen=True)
class Question:
    text: str
    language: str = ""
    """gl, es or en where the user chose one; otherwise it is detected"""
    interface_language: str = ""
    """language of the page: used for questions of a word or two"""
    history: tuple[Turn, ...] = ()
    form: Mapping[str, Any] = field(default_factory=dict)
    course: str = ""
    academic_year: str = ""

    @property
    def answers_ours(self) -> bool:
        """Whether it follows a clarifying question."""
        return bool(self.history) and self.history[-1].status == "clarify"


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
    language: str = ""
    """of the document; empty where it is not known"""


@dataclass(frozen=True)
class OtherAssistant:
    """Another assistant that may have the answer that this one has not found."""

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
    """choices of a clarifying question, shown as buttons"""
    need: str = ""
    """emergency, distress, harassment: the user may need a person, or asks about a service for such people; the
    organisation's contact card is shown first, or last"""
    elsewhere: OtherAssistant | None = None
    """where to ask about what was not found"""
    details: Mapping[str, Any] = field(default_factory=dict)
    """plain JSON that an extension stores with the answer, for its own presentation and for the next message"""
    scores: Mapping[str, float] = field(default_factory=dict)
    attempts: int = 1
    outcome: str = ""
    """validated, regenerated or max_attempts_reached; empty where nothing was generated"""
    degraded: bool = False
    """a language model was configured but gave no usable result"""
    cached: bool = False
    """from the response cache"""
    milliseconds: float = 0.0
    cost: float | None = 0.0
    """US dollars, of all model calls; None where a model that took part has no known price"""
    trace_id: UUID | None = None


@dataclass(frozen=True)
class StepStarted:
    name: str
    """name of the node that starts: classify, retrieve, …"""


@dataclass(frozen=True)
class SourcesKnown:
    """What the text cites that is streamed next."""

    citations: tuple[Citation, ...]


@dataclass(frozen=True)
class TextDelta:
    text: str
    """Text appended to the text streamed before."""


@dataclass(frozen=True)
class TextRestarted:
    """The text streamed so far is withdrawn: another attempt begins."""


@dataclass(frozen=True)
class AnswerReady:
    """The last event; answer.text replaces all streamed text."""

    answer: Answer


Streamed = SourcesKnown | TextDelta | TextRestarted
Event = StepStarted | Streamed | AnswerReady


def stream(text: str, citations: Iterable[Citation], write: Callable[[Streamed], None]) -> None:
    """`write` is the graph's stream writer."""
    write(SourcesKnown(tuple(citations)))
    for line in text.splitlines(keepends=True):
        write(TextDelta(line))

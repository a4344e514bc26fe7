"""Passages, states and contexts put together by hand, for what needs no database."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any, cast

from chat.agent.context import AgentContext
from chat.agent.events import Question
from chat.agent.state import AgentState, Classification, Draft
from knowledge.retrieval.config import Passage

FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."


def passage(text: str = FACT, **values: Any) -> Passage:
    """Its chunk is the whole section unless start and end say otherwise."""
    known: dict[str, Any] = {
        "chunk_id": 1,
        "document_id": 1,
        "document": "prestamo.pdf",
        "title": "Préstamo",
        "section_id": 1,
        "section": "Libros",
        "section_text": text,
        "start": 0,
        "end": len(text),
        "page": 4,
        "page_breaks": ((0, 4),),
        "text": text,
        "score": 1.0,
        "dense": 0.5,
        "lexical": 5.0,
        "language": "es",
        "dated": date(2025, 9, 1),
    }
    return Passage(**{**known, **values})


def state(question: Question, *evidence: Passage, language: str = "es", **values: Any) -> AgentState:
    classification = Classification("search", language, "", 0.9)
    known = {"question": question, "asked": question.text, "classification": classification, "evidence": evidence}
    return cast(AgentState, {"draft": Draft("", ()), "whole": "", **known, **values})


@dataclass
class Circumstances:
    """All that prompts look at of a context."""

    slug: str = "rules"
    only: str = ""
    names: dict[str, str] = field(default_factory=lambda: {"es": "Normativa", "gl": "Normativa", "en": "Rules"})
    form: dict[str, Any] = field(default_factory=dict)

    def name_in(self, language: str) -> str:
        return self.names[language]


def circumstances(**values: Any) -> AgentContext:
    return cast(AgentContext, Circumstances(**values))

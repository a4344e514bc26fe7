"""What the nodes of the graph hand on: each returns the part of it that it found out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from chat.agent.events import Answer, Citation, Question, Status
from knowledge.retrieval.config import Passage

Intent = Literal["search", "summary", "comparison", "itinerary", "general"]


@dataclass(frozen=True)
class Classification:
    intent: Intent
    language: str
    reason: str
    confidence: float
    academic_year: str = ""
    """named in the question, as 2025-2026"""
    topic: str = ""
    """of a general message: greeting, thanks, farewell, identity, repeat"""


@dataclass(frozen=True)
class PolicyDecision:
    allowed: bool
    rule: str = ""
    """which rule refused: records, personal_data, misconduct, advice, out_of_scope"""
    reason: str = ""


@dataclass(frozen=True)
class Assessment:
    sufficient: bool
    relevance: float
    """0-1: how much of what is asked the best evidence speaks of"""
    reason: str


@dataclass(frozen=True)
class Draft:
    text: str
    citations: tuple[Citation, ...]


class AgentState(TypedDict, total=False):
    question: Question
    classification: Classification
    policy: PolicyDecision
    query: str
    queries: tuple[str, ...]
    """every one that ran: of a comparison one for each side"""
    least_relevance: float
    """that the intent asks of the evidence; the assistant's own where it is absent"""
    evidence: tuple[Passage, ...]
    places: tuple[int, ...]
    """document ids of the guides to the places of a trip, in the order of the journey"""
    assessment: Assessment
    status: Status
    draft: Draft
    answer: Answer

"""What a metric sees of one case, and what a metric is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise


@dataclass(frozen=True)
class Found:
    """A passage that was found; its place in the list is its rank."""

    document: str
    """the document's external id"""
    title: str = ""
    section: str = ""
    """titles from the document down, joined by ›"""
    categories: tuple[str, ...] = ()
    cosine: float = 0.0
    """of the passage and the query, -1 to 1"""


@dataclass(frozen=True)
class Quote:
    """What a citation claims: these words stand in this document, on this page."""

    document_id: int
    text: str
    page: int | None = None


@dataclass(frozen=True)
class SourceText:
    """A section as it is stored: `page_breaks` are (offset, page), empty in a document without pages."""

    text: str
    page_breaks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Observation:
    """One case: what was expected of it and what came."""

    kind: str
    """a value of evaluation.models.Case.Kind"""
    status: str
    """the answer's status, or "failed" where there is no answer"""
    text: str = ""
    facts: tuple[tuple[str, ...], ...] = ()
    """groups of alternatives: a good answer holds one of each"""
    documents: tuple[str, ...] = ()
    """expected ones: identifiers, file names or Title#Section"""
    interests: tuple[str, ...] | None = None
    """asked for in the form; None where the case has no form"""
    searched: tuple[Found, ...] = ()
    """by the search itself, asked the question as it is"""
    retrieved: tuple[Found, ...] = ()
    """by the assistant, for its answer"""
    quotes: tuple[Quote, ...] = ()
    sources: Mapping[int, tuple[SourceText, ...]] = field(default_factory=dict)
    """sections of every document that is cited, by the document's id"""
    critic: Mapping[str, float] = field(default_factory=dict)
    """criterion -> score, and "total"; empty where nothing was criticised"""
    outcome: str = ""
    """validated, regenerated or max_attempts_reached; empty likewise"""
    statements: int = 0
    """sentences, items and rows of the answer that cite or ought to"""
    unsupported: int = 0
    """of those: marked because nothing carries them"""
    withdrawn: int = 0
    """written, and taken out because nothing carried them"""
    judged: Mapping[str, Any] = field(default_factory=dict)
    """by a model: claims, failing, relevance, omissions, excess; empty where none judged"""


@dataclass(frozen=True)
class Metric:
    """Every metric lies in 0-1 (a cosine apart) and more is better."""

    name: str
    label: str | Promise
    score: Callable[[Observation], float | None]
    """None where the metric says nothing about the case: it is left out of the mean"""


def mean(scores: Iterable[float | None]) -> float | None:
    """Arithmetic mean of the scores there are; None when there are none."""
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None

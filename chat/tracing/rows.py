"""What of a run goes into the columns of its trace: plain JSON, small enough to be read."""

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from chat.agent.events import Question
from chat.agent.state import Attempt, Classification, Draft
from knowledge.retrieval.config import Explanation, Passage, Scope

# Kept in columns of their own, or the same as what stands beside them.
UNREAD = ("evidence", "others", "answer", "question", "attempts", "ranked", "planned")


def readable(update: Mapping[str, Any]) -> dict[str, Any]:
    """What a node found out: passages are listed once, in Trace.retrieved."""
    plain = {name: _plain(value) for name, value in update.items() if name not in UNREAD}
    if questions := update.get("questions"):
        plain["questions"] = [one.said for one in questions]
    if sides := update.get("sides"):
        plain["sides"] = {side.name: sorted(side.documents) for side in sides}
    if compared := update.get("compared"):
        plain["compared"] = [compared.older, compared.newer]
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, Draft):
        # Its text is the answer's, or an attempt's.
        return {"citations": [asdict(citation) for citation in value.citations]}
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def entities_of(classification: Classification | None, question: Question) -> dict[str, Any]:
    """What the question names, and what its asker chose beside it: filters, and a trip's form."""
    named = asdict(classification.entities) if classification else {}
    chosen = {
        "course": question.course,
        "academic_year": question.academic_year,
        "language": question.language,
        "form": dict(question.form),
    }
    chosen = {name: value for name, value in chosen.items() if value}
    return {**named, "chosen": chosen} if chosen else named


def filters_of(scope: Scope) -> dict[str, Any]:
    """What a search was not allowed to look beyond."""
    return {name: value for name, value in asdict(scope).items() if value}


def attempt_row(attempt: Attempt) -> dict[str, Any]:
    findings = [asdict(finding) for finding in attempt.draft.findings]
    return {"text": attempt.draft.text, "findings": findings, **asdict(attempt.critique)}


def passage_row(passage: Passage) -> dict[str, Any]:
    row = {
        "chunk": passage.chunk_id,
        "document": passage.document,
        "document_id": passage.document_id,
        "title": passage.title,
        "section": passage.section,
        "page": passage.page,
        "score": round(passage.score, 4),
        "dense": round(passage.dense, 4),
        "lexical": round(passage.lexical, 4),
        "in_force": passage.in_force,
        "text": passage.text,
    }
    if passage.also_at:
        row["also_at"] = list(passage.also_at)
    if passage.explanation:
        row["explanation"] = _explained(passage.explanation)
    return row


def _explained(explanation: Explanation) -> dict[str, Any]:
    """Without the parts that added nothing."""
    parts = asdict(explanation)
    terms = {word: round(value, 2) for word, value in parts.pop("concepts").items() if value}
    return {"terms": terms} | {name: round(value, 3) for name, value in parts.items() if round(value, 3)}

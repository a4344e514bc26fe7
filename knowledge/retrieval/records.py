"""A passage that was found as plain data: what the command line and the API promise."""

from dataclasses import asdict
from typing import Any

from knowledge.retrieval.config import Passage


def as_record(passage: Passage) -> dict[str, Any]:
    """What the command contract promises of a result, and what was asked for beside it."""
    beside: dict[str, Any] = {"also_at": list(passage.also_at)} if passage.also_at else {}
    if passage.explanation:
        beside["explanation"] = asdict(passage.explanation)
    return beside | {
        "document": passage.document,
        "title": passage.title,
        "section": passage.section,
        "page": passage.page,
        "academic_year": passage.academic_year,
        "dated": passage.dated.isoformat() if passage.dated else "",
        "in_force": passage.in_force,
        "chunk": passage.chunk_id,
        "score": round(passage.score, 6),
        "dense": round(passage.dense, 6),
        "lexical": round(passage.lexical, 6),
        "text": passage.text,
    }

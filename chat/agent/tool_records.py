"""What the tools return as plain data, for JSON."""

from dataclasses import asdict, is_dataclass
from typing import Any

from knowledge.catalogue.statements import Statement
from knowledge.retrieval.config import Passage


def as_record(result: Any) -> Any:
    if isinstance(result, tuple):
        return [as_record(item) for item in result]
    if isinstance(result, Passage):
        return _passage(result)
    if isinstance(result, Statement):
        return _statement(result)
    return asdict(result) if is_dataclass(result) and not isinstance(result, type) else result


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "chunk": passage.chunk_id,
        "document": passage.document,
        "title": passage.title,
        "section": passage.section,
        "page": passage.page,
        "academic_year": passage.academic_year,
        "dated": passage.dated.isoformat() if passage.dated else "",
        "in_force": passage.in_force,
        "score": round(passage.score, 6),
        "text": passage.text,
    }


def _statement(statement: Statement) -> dict[str, Any]:
    origin = statement.origin
    return {
        "key": statement.key,
        "name": statement.name,
        **{fact.kind: fact.value for fact in statement.facts},
        "source": origin.source,
        "source_url": origin.url,
        "source_date": origin.dated.isoformat() if origin.dated else "",
        "academic_year": origin.academic_year,
    }

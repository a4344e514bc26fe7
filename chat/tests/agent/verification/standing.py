"""Passages and drafts without a database."""

from datetime import date

from chat.agent.answers.citations import cite
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage


def passage(text: str, number: int = 1, title: str = "Préstamo", **values: object) -> Passage:
    given: dict[str, object] = {
        "chunk_id": number,
        "document_id": number,
        "document": f"{number}.md",
        "title": title,
        "section_id": number,
        "section": "",
        "section_text": text,
        "start": 0,
        "end": len(text),
        "page": None,
        "page_breaks": (),
        "text": text,
        "score": 1.0,
        "dense": 0.5,
        "lexical": 1.0,
        "language": "es",
        "dated": date(2025, 9, 1),
    }
    return Passage(**{**given, **values})  # type: ignore[arg-type]


def draft(text: str, *quotes: tuple[Passage, str]) -> Draft:
    """Each quote is cited by its place among them, from 1."""
    citations = []
    for number, (source, quote) in enumerate(quotes, start=1):
        start = source.section_text.index(quote)
        citations.append(cite(number, Quote(source, start, start + len(quote), 0.0), "es"))
    return Draft(text, tuple(citations))

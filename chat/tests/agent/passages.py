"""Evidence for tests that need no database."""

from knowledge.retrieval.config import Passage

_pks = iter(range(1, 100_000))


def passage(
    text: str, *, section: str = "", title: str = "Document", language: str = "es", score: float = 1.0
) -> Passage:
    """A section of one chunk, of a document of its own."""
    pk = next(_pks)
    return Passage(
        chunk_id=pk,
        document_id=pk,
        document=f"{pk}.md",
        title=title,
        section_id=pk,
        section=section,
        section_text=text,
        start=0,
        end=len(text),
        page=None,
        page_breaks=(),
        text=text,
        score=score,
        dense=0.5,
        lexical=1.0,
        language=language,
    )

"""From a stored chunk to the passage that is handed out."""

from knowledge.models import Chunk
from knowledge.retrieval.candidates import Facts
from knowledge.retrieval.config import Passage


def passage_of(chunk: Chunk, score: float, facts: Facts, bm25: float) -> Passage:
    """The chunk comes with its section and document."""
    section, document = chunk.section, chunk.document
    return Passage(
        chunk_id=chunk.pk,
        document_id=document.pk,
        document=document.external_id,
        title=document.title or document.file_name,
        section_id=section.pk,
        section=section.title,
        section_text=section.text,
        start=chunk.start,
        end=chunk.end,
        page=chunk.page,
        page_breaks=tuple((offset, page) for offset, page in section.page_breaks),
        text=chunk.text,
        score=score,
        dense=facts.cosine,
        lexical=bm25,
        language=chunk.language,
        academic_year=document.academic_year,
        dated=document.dated,
        in_force=facts.in_force,
        url=document.url,
        categories=tuple(section.categories),
    )

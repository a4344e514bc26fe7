"""From chunks that were found to the passages that are handed out."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from knowledge.retrieval.config import Passage, SectionBlock
from knowledge.retrieval.database import fetch
from knowledge.text.file_names import words_beside

# Title and date as Document says them.
READ = """
    SELECT c.id, d.id, d.external_id, coalesce(nullif(d.title, ''), d.file_name), s.id, s.title, s.text,
           c.start, c."end", c.page, s.page_breaks, c.text, c.language, d.academic_year,
           coalesce(d.published_on, d.modified_on, d.valid_from), d.url, s.categories, s.blocks, s.path,
           d.file_name, d.publisher
    FROM knowledge_chunk c
    JOIN knowledge_section s ON s.id = c.section_id
    JOIN knowledge_document d ON d.id = c.document_id
    WHERE c.id = ANY(%s)
"""


def read(chunk_ids: Iterable[int]) -> dict[int, Passage]:
    """By chunk id, without scores; of those that are still there."""
    found: dict[int, Passage] = {}
    for row in fetch(READ, [list(chunk_ids)]):
        chunk, document, name, title, section, heading, whole, start, end, page, breaks, text, language, *others = row
        year, dated, url, categories, blocks, path, file_name, publisher = others
        found[chunk] = Passage(
            chunk_id=chunk,
            document_id=document,
            document=name,
            title=title,
            section_id=section,
            section=heading,
            section_text=whole,
            start=start,
            end=end,
            page=page,
            page_breaks=tuple((offset, number) for offset, number in breaks),
            text=text,
            score=0.0,
            dense=0.0,
            lexical=0.0,
            language=language,
            academic_year=year,
            dated=dated,
            url=url,
            categories=tuple(categories),
            blocks=tuple(SectionBlock(*block) for block in blocks),
            path=path,
            file_words=words_beside(PurePosixPath(file_name).stem, title),
            publisher=publisher,
        )
    return found

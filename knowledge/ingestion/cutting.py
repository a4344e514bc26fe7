"""A document that was read, cut as its collection says: metadata, sections and chunks, without the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from knowledge.ingestion import chunks, margins, sections
from knowledge.ingestion.chunks import CutChunk
from knowledge.ingestion.describe import describe
from knowledge.ingestion.extract.base import CLEAN, ExtractedDocument, Limits, OcrPage
from knowledge.ingestion.extract.errors import NoText, TooManyPassages
from knowledge.ingestion.metadata import MAX_TITLE, DocumentMetadata
from knowledge.ingestion.sections import CutSection, TokenSpans
from knowledge.text.file_names import words_beside
from knowledge.text.language import identify_long

# Shorter texts say too little to tell their language by.
_MIN_WORDS = 8


@dataclass(frozen=True)
class Plan:
    """How a document is to be cut, and what is known of it before it is read."""

    stem: str
    """its file's name without the extension"""
    language: str
    """that of its collection"""
    settled: DocumentMetadata
    given: tuple[str, ...]
    """fields of `settled` that stay whatever the document says, even where they are empty"""
    section_tokens: int
    section_categories: Mapping[str, Sequence[str]]
    chunk_tokens: int
    chunk_overlap: int
    window: int
    """tokens that the embedding model reads"""
    tokenizer: str
    """whose tokens are counted; see knowledge.embedding.tokens"""


@dataclass(frozen=True)
class CutDocument:
    metadata: DocumentMetadata
    """what the document says; not what was given"""
    page_count: int
    sections: Sequence[CutSection]
    chunks: Sequence[CutChunk]
    languages: Sequence[str]
    """of each chunk"""
    ocr: Sequence[OcrPage] = field(default=())
    ignored: Sequence[str] = field(default=())
    """what the document declares and nobody understands"""


def cut(extracted: ExtractedDocument, plan: Plan, limits: Limits, token_spans: TokenSpans) -> CutDocument:
    """NoText or TooManyPassages where there is nothing to cut, or too much."""
    if not any(block.text for block in extracted.blocks):
        raise NoText
    found = describe(extracted, plan.stem, plan.language)
    known = replace(found, **{name: getattr(plan.settled, name) for name in plan.given})
    title = known.title.translate(CLEAN)[:MAX_TITLE]
    cutting = sections.Cutting(plan.section_tokens, plan.section_categories)
    blocks = [*extracted.blocks, *margins.stated(extracted.margins, extracted.blocks, title)]
    cut_sections = sections.cut(blocks, title, cutting, token_spans)
    size = chunks.Size(plan.chunk_tokens, plan.chunk_overlap, plan.window)
    named = chunks.Named(title, _dated(known), words_beside(plan.stem, title))
    cut_chunks = chunks.cut(cut_sections, named, size, token_spans)
    if len(cut_chunks) > limits.max_chunks:
        raise TooManyPassages(f"{len(cut_chunks)} > {limits.max_chunks}")
    languages = [_language(chunk.text, known.language) for chunk in cut_chunks]
    return CutDocument(
        found, extracted.page_count, cut_sections, cut_chunks, languages, extracted.ocr, extracted.ignored
    )


def _dated(known: DocumentMetadata) -> str:
    day = known.published_on or known.modified_on or known.valid_from
    return known.academic_year or (day.isoformat() if day else "")


def _language(text: str, expected: str) -> str:
    return identify_long(text, default=expected) if len(text.split()) >= _MIN_WORDS else expected

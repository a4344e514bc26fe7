"""The stored sections, chunks, vectors and postings of documents, replaced in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from knowledge.embedding.base import Vectors
from knowledge.ingestion import former
from knowledge.ingestion.chunks import CutChunk
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import OcrPage
from knowledge.ingestion.sections import CutSection
from knowledge.models import Chunk, Document, Embedding, ScannedPage, Section, State, page_at
from knowledge.retrieval.postings import IndexedText, write_segment
from knowledge.versions import changes, keeping

_BATCH = 500
_SAVED = (
    "title", "page_count", "url", "language", "course", "academic_year", "programme", "publisher", "categories",
    "visibility", "modified_on", "published_on", "valid_from", "valid_until", "superseded_by", "ignored_metadata",
    "state", "progress", "error", "attempts", "failures", "ignored_at", "worked_at", "indexed_at", "updated_at",
)  # fmt: skip


@dataclass(frozen=True)
class Prepared:
    """A document that was read and cut, with its new metadata unsaved on its row."""

    document: Document
    sections: Sequence[CutSection]
    chunks: Sequence[CutChunk]
    languages: Sequence[str]
    """of each chunk"""
    ocr: Sequence[OcrPage]


def known_vectors(document_ids: Sequence[int], model: str) -> dict[str, Vectors]:
    """The vectors that these documents' stored chunks have by `model`, by the hash of their text."""
    rows = Embedding.objects.filter(model=model, chunk__document__in=document_ids)
    stored = rows.values_list("chunk__text_hash", "vector").iterator()
    return {text_hash: np.array(vector, np.float32) for text_hash, vector in stored}


def replace(prepared: Sequence[Prepared], vectors: Mapping[str, Mapping[str, Vectors]]) -> None:
    """Searches find either all that was stored of these documents before, or all of this.

    `vectors` are by embedding model and hash of the text. A document that was deleted or changed in the meantime is
    left as it is.
    """
    with transaction.atomic():
        current = _unchanged(prepared)
        for item in current:
            changes.note(item.document, item.sections)
        removed = stored_texts(Q(document__in=[item.document.pk for item in current]))
        delete_passages([item.document.pk for item in current])
        chunks = _create_passages(current)
        Embedding.objects.bulk_create(
            (
                Embedding(chunk=chunk, collection_id=chunk.collection_id, model=model, vector=by_text[chunk.text_hash])
                for model, by_text in vectors.items()
                for chunk in chunks
            ),
            batch_size=_BATCH,
        )
        added = defaultdict(list)
        for chunk in chunks:
            added[chunk.collection_id].append(IndexedText(chunk.pk, chunk.indexed_text, chunk.language))
        for collection in added.keys() | removed.keys():
            write_segment(collection, added[collection], removed.get(collection, ()))
        _save(current)
        former.supersede([item.document.pk for item in current])
        for item in current:
            keeping.restrict(item.document)


def _unchanged(prepared: Sequence[Prepared]) -> list[Prepared]:
    """Those whose row still is as it was read; their rows are locked."""
    ids = sorted(item.document.pk for item in prepared)
    rows = Document.objects.select_for_update().filter(pk__in=ids, state=State.PROCESSING).order_by("pk")
    saved = dict(rows.values_list("pk", "updated_at"))
    return [item for item in prepared if saved.get(item.document.pk) == item.document.updated_at]


def stored_texts(which: Q) -> dict[int, list[IndexedText]]:
    """What the lexical index holds of these chunks, by collection."""
    texts = defaultdict(list)
    for chunk in Chunk.objects.filter(which).only("collection", "context", "text", "language").iterator():
        texts[chunk.collection_id].append(IndexedText(chunk.pk, chunk.indexed_text, chunk.language))
    return texts


def delete_passages(document_ids: Sequence[int]) -> None:
    """In an order that leaves nothing to cascade, so that no row is loaded."""
    Embedding.objects.filter(chunk__document__in=document_ids).delete()
    Chunk.objects.filter(document__in=document_ids).delete()
    Section.objects.filter(document__in=document_ids).delete()
    ScannedPage.objects.filter(document__in=document_ids).delete()


def _create_passages(prepared: Sequence[Prepared]) -> list[Chunk]:
    rows = [_sections(item) for item in prepared]
    Section.objects.bulk_create((section for sections in rows for section in sections), batch_size=_BATCH)
    ScannedPage.objects.bulk_create((page for item in prepared for page in _scanned_pages(item)), batch_size=_BATCH)
    chunks = [chunk for item, sections in zip(prepared, rows, strict=True) for chunk in _chunks(item, sections)]
    return Chunk.objects.bulk_create(chunks, batch_size=_BATCH)


def _sections(item: Prepared) -> list[Section]:
    return [
        Section(
            document=item.document, position=position, title=section.title, path=section.path, text=section.text,
            blocks=[list(block) for block in section.blocks], **_numbered(item.document, section),
            categories=list(dict.fromkeys([*section.categories, *item.document.categories])),
        )
        for position, section in enumerate(item.sections)
    ]  # fmt: skip


def _numbered(document: Document, section: CutSection) -> dict[str, list[list[int]]]:
    """Under `places` where the format has other numbers than those of pages."""
    numbers = [list(pair) for pair in section.page_breaks]
    return {"places" if document.media_type in formats.PLACED else "page_breaks": numbers}


def _scanned_pages(item: Prepared) -> list[ScannedPage]:
    return [
        ScannedPage(
            document=item.document, number=page.number, confidence=page.confidence, error=page.error,
            lines=[[line.text, round(line.confidence, 3), _rounded(line.words)] for line in page.lines],
        )
        for page in item.ocr
    ]  # fmt: skip


def _rounded(words: Sequence[Sequence[float]]) -> list[list[float]]:
    """To some twentieth of a millimetre."""
    return [[round(share, 4) for share in box] for box in words]


def _chunks(item: Prepared, sections: Sequence[Section]) -> list[Chunk]:
    return [
        Chunk(
            collection_id=item.document.collection_id, document=item.document, section=sections[chunk.section],
            position=position, start=chunk.start, end=chunk.end, text=chunk.text, context=chunk.context,
            page=page_at(sections[chunk.section].page_breaks, chunk.start), language=language,
            text_hash=chunk.text_hash,
        )
        for position, (chunk, language) in enumerate(zip(item.chunks, item.languages, strict=True))
    ]  # fmt: skip


def _save(prepared: Sequence[Prepared]) -> None:
    now = timezone.now()
    for item in prepared:
        document = item.document
        document.state, document.progress, document.error = State.INDEXED, 100, ""
        document.indexed_at = document.updated_at = document.worked_at = now
        document.attempts = document.failures = 0
        document.ignored_at = None
    Document.objects.bulk_update([item.document for item in prepared], _SAVED)

"""Texts and vectors straight into the tables: what ingestion writes, without extracting or embedding."""

from collections.abc import Sequence
from uuid import uuid4

import numpy as np
from django.db import connection, transaction
from django.utils import timezone
from numpy.typing import NDArray

from knowledge.embedding.registry import DEFAULT_MODEL
from knowledge.models import Chunk, Document, Section, State
from knowledge.retrieval.merging import merge
from knowledge.retrieval.postings import IndexedText, write_segment


def write_documents(
    collection_id: int, texts: Sequence[str], vectors: NDArray[np.float32], chunks_per_document: int
) -> None:
    """One section to a document, cut into chunks of one text each."""
    groups = [texts[start : start + chunks_per_document] for start in range(0, len(texts), chunks_per_document)]
    with transaction.atomic():
        documents = Document.objects.bulk_create([_document(collection_id) for _group in groups])
        sections = Section.objects.bulk_create(
            [
                Section(document=doc, position=0, text="\n".join(group))
                for doc, group in zip(documents, groups, strict=True)
            ]
        )
        chunks = Chunk.objects.bulk_create(
            [
                chunk
                for section, group in zip(sections, groups, strict=True)
                for chunk in _chunks(collection_id, section, group)
            ]
        )
        _copy_vectors(collection_id, chunks, vectors)
        write_segment(collection_id, [IndexedText(chunk.pk, chunk.text, "es") for chunk in chunks], [])
    merge(collection_id)


def _document(collection_id: int) -> Document:
    name = f"synthetic-{uuid4().hex}"
    return Document(
        collection_id=collection_id,
        external_id=name,
        title=name,
        file_name=name,
        media_type="text/plain",
        language="es",
        state=State.INDEXED,
        indexed_at=timezone.now(),
    )


def _chunks(collection_id: int, section: Section, texts: Sequence[str]) -> list[Chunk]:
    chunks, start = [], 0
    for position, text in enumerate(texts):
        chunks.append(
            Chunk(
                collection_id=collection_id,
                document_id=section.document_id,
                section=section,
                position=position,
                start=start,
                end=start + len(text),
                text=text,
                language="es",
            )
        )
        start += len(text) + 1
    return chunks


def _copy_vectors(collection_id: int, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
    statement = "COPY knowledge_embedding (chunk_id, collection_id, model, vector) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for chunk, vector in zip(chunks, vectors, strict=True):
            values = ",".join(f"{value:.5f}" for value in vector)
            copy.write_row((chunk.pk, collection_id, DEFAULT_MODEL, f"[{values}]"))

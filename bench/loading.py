"""A synthetic collection straight into the tables: what ingestion writes, without extracting or embedding.

Everything goes in by COPY. Postings are counted from the generator's word numbers, so that each word of the vocabulary
is made into terms once and not each time it stands in a text; a sample of passages is checked against the real thing.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone
from numpy.typing import NDArray

from bench.counting import Counting
from bench.statistics import Statistics
from bench.synthetic import PASSAGES_PER_DOCUMENT, Batch, Generator, document_of
from knowledge.embedding.registry import DEFAULT_MODEL, get_embedder
from knowledge.models import Chunk, Collection, Document, Embedding, PostingSegment, Section, State
from knowledge.retrieval import vector_index
from knowledge.retrieval.merging import merge
from knowledge.retrieval.packing import encode
from knowledge.retrieval.postings import copy_rows

LANGUAGE = "es"


def load(statistics: Path, passages: int) -> None:
    collection = Collection.objects.create(slug="bench", name="Synthetic", language=LANGUAGE)
    generator = Generator(Statistics.load(statistics), passages)
    counting = Counting(generator.words, LANGUAGE)
    started, first = time.perf_counter(), 1
    for batch in generator.batches():
        counting.check(batch.words[:20], batch.texts[:20])
        with transaction.atomic():
            _write(collection.pk, first, batch, counting)
        first += len(batch.texts)
        rate = (first - 1) / (time.perf_counter() - started)
        sys.stderr.write(f"{first - 1:,} passages, {rate:,.0f} a second\n")
    _set_sequences()
    while merge(collection.pk):  # as the worker does after it has written
        pass
    embedder = get_embedder(DEFAULT_MODEL)
    vector_index.ensure(collection.pk, embedder.name, embedder.dimensions)


def _write(collection_id: int, first: int, batch: Batch, counting: Counting) -> None:
    """Ids are given here: chunks count from 1, and sections and documents, one of each to 20 chunks, do so too."""
    chunks = np.arange(first, first + len(batch.texts))
    owners = (chunks - 1) // PASSAGES_PER_DOCUMENT + 1
    _write_documents(collection_id, owners, batch.texts)
    _copy(Chunk, _chunk_template(collection_id), _chunk_rows(chunks.tolist(), owners.tolist(), batch.texts))
    _copy_vectors(collection_id, chunks, batch.vectors)
    lengths, terms, records = counting.count(batch.words, first)
    segment = PostingSegment.objects.create(
        collection_id=collection_id, chunk_count=len(chunks), term_count=int(lengths.sum())
    )
    copy_rows(segment.pk, encode(terms, records))


def _write_documents(collection_id: int, owners: NDArray[np.int64], texts: Sequence[str]) -> None:
    ids, starts = np.unique(owners, return_index=True)
    names = [document_of((pk - 1) * PASSAGES_PER_DOCUMENT) for pk in ids.tolist()]
    groups = [texts[start : start + PASSAGES_PER_DOCUMENT] for start in starts.tolist()]
    document = Document(
        collection_id=collection_id, media_type="text/plain", language=LANGUAGE, state=State.INDEXED,
        indexed_at=timezone.now(),
    )  # fmt: skip
    rows = zip(ids.tolist(), names, names, names, strict=True)
    _copy(Document, document, ({"id": pk, "external_id": a, "title": b, "file_name": c} for pk, a, b, c in rows))
    sections = zip(ids.tolist(), groups, strict=True)
    _copy(
        Section,
        Section(position=0, title="", path=""),
        ({"id": pk, "document_id": pk, "text": "\n".join(group)} for pk, group in sections),
    )


def _chunk_template(collection_id: int) -> Chunk:
    return Chunk(collection_id=collection_id, language=LANGUAGE, text_hash="")


def _chunk_rows(chunks: list[int], owners: list[int], texts: Sequence[str]) -> Iterable[dict[str, Any]]:
    start, position = 0, 0
    for pk, owner, text in zip(chunks, owners, texts, strict=True):
        position = (pk - 1) % PASSAGES_PER_DOCUMENT
        start = start if position else 0
        yield {
            "id": pk, "document_id": owner, "section_id": owner, "position": position, "text": text,
            "start": start, "end": start + len(text),
        }  # fmt: skip
        start += len(text) + 1


def _copy(model: type[Model], template: Model, rows: Iterable[dict[str, Any]]) -> None:
    """Rows are what differs from the template, by column."""
    fields = model._meta.concrete_fields
    values = {
        field.column: field.get_db_prep_save(field.pre_save(template, True), connection)
        for field in fields
        if not field.primary_key
    }
    columns = [field.column for field in fields]
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor, cursor.copy(f'COPY "{model._meta.db_table}" ({names}) FROM STDIN') as copy:
        for row in rows:
            whole = values | row
            copy.write_row([whole[column] for column in columns])


def _copy_vectors(collection_id: int, chunks: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
    """PostgreSQL's binary COPY format, all rows at once: each field is its length and its bytes, big-endian."""
    model = DEFAULT_MODEL.encode()
    dimensions = vectors.shape[1]
    layout = np.dtype(
        [
            ("fields", ">i2"), ("l1", ">i4"), ("chunk", ">i8"), ("l2", ">i4"), ("collection", ">i8"),
            ("l3", ">i4"), ("model", f"S{len(model)}"),
            ("l4", ">i4"), ("dimensions", ">i2"), ("unused", ">i2"), ("vector", ">f2", (dimensions,)),
        ]
    )  # fmt: skip
    rows = np.zeros(len(chunks), layout)
    rows["fields"], rows["l1"], rows["l2"], rows["l3"], rows["l4"] = 4, 8, 8, len(model), 4 + 2 * dimensions
    rows["chunk"], rows["collection"], rows["model"] = chunks, collection_id, model
    rows["dimensions"], rows["vector"] = dimensions, vectors
    statement = f"COPY {Embedding._meta.db_table} (chunk_id, collection_id, model, vector) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        copy.write(rows.tobytes())
        copy.write(b"\xff\xff")


def _set_sequences() -> None:
    with connection.cursor() as cursor:
        for model in (Document, Section, Chunk):
            table = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence(%s, 'id'), max(id)) FROM {table}", [table])

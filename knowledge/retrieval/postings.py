"""The lexical index in PostgreSQL: postings in segments, one segment for each transaction that writes.

A removed chunk stays in the postings of older segments until they are merged; its id in PostingSegment.removed
keeps it out of every count, so that document frequencies are exact at all times.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from knowledge.models import PostingSegment
from knowledge.retrieval.packing import RECORD, encode
from knowledge.text.terms import term_hash, terms

MAX_LENGTH = 65_535


@dataclass(frozen=True)
class IndexedText:
    chunk_id: int
    text: str
    language: str


def write_segment(collection_id: int, added: Sequence[IndexedText], removed: Sequence[IndexedText]) -> None:
    """Adds chunks to the index of a collection and takes others out, as part of the caller's transaction.

    `removed` comes with the texts that were indexed, because the statistics lose their lengths.
    """
    if not added and not removed:
        return
    hashes: list[int] = []
    entries: list[tuple[int, int, int]] = []
    lengths = 0
    for item in added:
        counts = Counter(terms(item.text, item.language))
        length = counts.total()
        lengths += min(length, MAX_LENGTH)
        for term, frequency in counts.items():
            hashes.append(term_hash(term))
            entries.append((item.chunk_id, min(frequency, MAX_LENGTH), min(length, MAX_LENGTH)))
    lost = sum(min(len(terms(item.text, item.language)), MAX_LENGTH) for item in removed)
    segment = PostingSegment.objects.create(
        collection_id=collection_id,
        chunk_count=len(added) - len(removed),
        term_count=lengths - lost,
        removed=np.array(sorted(item.chunk_id for item in removed), "<u4").tobytes(),
    )
    copy_rows(segment.pk, encode(np.array(hashes, np.int64), np.array(entries, RECORD)))


def copy_rows(segment_id: int, rows: Iterable[tuple[int, bytes]]) -> None:
    """Rows as knowledge.retrieval.packing makes them."""
    statement = "COPY knowledge_posting (segment_id, term, data) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(["int8", "int8", "bytea"])
        for key, data in rows:
            copy.write_row((segment_id, key, data))

"""The lexical index in PostgreSQL: postings in segments, one segment for each transaction that writes.

A removed chunk stays in the postings of older segments until they are merged; its id in PostingSegment.removed
keeps it out of every count, so that document frequencies are exact at all times.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from knowledge.models import PostingSegment
from knowledge.retrieval.terms import term_hash, terms

# One posting: which chunk, how often the term stands in it, and how many terms the chunk has.
RECORD = np.dtype([("chunk", "<u4"), ("frequency", "<u2"), ("length", "<u2")])
MOST = 65_535


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
    entries: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    lengths = 0
    for item in added:
        counts = Counter(terms(item.text, item.language))
        length = counts.total()
        lengths += min(length, MOST)
        for term, frequency in counts.items():
            entries[term_hash(term)].append((item.chunk_id, min(frequency, MOST), min(length, MOST)))
    lost = sum(min(len(terms(item.text, item.language)), MOST) for item in removed)
    segment = PostingSegment.objects.create(
        collection_id=collection_id,
        chunk_count=len(added) - len(removed),
        term_count=lengths - lost,
        removed=np.array(sorted(item.chunk_id for item in removed), "<u4").tobytes(),
    )
    copy_postings(collection_id, segment.pk, ((term, np.array(rows, RECORD)) for term, rows in entries.items()))


def copy_postings(collection_id: int, segment_id: int, postings: Iterable[tuple[int, NDArray[np.void]]]) -> None:
    statement = "COPY knowledge_posting (collection_id, segment_id, term, data) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(["int8", "int8", "int8", "bytea"])
        for term, records in postings:
            if len(records):
                copy.write_row((collection_id, segment_id, term, records.tobytes()))

"""Merging of segments in the background: a query reads a row for each of its terms and each segment."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from knowledge.models import PostingSegment
from knowledge.retrieval.packing import Integers, Records, decode, encode, range_of, whole
from knowledge.retrieval.postings import copy_rows

# So many segments of about one size become one, as in a log-structured merge tree.
MERGE_FACTOR = 8
ROWS_AT_ONCE = 20_000


def merge(collection_id: int) -> int:
    """Merges segments of similar size where there are many; returns how many became one (0: none)."""
    with transaction.atomic():
        # Locked, so that merges that run at the same time choose different segments; writers and readers go on.
        segments = PostingSegment.objects.select_for_update(skip_locked=True).filter(collection_id=collection_id)
        chosen = _similar(list(segments.order_by("pk")))
        if chosen:
            _merge(collection_id, chosen)
        return len(chosen)


def _similar(segments: list[PostingSegment]) -> list[PostingSegment]:
    by_size: dict[int, list[PostingSegment]] = defaultdict(list)
    for segment in segments:
        size = abs(segment.term_count) + len(segment.removed)
        by_size[size.bit_length() // 3].append(segment)
    return next((group for group in by_size.values() if len(group) >= MERGE_FACTOR), [])


def _merge(collection_id: int, chosen: list[PostingSegment]) -> None:
    removed = np.unique(np.frombuffer(b"".join(bytes(segment.removed) for segment in chosen), "<u4"))
    merged = PostingSegment.objects.create(
        collection_id=collection_id,
        chunk_count=sum(segment.chunk_count for segment in chosen),
        term_count=sum(segment.term_count for segment in chosen),
    )
    ids = [segment.pk for segment in chosen]
    found: set[int] = set()
    for batch in _batches(ids):
        copy_rows(merged.pk, encode(*_without(batch, removed, found)))
    # A chunk that was added in a segment outside this merge stays listed until that one is merged too.
    merged.removed = np.setdiff1d(removed, np.array(sorted(found), "<u4")).tobytes()
    merged.save(update_fields=["removed"])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM knowledge_posting WHERE segment_id = ANY(%s)", [ids])
        cursor.execute("DELETE FROM knowledge_postingsegment WHERE id = ANY(%s)", [ids])


def _batches(segment_ids: list[int]) -> Iterator[list[tuple[int, bytes]]]:
    """Rows by their keys, in batches that never part those of one range of terms."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(
            "SELECT term, data FROM knowledge_posting WHERE segment_id = ANY(%s) ORDER BY term, segment_id",
            [segment_ids],
        )
        held: list[tuple[int, bytes]] = []
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            held += rows
            last = range_of(held[-1][0])
            complete = [row for row in held if row[0] < last]
            held = held[len(complete) :]
            if complete:
                yield complete
        if held:
            yield held


def _without(rows: list[tuple[int, bytes]], removed: NDArray[np.uint32], found: set[int]) -> tuple[Integers, Records]:
    """What lives of the rows' postings, and the term of each; the removed chunks that they named join `found`."""
    groups = list(decode(whole(data) for _key, data in rows))
    terms = np.concatenate([np.repeat(names, counts) for names, counts, _records in groups])
    records = np.concatenate([records for _names, _counts, records in groups])
    if not len(removed):
        return terms, records
    dead = np.isin(records["chunk"], removed)
    found.update(np.unique(records["chunk"][dead]).tolist())
    return terms[~dead], records[~dead]

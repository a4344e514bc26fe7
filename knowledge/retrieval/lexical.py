"""The postings of a query's terms, read from the lexical index."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log

import numpy as np

from knowledge.retrieval.database import fetch
from knowledge.retrieval.packing import Columns, columns, part, range_of
from knowledge.retrieval.query import Concept
from knowledge.retrieval.scoreboard import Chunks
from knowledge.text.terms import term_hash

# One statement, so that statistics and postings are of one moment.
READ = """
    SELECT NULL::bigint, chunk_count, term_count, removed FROM knowledge_postingsegment WHERE collection_id = ANY(%s)
    UNION ALL
    SELECT term, 0, 0, data FROM knowledge_posting WHERE term = ANY(%s) AND segment_id = ANY(
        ARRAY(SELECT id FROM knowledge_postingsegment WHERE collection_id = ANY(%s)))
"""
NOTHING = Columns(np.empty(0, "<u4"), np.empty(0, "<u1"), np.empty(0, "<u1"))


@dataclass(frozen=True)
class Index:
    """What the index holds of the terms of one query."""

    chunk_count: int
    mean_length: float
    postings: dict[int, Columns] = field(default_factory=dict)
    """of each term by ascending chunk"""

    def of(self, term: str) -> Columns:
        return self.postings.get(term_hash(term), NOTHING)

    def rarity(self, concept: Concept) -> float:
        """Inverse document frequency of the most frequent way to say it; the highest where it stands nowhere."""
        return self.idf(max(len(self.of(term)) for term in concept.weights))

    def idf(self, matching: int) -> float:
        return log(1 + (self.chunk_count - matching + 0.5) / (matching + 0.5))


def read(concepts: Sequence[Concept], collections: tuple[int, ...]) -> Index:
    wanted = by_key(concepts)
    ids = list(collections)
    rows = fetch(READ, [ids, list(wanted), ids])
    segments = [row for row in rows if row[0] is None]
    chunk_count = sum(row[1] for row in segments)
    if chunk_count <= 0:
        return Index(0, 1.0)
    pieces = [
        piece
        for key, _chunks, _terms, data in rows
        if key is not None
        for term in wanted[key]
        if (piece := part(data, term)) is not None
    ]
    found: dict[int, list[Columns]] = {}
    for terms, counts, postings in columns(pieces):
        start = 0
        for term, end in zip(terms.tolist(), np.cumsum(counts).tolist(), strict=True):
            found.setdefault(term, []).append(postings[start:end])
            start = end
    removed = np.sort(np.frombuffer(b"".join(row[3] for row in segments), "<u4"))
    living = {term: _living(_together(parts), removed) for term, parts in found.items()}
    return Index(chunk_count, max(1.0, sum(row[2] for row in segments) / chunk_count), living)


def by_key(concepts: Sequence[Concept]) -> dict[int, set[int]]:
    """The keys of the rows in which the concepts' terms may be, each with the hashes to look for there."""
    wanted: dict[int, set[int]] = {}
    for term in {term_hash(term) for concept in concepts for term in concept.weights}:
        for key in (term, range_of(term)):
            wanted.setdefault(key, set()).add(term)
    return wanted


def _together(parts: list[Columns]) -> Columns:
    """Segments follow each other as a rule; those that were written at the same time may be entangled."""
    if len(parts) == 1:
        return parts[0]
    parts.sort(key=lambda part: int(part.chunks[0]))
    whole = Columns(
        np.concatenate([part.chunks for part in parts]),
        np.concatenate([part.frequencies for part in parts]),
        np.concatenate([part.lengths for part in parts]),
    )
    apart = all(one.chunks[-1] < other.chunks[0] for one, other in pairwise(parts))
    return whole if apart else whole[np.argsort(whole.chunks, kind="stable")]


def _living(postings: Columns, removed: Chunks) -> Columns:
    """`removed` ascends."""
    if not len(removed) or not len(postings):
        return postings
    alive = np.ones(len(postings), bool)
    # The shorter of the two is looked up in the longer.
    if len(removed) < len(postings):
        places = np.minimum(np.searchsorted(postings.chunks, removed), len(postings) - 1)
        alive[places[postings.chunks[places] == removed]] = False
    else:
        places = np.minimum(np.searchsorted(removed, postings.chunks), len(removed) - 1)
        alive = removed[places] != postings.chunks
    return postings if alive.all() else postings[alive]

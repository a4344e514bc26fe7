"""Okapi BM25 over the postings (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", eq. 3.15).

The logarithm of the inverse document frequency has 1 added inside, so that it is never negative. A concept that can be
said in several ways counts by its best one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.packing import RECORD, decode, part, range_of
from knowledge.retrieval.query import Concept, Variant
from knowledge.retrieval.scoreboard import Places, Scoreboard, Values
from knowledge.retrieval.terms import term_hash

# One statement, so that statistics and postings are of one moment.
READ = """
    SELECT NULL::bigint, chunk_count, term_count, removed FROM knowledge_postingsegment WHERE collection_id = ANY(%s)
    UNION ALL
    SELECT term, 0, 0, data FROM knowledge_posting WHERE term = ANY(%s) AND segment_id = ANY(
        ARRAY(SELECT id FROM knowledge_postingsegment WHERE collection_id = ANY(%s)))
"""


@dataclass(frozen=True)
class Scores:
    """Chunks in ascending order, and a score for each."""

    chunks: NDArray[np.uint32]
    values: NDArray[np.float64]

    def of(self, chunk_ids: Sequence[int]) -> dict[int, float]:
        """The scores of these chunks; 0 for those that are not among them."""
        if not len(self.chunks):
            return dict.fromkeys(chunk_ids, 0.0)
        wanted = np.array(chunk_ids, "<u4")
        places = np.minimum(np.searchsorted(self.chunks, wanted), len(self.chunks) - 1)
        found = np.where(self.chunks[places] == wanted, self.values[places], 0.0)
        return dict(zip(chunk_ids, found.tolist(), strict=True))

    def best(self) -> NDArray[np.uint32]:
        """The chunks by falling score, the older one first where two are equal."""
        return np.asarray(self.chunks[np.argsort(-self.values, kind="stable")])


@dataclass(frozen=True)
class Index:
    """What the index holds of the terms of one query."""

    chunk_count: int
    mean_length: float
    postings: dict[int, NDArray[np.void]] = field(default_factory=dict)

    def of(self, term: str) -> NDArray[np.void]:
        return self.postings.get(term_hash(term), np.empty(0, RECORD))

    def rarity(self, concept: Concept) -> float:
        """Inverse document frequency of the most frequent way to say it; the highest where it stands nowhere."""
        return _idf(max(len(self.of(term)) for term in concept.weights), self.chunk_count)


def read(concepts: Sequence[Concept], collections: tuple[int, ...]) -> Index:
    wanted = by_key(concepts)
    ids = list(collections)
    with connection.cursor() as cursor:
        cursor.execute(READ, [ids, list(wanted), ids])
        rows = cursor.fetchall()
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
    found: dict[int, list[NDArray[np.void]]] = {}
    for terms, counts, records in decode(pieces):
        for term, own in zip(terms.tolist(), np.split(records, np.cumsum(counts)[:-1]), strict=True):
            found.setdefault(term, []).append(own)
    removed = np.unique(np.frombuffer(b"".join(bytes(row[3]) for row in segments), "<u4"))
    postings = {term: _living(_together(parts), removed) for term, parts in found.items()}
    return Index(chunk_count, max(1.0, sum(row[2] for row in segments) / chunk_count), postings)


def by_key(concepts: Sequence[Concept]) -> dict[int, set[int]]:
    """The keys of the rows in which the concepts' terms may be, each with the hashes to look for there."""
    wanted: dict[int, set[int]] = {}
    for term in {term_hash(term) for concept in concepts for term in concept.weights}:
        for key in (term, range_of(term)):
            wanted.setdefault(key, set()).add(term)
    return wanted


def _together(parts: Sequence[NDArray[np.void]]) -> NDArray[np.void]:
    """As plain numbers, for numpy compares the fields of records one by one."""
    return np.concatenate([part.view("<u8") for part in parts]).view(RECORD)


def _living(records: NDArray[np.void], removed: NDArray[np.uint32]) -> NDArray[np.void]:
    return records[~np.isin(records["chunk"], removed)] if len(removed) else records


def score(index: Index, concepts: Sequence[Concept], config: SearchConfig) -> Scores:
    """BM25 of every chunk that holds a term of a concept."""
    board = Scoreboard([index.of(term)["chunk"] for concept in concepts for term in concept.weights])
    for concept in concepts:
        rarity = index.rarity(concept)
        for variant in concept.variants:
            board.propose(_variant(index, variant, rarity, config, board))
        board.settle()
    return Scores(*board.result())


def by_concept(
    index: Index, concepts: Sequence[Concept], chunk_ids: Sequence[int], config: SearchConfig
) -> dict[int, dict[str, float]]:
    """chunk -> word of the query -> the part of its score that the concept brought, where it brought any."""
    parts = {concept.word: score(index, [concept], config).of(chunk_ids) for concept in concepts}
    return {chunk: {word: scores[chunk] for word, scores in parts.items() if scores[chunk] > 0} for chunk in chunk_ids}


def _variant(
    index: Index, variant: Variant, rarity: float, config: SearchConfig, board: Scoreboard
) -> list[tuple[Places, Values]]:
    """No term is rarer than its concept: a word is not worth more because few documents are in its language."""
    norm = config.k1 * config.b / index.mean_length
    scored = []
    for term in sorted(variant.terms):
        records = index.of(term)
        if len(records):
            idf = min(rarity, _idf(len(records), index.chunk_count))
            frequency = records["frequency"].astype(np.float64)
            damped = frequency + config.k1 * (1 - config.b) + norm * records["length"]
            values = variant.weight * idf * (config.k1 + 1) * frequency / damped
            scored.append((board.places(records["chunk"]), values))
    return scored


def _idf(matching: int, chunk_count: int) -> float:
    return log(1 + (chunk_count - matching + 0.5) / (matching + 0.5))

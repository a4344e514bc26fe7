"""Okapi BM25 over the postings (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", eq. 3.15).

The logarithm of the inverse document frequency has 1 added inside, so that it is never negative.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.postings import RECORD
from knowledge.retrieval.terms import term_hash

# One statement, so that statistics and postings are of one moment.
READ = """
    SELECT NULL::bigint, chunk_count, term_count, removed FROM knowledge_postingsegment WHERE collection_id = ANY(%s)
    UNION ALL
    SELECT term, 0, 0, data FROM knowledge_posting WHERE collection_id = ANY(%s) AND term = ANY(%s)
"""


@dataclass(frozen=True)
class Ranking:
    """Every chunk that holds a term of the query, best first."""

    chunks: NDArray[np.uint32]
    scores: NDArray[np.float64]

    def score_of(self, chunk_ids: list[int]) -> dict[int, float]:
        """BM25 of these chunks; 0 where no term of the query stands in them."""
        order = np.argsort(self.chunks)
        wanted = np.array(chunk_ids, "<u4")
        if not len(order):
            return dict.fromkeys(chunk_ids, 0.0)
        places = np.minimum(np.searchsorted(self.chunks, wanted, sorter=order), len(order) - 1)
        hits = order[places]
        scores = np.where(self.chunks[hits] == wanted, self.scores[hits], 0.0)
        return dict(zip(chunk_ids, scores.tolist(), strict=True))


def rank(weights: Mapping[str, float], collections: tuple[int, ...], config: SearchConfig) -> Ranking:
    """BM25 of the terms, each times its weight, over whole collections."""
    by_hash = {term_hash(term): weight for term, weight in weights.items()}
    ids = list(collections)
    with connection.cursor() as cursor:
        cursor.execute(READ, [ids, ids, list(by_hash)])
        rows = cursor.fetchall()
    segments = [row for row in rows if row[0] is None]
    chunk_count = sum(row[1] for row in segments)
    if chunk_count <= 0:
        return Ranking(np.empty(0, "<u4"), np.empty(0))
    mean_length = sum(row[2] for row in segments) / chunk_count
    removed = np.unique(np.frombuffer(b"".join(bytes(row[3]) for row in segments), "<u4"))
    parts = []
    for term, weight in by_hash.items():
        records = np.frombuffer(b"".join(bytes(row[3]) for row in rows if row[0] == term), RECORD)
        if len(removed):
            records = records[~np.isin(records["chunk"], removed)]
        if len(records):
            parts.append((records["chunk"], weight * _bm25(records, chunk_count, mean_length, config)))
    return _summed(parts)


def _bm25(records: NDArray[np.void], chunk_count: int, mean_length: float, config: SearchConfig) -> NDArray[np.float64]:
    matching = len(records)
    idf = np.log(1 + (chunk_count - matching + 0.5) / (matching + 0.5))
    frequency = records["frequency"].astype(np.float64)
    norm = config.k1 * (1 - config.b + config.b * records["length"] / mean_length)
    return np.asarray(idf * frequency * (config.k1 + 1) / (frequency + norm))


def _summed(parts: list[tuple[NDArray[np.uint32], NDArray[np.float64]]]) -> Ranking:
    if not parts:
        return Ranking(np.empty(0, "<u4"), np.empty(0))
    chunks, where = np.unique(np.concatenate([ids for ids, _scores in parts]), return_inverse=True)
    scores = np.bincount(where, np.concatenate([scores for _ids, scores in parts])).astype(np.float64)
    order = np.argsort(-scores, kind="stable")
    return Ranking(chunks[order], scores[order])

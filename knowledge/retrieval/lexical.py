"""Okapi BM25 over the postings (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", eq. 3.15).

The logarithm of the inverse document frequency has 1 added inside, so that it is never negative. A concept that can be
said in several ways counts by its best one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log

import numpy as np

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.database import fetch
from knowledge.retrieval.packing import Columns, columns, part, range_of
from knowledge.retrieval.query import Concept, Variant
from knowledge.retrieval.scoreboard import Chunks, Numbering, Places, Scoreboard, Values, numbering
from knowledge.retrieval.terms import term_hash

# One statement, so that statistics and postings are of one moment.
READ = """
    SELECT NULL::bigint, chunk_count, term_count, removed FROM knowledge_postingsegment WHERE collection_id = ANY(%s)
    UNION ALL
    SELECT term, 0, 0, data FROM knowledge_posting WHERE term = ANY(%s) AND segment_id = ANY(
        ARRAY(SELECT id FROM knowledge_postingsegment WHERE collection_id = ANY(%s)))
"""
SMALLEST = np.finfo(np.float64).tiny
NOTHING = Columns(np.empty(0, "<u4"), np.empty(0, "<u1"), np.empty(0, "<u1"))


@dataclass(frozen=True)
class Scores:
    """BM25 of chunks by their places; 0 where nothing matches."""

    numbered: Numbering
    totals: Values
    sample: Chunks
    """some of the chunks that match: their scores say from where on the best ones must be looked for"""

    def of(self, chunk_ids: Sequence[int]) -> dict[int, float]:
        """The scores of these chunks; 0 for those that match nothing."""
        if not self.numbered.size:
            return dict.fromkeys(chunk_ids, 0.0)
        places = self.numbered.find(np.array(chunk_ids, np.int64))
        found = np.where(places < 0, 0.0, self.totals[places])
        return dict(zip(chunk_ids, found.tolist(), strict=True))

    def best(self, count: int | None = None) -> Chunks:
        """So many chunks by falling score, or all that match, the older one first where two are equal."""
        places = np.flatnonzero(self.totals >= self._least(count) if count else self.totals)
        order = np.argsort(-self.totals[places], kind="stable")[:count]
        return self.numbered.chunks(places[order])

    def _least(self, count: int) -> float:
        """A positive score that at least so many chunks have, or all that match."""
        sampled = self.totals[self.numbered.places(self.sample)]
        return float(np.partition(sampled, -count)[-count]) if len(sampled) >= count else SMALLEST


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
        return _idf(max(len(self.of(term)) for term in concept.weights), self.chunk_count)


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
    removed = np.unique(np.frombuffer(b"".join(row[3] for row in segments), "<u4"))
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
    places = np.minimum(np.searchsorted(postings.chunks, removed), len(postings) - 1)
    dead = places[postings.chunks[places] == removed]
    if not len(dead):
        return postings
    alive = np.ones(len(postings), bool)
    alive[dead] = False
    return postings[alive]


def score(index: Index, concepts: Sequence[Concept], config: SearchConfig) -> Scores:
    """BM25 of every chunk that holds a term of a concept."""
    lists = [index.of(term).chunks for concept in concepts for term in concept.weights]
    board = Scoreboard(numbering(lists))
    for concept in concepts:
        rarity = index.rarity(concept)
        said = [found for variant in concept.variants if (found := _variant(index, variant, rarity, config, board))]
        if len(said) == 1:
            board.add(said[0])
            continue
        for terms in said:
            board.propose(terms)
        board.settle()
    enough = [chunks for chunks in lists if len(chunks) >= config.candidates]
    return Scores(board.numbered, board.total, min(enough, key=len, default=NOTHING.chunks))


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
    norm = np.float64(config.k1 * config.b / index.mean_length)
    scored = []
    for term in sorted(variant.terms):
        records = index.of(term)
        if len(records):
            idf = min(rarity, _idf(len(records), index.chunk_count))
            values = norm * records.lengths
            values += config.k1 * (1 - config.b)
            values += records.frequencies
            np.divide(records.frequencies, values, out=values)
            values *= variant.weight * idf * (config.k1 + 1)
            scored.append((board.numbered.places(records.chunks), values))
    return scored


def _idf(matching: int, chunk_count: int) -> float:
    return log(1 + (chunk_count - matching + 0.5) / (matching + 0.5))

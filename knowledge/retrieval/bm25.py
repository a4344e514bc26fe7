"""Okapi BM25 over the postings (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", eq. 3.15).

The logarithm of the inverse document frequency has 1 added inside, so that it is never negative. A concept that can be
said in several ways counts by its best one.

Frequent words bring little and cost most. As soon as what the remaining concepts can bring at most is less than what
the best chunks already have, the others are left aside, and the rest is looked up for those that may still be among
the best alone (MaxScore: Turtle & Flood 1995, "Query evaluation: strategies and optimizations"). The best are the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.lexical import Index
from knowledge.retrieval.packing import Columns
from knowledge.retrieval.query import Concept
from knowledge.retrieval.scoreboard import Chunks, Places, Scoreboard, Values, numbering

SMALLEST = float(np.finfo(np.float32).tiny)
# To look a chunk up in a list costs about as much as to score so many postings.
LOOK_UP = 100


@dataclass(frozen=True)
class _Said:
    """A term of a variant: its postings, and what all of its scores are multiplied by."""

    postings: Columns
    worth: float


@dataclass(frozen=True)
class _Weighed:
    """A concept with what of it stands anywhere."""

    variants: tuple[tuple[_Said, ...], ...]
    most: float
    """no chunk's score for it is higher"""

    @property
    def lists(self) -> list[Chunks]:
        return [said.postings.chunks for variant in self.variants for said in variant]


@dataclass(frozen=True)
class _Saturation:
    """How the score of a term grows with its frequency, and falls with the chunk's length."""

    k1: float
    b: float
    mean_length: float

    def of(self, postings: Columns) -> Values:
        """0 to 1."""
        values: Values = np.multiply(postings.lengths, self.k1 * self.b / self.mean_length, dtype=np.float32)
        values += self.k1 * (1 - self.b)
        values += postings.frequencies
        np.divide(postings.frequencies, values, out=values)
        return values

    def most(self, postings: Columns) -> float:
        highest = float(postings.frequencies.max())
        shortest = float(postings.lengths.min())
        return highest / (highest + self.k1 * (1 - self.b + self.b * shortest / self.mean_length))


class Scores:
    """BM25 of every chunk that holds a term of a concept."""

    def __init__(self, index: Index, concepts: Sequence[Concept], config: SearchConfig) -> None:
        self._saturation = _Saturation(config.k1, config.b, index.mean_length)
        self._count = config.candidates
        self.maximum = sum(_limit(index, concept, config) for concept in concepts)
        """what a chunk with every concept at its most would score; 0 for a query without concepts"""
        weighed = (self._weighed(index, concept, config) for concept in concepts)
        self._concepts = sorted((found for found in weighed if found.variants), key=lambda found: -found.most)
        self._lists = [chunks for concept in self._concepts for chunks in concept.lists]
        self._board = Scoreboard(numbering(self._lists))
        self.left_aside = self._score()
        """concepts that were looked up for the best chunks alone"""

    def of(self, chunk_ids: Sequence[int]) -> dict[int, float]:
        """The scores of these chunks; 0 for those that match nothing."""
        wanted = np.unique(np.array(chunk_ids, "<u4"))
        values = np.zeros(len(wanted), np.float32)
        for concept in self._concepts:
            values += self._at(concept, wanted)
        return dict(zip(wanted.tolist(), values.tolist(), strict=True))

    def best(self, count: int | None = None) -> Chunks:
        """So many chunks by falling score, or all that match, the older one first where two are equal."""
        if count is None or count > self._count:
            self._finish()
        totals = self._board.total
        places = np.flatnonzero(totals >= self._least(count, len(self._concepts)) if count else totals)
        if count and len(places) > count:
            values = totals[places]
            places = places[values >= np.partition(values, -count)[-count]]
        order = np.argsort(-totals[places], kind="stable")[:count]
        return self._board.numbered.chunks(places[order])

    def _score(self) -> int:
        """Scores concepts until the best chunks are known; returns how many concepts are not on the board for all."""
        rest = sum(concept.most for concept in self._concepts)
        for done, concept in enumerate(self._concepts):
            least = self._least(self._count, done)
            if least > rest and self._settle(done, least - rest):
                return len(self._concepts) - done
            self._add(concept)
            rest -= concept.most
        return 0

    def _settle(self, done: int, least: float) -> bool:
        """Adds the concepts that are left to the chunks that have so much already, if those are few."""
        left = self._concepts[done:]
        places = np.flatnonzero(self._board.total >= least)
        if LOOK_UP * len(places) > sum(len(chunks) for concept in left for chunks in concept.lists):
            return False
        chunks = self._board.numbered.chunks(places)
        for concept in left:
            self._board.total[places] += self._at(concept, chunks)
        return True

    def _finish(self) -> None:
        """Scores every chunk by every concept, where some had been left aside."""
        if self.left_aside:
            self._board = Scoreboard(self._board.numbered)
            for concept in self._concepts:
                self._add(concept)
            self.left_aside = 0

    def _least(self, count: int, done: int) -> float:
        """A score that at least so many chunks have by now, or any that is positive."""
        lists = (chunks for concept in self._concepts[:done] for chunks in concept.lists if len(chunks) >= count)
        sample = min(lists, key=len, default=None)
        if sample is None:
            return SMALLEST
        totals = self._board.total[self._board.numbered.places(sample)]
        return max(SMALLEST, float(np.partition(totals, -count)[-count]))

    def _add(self, concept: _Weighed) -> None:
        self._board.add([[self._placed(term) for term in variant] for variant in concept.variants])

    def _placed(self, said: _Said) -> tuple[Places, Values]:
        values = self._saturation.of(said.postings)
        values *= said.worth
        return self._board.numbered.places(said.postings.chunks), values

    def _at(self, concept: _Weighed, chunks: Chunks) -> Values:
        """What the concept brings to these chunks; they ascend."""
        best = np.zeros(len(chunks), np.float32)
        for variant in concept.variants:
            values = np.zeros(len(chunks), np.float32)
            for said in variant:
                listed = said.postings.chunks
                places = np.minimum(np.searchsorted(listed, chunks), len(listed) - 1)
                hit = listed[places] == chunks
                values[hit] += said.worth * self._saturation.of(said.postings[places[hit]])
            best = np.maximum(best, values)
        return best

    def _weighed(self, index: Index, concept: Concept, config: SearchConfig) -> _Weighed:
        """No term is rarer than its concept: a word is not worth more because few documents are in its language."""
        rarity = index.rarity(concept)
        variants = []
        for variant in concept.variants:
            postings = [found for term in sorted(variant.terms) if len(found := index.of(term))]
            factor = variant.weight * (config.k1 + 1)
            said = tuple(_Said(found, factor * min(rarity, index.idf(len(found)))) for found in postings)
            if said:
                variants.append(said)
        sums = (sum(said.worth * self._saturation.most(said.postings) for said in variant) for variant in variants)
        return _Weighed(tuple(variants), max(sums, default=0.0))


def _limit(index: Index, concept: Concept, config: SearchConfig) -> float:
    """What the word as it was asked brings where it fills the text; other ways of saying it weigh less."""
    return index.rarity(concept) * (config.k1 + 1) * len(concept.variants[0].terms)


def by_concept(
    index: Index, concepts: Sequence[Concept], chunk_ids: Sequence[int], config: SearchConfig
) -> dict[int, dict[str, float]]:
    """chunk -> word of the query -> the part of its score that the concept brought, where it brought any."""
    parts = {concept.word: Scores(index, [concept], config).of(chunk_ids) for concept in concepts}
    return {chunk: {word: scores[chunk] for word, scores in parts.items() if scores[chunk] > 0} for chunk in chunk_ids}

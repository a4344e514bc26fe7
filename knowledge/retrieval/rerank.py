"""The second stage: the best candidates are read, and judged by what an index of single terms cannot see."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.query import Concept
from knowledge.text.initials import may_be_acronym, stands_for
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import (
    MAX_REWRITTEN_WORD,
    MIN_BEGINNING,
    STEM_MARK,
    beginnings,
    fold,
    keeps_beginning,
    lone_word,
    stem,
    terms_in,
    words,
    words_in,
)


@dataclass(frozen=True)
class Candidate:
    chunk_id: int
    document_id: int
    text: str
    heading: str
    """titles of document and section"""
    language: str
    score: float
    """of the first stage, 0-1"""


@dataclass(frozen=True)
class Judgement:
    coverage: float
    """0-1: share of the query's concepts, by rarity, that text or heading has"""
    heading: float
    """0-1: the same of the heading alone"""
    label: float
    """0-1: the same of a label in the text that speaks of nothing else: "Historial: conjunto de documentos" """


Said = tuple[int, float]
"""index of a concept, weight of the variant; no weight where a word speaks of none"""
NOTHING: Said = (-1, 0.0)
# What stands before a colon at the beginning of a line: a term that is defined, the name of a value.
_LABEL = re.compile(
    r"^[^\S\n]*+(?:[-–—•*·▪«\"]|\d{1,3}[.)ªº]|[a-zA-Z][.)])*+[^\S\n]*+([^\n:.;]{3,80}):[^\S\n]++\S", re.M
)


class Matcher:
    """Which concept of a query a word speaks of; every word of every candidate is looked up, so each once."""

    def __init__(self, concepts: Sequence[Concept]) -> None:
        self.concepts = concepts
        self._terms: dict[str, Said] = {}
        for index, concept in enumerate(concepts):
            for term, weight in concept.weights.items():
                if weight > self._terms.get(term, NOTHING)[1]:
                    self._terms[term] = (index, weight)
        self._known = frozenset(self._terms)
        self._beginnings = tuple(found for term in self._terms for found in beginnings(term))
        self._starts = {found[:MIN_BEGINNING] for found in self._beginnings}
        self._seen: dict[str, set[str]] = {}
        self._said: dict[str, dict[str, tuple[Said, ...]]] = {}

    def places(self, text: str, language: str) -> dict[int, list[tuple[float, int]]]:
        """Index of a concept -> (weight of the variant, number of the word) wherever the text has it."""
        pieces = text.split()
        said = self._all_said(set(pieces), language)
        found: dict[int, list[tuple[float, int]]] = {}
        first = 0
        for piece in pieces:
            for number, (index, weight) in enumerate(said.get(piece, ()), start=first):
                if weight:
                    found.setdefault(index, []).append((weight, number))
            first += len(words_in(piece))
        return found

    def weights(self, text: str, language: str) -> dict[int, float]:
        """Index of a concept -> the greatest weight by which the text has it."""
        present = set(text.split())
        said = self._all_said(present, language)
        found: dict[int, float] = {}
        for piece in present & said.keys():
            for index, weight in said[piece]:
                if weight > found.get(index, 0.0):
                    found[index] = weight
        return found

    def _all_said(self, present: set[str], language: str) -> dict[str, tuple[Said, ...]]:
        """Piece of a text -> what each of its words says, for all so far of which a word speaks of a concept."""
        said, seen = self._said.setdefault(language, {}), self._seen.setdefault(language, set())
        fresh = present - seen
        seen |= fresh
        for piece in self._possible(fresh, language):
            if not self._known.isdisjoint(terms_in(piece, language)):
                said[piece] = tuple(self._of(word, language) for word in words_in(piece))
        return said

    def _possible(self, pieces: set[str], language: str) -> list[str]:
        """Most begin otherwise than any term: not even their stems are needed."""
        if not keeps_beginning(language):
            return list(pieces)
        short, starts, beginnings = MAX_REWRITTEN_WORD, self._starts, self._beginnings
        return [
            piece
            for piece in pieces
            if len(word := piece.lower() if piece.isascii() and piece.isalpha() else lone_word(piece)) <= short
            or (word[:MIN_BEGINNING] in starts and word.startswith(beginnings))
        ]

    def _of(self, word: str, language: str) -> Said:
        folded = fold(word)
        by_word = self._terms.get(folded, NOTHING)
        by_stem = self._terms.get(STEM_MARK + stem(word, language), NOTHING) if word.isalpha() else by_word
        return by_word if by_word[1] >= by_stem[1] else by_stem


@dataclass(frozen=True)
class Judged:
    score: float
    first: float
    """the part of the first stage, 0-1"""
    judgement: Judgement


def rerank(
    candidates: Sequence[Candidate], concepts: Sequence[Concept], rarity: Mapping[str, float], config: SearchConfig
) -> dict[int, Judged]:
    """By chunk id. Scores of the candidates are 0-1."""
    matcher = Matcher(concepts)
    return {
        candidate.chunk_id: _judged(candidate, judge(candidate, matcher, rarity), config) for candidate in candidates
    }


def _judged(candidate: Candidate, found: Judgement, config: SearchConfig) -> Judged:
    added = config.coverage * found.coverage + config.heading * found.heading + config.label * found.label
    return Judged(candidate.score + added, candidate.score, found)


def judge(candidate: Candidate, matcher: Matcher, rarity: Mapping[str, float]) -> Judgement:
    concepts = matcher.concepts
    in_text = matcher.weights(candidate.text, candidate.language)
    in_heading = matcher.weights(candidate.heading, candidate.language)
    total = sum(rarity[concept.word] for concept in concepts) or 1.0
    both = heading = 0.0
    for index, concept in enumerate(concepts):
        inside, above = in_text.get(index, 0.0), in_heading.get(index, 0.0)
        if not above and candidate.heading and may_be_acronym(concept.word):
            above = float(stands_for(concept.word, candidate.heading))
        both += rarity[concept.word] * max(inside, above)
        heading += rarity[concept.word] * above
    label = max((_of_label(one, candidate.language, matcher, rarity) for one in _labels(candidate.text)), default=0.0)
    return Judgement(both / total, heading / total, label / total)


def _labels(text: str) -> set[str]:
    return {found[1] for found in _LABEL.finditer(text)}


def _of_label(label: str, language: str, matcher: Matcher, rarity: Mapping[str, float]) -> float:
    """The rarity of the concepts that it says, times the share of its content words that say one."""
    said = matcher.places(label, language)
    speaking = {number for places in said.values() for _weight, number in places}
    telling = sum(fold(word) not in STOPWORDS for word in words(label))
    rare = sum(rarity[matcher.concepts[index].word] for index in said)
    return rare * min(1.0, len(speaking) / telling) if telling else 0.0

"""Which sentences of the evidence answer a question, best first."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.agent.answers.coverage import Asked, take_apart
from chat.agent.answers.fitting import Fitting, fitting, read
from chat.agent.answers.units import cells, units
from knowledge.embedding.remembered import vectors
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold, words

# So many sentences, the best by their words, are compared by meaning too: each costs some milliseconds.
EMBEDDED = 8
WORDS_SHARE, CONTEXT_SHARE, MEANING_SHARE, RANK_SHARE = 0.3, 0.4, 0.35, 0.3
# Of the rank of its passage, for a sentence of the section that is outside the chunk that was found.
OUTSIDE = 0.5
# How much of what a sentence speaks of is still understood in the next one.
REMEMBERED = 0.8
# What is left of the score for each name of the question that is missing, of a row none of whose values was asked for,
# and of a sentence that asks itself.
NAME_MISSING = 0.85
UNNAMED_ROW = 0.75
QUESTION = 0.3
# Of the rank of its passage, for last year's version of a document.
OLDER = 0.6
REPEATED = 0.8
SHORTEST_WORDS = 3
_YEARS = re.compile(r"\d{4}(?:[-/]\d{2,4})?")


@dataclass(frozen=True)
class Candidate:
    passage: Passage
    start: int
    """section_text[start:end] is the sentence"""
    end: int
    score: float
    found: frozenset[int] = frozenset()
    """the concepts of the question that it speaks of itself"""
    covered: float = 0.0
    """0-1: how much of the question it speaks of, understood from its headings and what stands before it"""

    @property
    def text(self) -> str:
        return self.passage.section_text[self.start : self.end]

    @property
    def read(self) -> str:
        return read(self.passage, self.text)

    def repeats(self, other: "Candidate") -> bool:
        mine, others = set(map(fold, words(self.text))), set(map(fold, words(other.text)))
        return len(mine & others) >= REPEATED * min(len(mine), len(others))


def ranked(query: str, evidence: Sequence[Passage], collections: tuple[int, ...]) -> list[Candidate]:
    return ranked_for(take_apart(query, collections), evidence)


def ranked_for(asked: Asked, evidence: Sequence[Passage], most: int = EMBEDDED) -> list[Candidate]:
    """So many of them."""
    best = max((passage.score for passage in evidence), default=0.0) or 1.0
    wanted = fitting(asked)
    found: dict[tuple[int, int], Candidate] = {}
    for passage in evidence:
        worth = RANK_SHARE * passage.score / best * (OLDER if _is_older(passage, evidence) else 1.0)
        for candidate in _of_passage(wanted, passage, worth):
            key = (passage.section_id, candidate.start)
            if key not in found or found[key].score < candidate.score:
                found[key] = candidate
    by_words = sorted(found.values(), key=lambda candidate: -candidate.score)
    return sorted(_with_meaning(wanted, by_words[:most]), key=lambda candidate: -candidate.score)


def _is_older(passage: Passage, evidence: Sequence[Passage]) -> bool:
    """Than the same document of another year: the question names no year, or only that year's were found."""
    same = (one for one in evidence if _YEARS.sub("", one.title) == _YEARS.sub("", passage.title))
    return any(one.academic_year > passage.academic_year for one in same if passage.academic_year)


def _of_passage(wanted: Fitting, passage: Passage, worth: float) -> Iterator[Candidate]:
    """The sentences of the section; each is understood from its headings and those before it."""
    text, language, asked = passage.section_text, passage.language, wanted.asked
    around = asked.found_in(f"{passage.title} {passage.section} {passage.academic_year}", language)
    before: dict[int, float] = {}
    for start, end in units(text):
        sentence = text[start:end]
        said = asked.found_in(sentence, language)
        if len(sentence.split()) >= SHORTEST_WORDS:
            understood = read(passage, sentence)
            own = {**said, **wanted.said_by_kind(understood)}
            covered = asked.coverage(own, around, before)
            score = WORDS_SHARE * asked.coverage(own) + CONTEXT_SHARE * covered
            score += worth * (1.0 if end > passage.start and start < passage.end else OUTSIDE)
            score *= NAME_MISSING ** asked.missing_names(own, around, before)
            score *= _plain(asked, sentence, language) * wanted.share(understood, language)
            yield Candidate(passage, start, end, score, frozenset(said), covered)
        kept = {index: REMEMBERED * share for index, share in before.items()}
        before = {index: max(said.get(index, 0.0), kept.get(index, 0.0)) for index in said.keys() | kept.keys()}


def _plain(asked: Asked, sentence: str, language: str) -> float:
    if sentence.endswith("?"):
        return QUESTION
    values = " ".join(value for _header, value in cells(sentence)) if ROW.match(sentence) else ""
    return UNNAMED_ROW if values and not asked.found_in(values, language) else 1.0


def _with_meaning(wanted: Fitting, candidates: Sequence[Candidate]) -> list[Candidate]:
    if not candidates:
        return []
    texts = [f"{candidate.passage.section}: {candidate.text}" for candidate in candidates]
    asked, *others = vectors([wanted.asked.text, *texts])
    cosines = np.maximum(np.array(others) @ asked, 0)
    languages = [candidate.passage.language for candidate in candidates]
    return [
        replace(one, score=one.score + MEANING_SHARE * meaning * wanted.share(one.read, one.passage.language))
        for one, meaning in zip(candidates, _across_languages(cosines, languages), strict=True)
    ]


def _across_languages(cosines: np.ndarray, languages: Sequence[str]) -> list[float]:
    """As if every language had the same mean: texts in the question's own are nearer to it, whatever they say."""
    of = np.array(languages)
    means = {language: cosines[of == language].mean() for language in set(languages)}
    own = np.array([means[language] for language in languages])
    level: list[float] = (cosines - own + cosines.mean()).tolist()
    return level

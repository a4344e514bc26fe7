"""Which sentences of the evidence answer a question, best first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.agent.llm.embedded.answer_types import holds_answer
from chat.agent.llm.embedded.coverage import Asked, take_apart
from chat.agent.llm.embedded.units import is_fragment, units
from knowledge.embedding.registry import get_embedder
from knowledge.retrieval.config import Passage
from knowledge.retrieval.terms import fold, words

# So many sentences, the best by their words, are compared by meaning too: each costs some milliseconds.
EMBEDDED = 20
WORDS_SHARE, CONTEXT_SHARE, MEANING_SHARE, RANK_SHARE = 0.3, 0.4, 0.35, 0.25
# What is left of the score of a sentence without the kind of thing that is asked for, and of one that asks itself.
WRONG_KIND = 0.7
QUESTION = 0.3
REPEATED = 0.8
SHORTEST_WORDS = 3


@dataclass(frozen=True)
class Candidate:
    passage: Passage
    start: int
    """section_text[start:end] is the sentence"""
    end: int
    score: float

    @property
    def text(self) -> str:
        return self.passage.section_text[self.start : self.end]

    def repeats(self, other: "Candidate") -> bool:
        mine, others = set(map(fold, words(self.text))), set(map(fold, words(other.text)))
        return len(mine & others) >= REPEATED * min(len(mine), len(others))


def ranked(query: str, evidence: Sequence[Passage], collections: tuple[int, ...]) -> list[Candidate]:
    asked = take_apart(query, collections)
    best = max((passage.score for passage in evidence), default=0.0) or 1.0
    found: dict[tuple[int, int], Candidate] = {}
    for passage in evidence:
        for candidate in _of_passage(asked, passage, RANK_SHARE * passage.score / best):
            key = (passage.section_id, candidate.start)
            if key not in found or found[key].score < candidate.score:
                found[key] = candidate
    by_words = sorted(found.values(), key=lambda candidate: -candidate.score)
    return sorted(_with_meaning(query, by_words[:EMBEDDED]), key=lambda candidate: -candidate.score)


def _of_passage(asked: Asked, passage: Passage, worth: float) -> Iterator[Candidate]:
    """The sentences of the chunk that was found; each is understood from its headings and the one before it."""
    text, language = passage.section_text, passage.language
    around = asked.found_in(f"{passage.title} {passage.section} {passage.academic_year}", language)
    before: dict[int, float] = {}
    for start, end in units(text):
        if end <= passage.start or start >= passage.end:
            continue
        said = asked.found_in(text[start:end], language)
        if len(text[start:end].split()) >= SHORTEST_WORDS:
            score = WORDS_SHARE * asked.coverage(said) + CONTEXT_SHARE * asked.coverage(said, around, before) + worth
            yield Candidate(passage, start, end, score)
        before = said


def _with_meaning(query: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    if not candidates:
        return []
    texts = [f"{candidate.passage.section}: {candidate.text}" for candidate in candidates]
    vectors = get_embedder().embed([query, *texts])
    cosines = np.maximum(vectors[1:] @ vectors[0], 0).tolist()
    return [_judged(query, candidate, cosine) for candidate, cosine in zip(candidates, cosines, strict=True)]


def _judged(query: str, candidate: Candidate, cosine: float) -> Candidate:
    score = candidate.score + MEANING_SHARE * cosine
    shown = f"{candidate.passage.section}: {candidate.text}" if is_fragment(candidate.text) else candidate.text
    if holds_answer(query, shown) is False:
        score *= WRONG_KIND
    if candidate.text.endswith("?"):
        score *= QUESTION
    return replace(candidate, score=score)

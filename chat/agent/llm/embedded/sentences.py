"""Which sentences of the evidence answer a question, best first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.agent.llm.embedded.answer_types import holds_answer
from chat.agent.llm.embedded.matching import content_words, coverage
from knowledge.embedding.registry import get_embedder
from knowledge.ingestion.sentences import spans
from knowledge.retrieval.config import Passage
from knowledge.retrieval.statistics import rarity

# So many sentences, the best by their words, are compared by meaning too: each costs some milliseconds.
EMBEDDED = 24
WORDS_SHARE, CONTEXT_SHARE, MEANING_SHARE, RANK_SHARE = 0.45, 0.2, 0.35, 0.15
WRONG_KIND = 0.7
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
        mine, others = set(content_words(self.text)), set(content_words(other.text))
        return len(mine & others) >= REPEATED * min(len(mine), len(others))


def ranked(query: str, evidence: Sequence[Passage], collections: tuple[int, ...]) -> list[Candidate]:
    asked = content_words(query)
    weights = rarity(asked, collections)
    best = max((passage.score for passage in evidence), default=0.0) or 1.0
    found: dict[tuple[int, int], Candidate] = {}
    for passage in evidence:
        around = content_words(f"{passage.title} {passage.section} {passage.academic_year}")
        for start, end in _sentences(passage):
            key = (passage.section_id, start)
            text = content_words(passage.section_text[start:end])
            score = WORDS_SHARE * coverage(asked, weights, text) + CONTEXT_SHARE * coverage(
                asked, weights, around | text
            )
            score += RANK_SHARE * passage.score / best
            if key not in found or found[key].score < score:
                found[key] = Candidate(passage, start, end, score)
    by_words = sorted(found.values(), key=lambda candidate: -candidate.score)
    return sorted(_with_meaning(query, by_words[:EMBEDDED]), key=lambda candidate: -candidate.score)


def _sentences(passage: Passage) -> list[tuple[int, int]]:
    """The sentences of the chunk that was found, headings and scraps left out."""
    within = [(start, end) for start, end in spans(passage.section_text) if start < passage.end and end > passage.start]
    return [(start, end) for start, end in within if len(passage.section_text[start:end].split()) >= SHORTEST_WORDS]


def _with_meaning(query: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    if not candidates:
        return []
    texts = [f"{candidate.passage.section}: {candidate.text}" for candidate in candidates]
    vectors = get_embedder().embed([query, *texts])
    cosines = vectors[1:] @ vectors[0]
    scored = []
    for candidate, cosine in zip(candidates, np.maximum(cosines, 0).tolist(), strict=True):
        score = candidate.score + MEANING_SHARE * cosine
        if holds_answer(query, candidate.text) is False:
            score *= WRONG_KIND
        scored.append(replace(candidate, score=score))
    return scored

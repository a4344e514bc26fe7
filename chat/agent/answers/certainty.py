"""How sure it is that the evidence answers a question. The weights and the threshold are fitted: docs/agent.md."""

from collections.abc import Sequence

from chat.agent.answers.coverage import Asked
from chat.agent.answers.relevance import relevance_of
from chat.agent.answers.sentences import Candidate
from knowledge.retrieval.config import Passage

PASSAGE_SHARE, SENTENCE_SHARE, AHEAD_SHARE = 0.58, 0.29, 0.29
# A sentence further ahead of the next is not surer.
FAR_AHEAD = 0.3
# What is left for each name of the question that neither the best sentence nor a heading above it has.
NAME_MISSING = 0.85


def certainty(asked: Asked, candidates: Sequence[Candidate], evidence: Sequence[Passage]) -> float:
    """0-1, by the best passage, the best sentence, and how far that one is ahead of the next."""
    if not candidates:
        return 0.0
    best, following = candidates[0], candidates[1].score if len(candidates) > 1 else 0.0
    ahead = min(FAR_AHEAD, best.score - following)
    passage = best.passage
    said = asked.found_in(f"{passage.title} {passage.section} {passage.academic_year} {best.text}", passage.language)
    sure = PASSAGE_SHARE * relevance_of(asked, evidence) + SENTENCE_SHARE * best.score + AHEAD_SHARE * ahead
    return min(1.0, sure * NAME_MISSING ** asked.missing_names(said))

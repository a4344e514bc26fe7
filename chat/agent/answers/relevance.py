"""Whether evidence is about a question, as one number: concepts that match by their rarity, names, and the cosine."""

from collections.abc import Sequence

from chat.agent.answers.coverage import Asked
from knowledge.retrieval.config import Passage

COVERAGE_SHARE = 0.65
# Cosines of unrelated and of well related text with this embedding model, outside English too.
UNRELATED, RELATED = 0.2, 0.7
# What is left of the relevance for each name of the question that a passage lacks.
NAME_MISSING = 0.75
# And where it does not speak of the very thing that is asked for: the dean of a faculty whose library it describes.
FOCUS_MISSING = 0.8


def relevance_of(asked: Asked, evidence: Sequence[Passage]) -> float:
    """0-1, of the best passage."""
    return max((_relevance(asked, passage) for passage in evidence), default=0.0)


def _relevance(asked: Asked, passage: Passage) -> float:
    closeness = min(1.0, max(0.0, (passage.dense - UNRELATED) / (RELATED - UNRELATED)))
    text = f"{passage.title} {passage.section} {passage.academic_year} {passage.text}"
    found = asked.found_in(text, passage.language)
    covered = COVERAGE_SHARE * asked.coverage(found) + (1 - COVERAGE_SHARE) * closeness
    missing = NAME_MISSING ** asked.missing_names(found) * (FOCUS_MISSING if asked.misses_focus(found) else 1.0)
    return covered * missing

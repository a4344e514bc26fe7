"""Whether evidence is about a question, as one number: words that match by their rarity, and the cosine."""

from collections.abc import Sequence

from chat.agent.llm.embedded.matching import content_words, coverage
from knowledge.retrieval.config import Passage
from knowledge.retrieval.statistics import rarity

COVERAGE_SHARE = 0.6
# Cosines of unrelated and of well related text with this embedding model, outside English too.
UNRELATED, RELATED = 0.2, 0.7


def relevance_of(query: str, evidence: Sequence[Passage], collections: tuple[int, ...]) -> float:
    """0-1, of the best passage. A question without a word of meaning is judged by the cosine alone."""
    asked = content_words(query)
    weights = rarity(asked, collections)
    return max((_relevance(asked, weights, passage) for passage in evidence), default=0.0)


def _relevance(asked: dict[str, frozenset[str]], weights: dict[str, float], passage: Passage) -> float:
    closeness = min(1.0, max(0.0, (passage.dense - UNRELATED) / (RELATED - UNRELATED)))
    if not asked:
        return closeness
    text = content_words(f"{passage.title} {passage.section} {passage.academic_year} {passage.text}")
    return COVERAGE_SHARE * coverage(asked, weights, text) + (1 - COVERAGE_SHARE) * closeness

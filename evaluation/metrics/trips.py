"""What the KoalaRoute evaluation measures of the passages that an itinerary rests on, by its own definitions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.folding import fold
from evaluation.metrics.retrieval import is_expected


def adaptive_recall(observation: Observation) -> float | None:
    """Recall over the first k = ⌈0.6 · n⌉ of the n passages that the assistant retrieved, k at least 1:
    |expected documents or sections among them| / |expected|; None where none is expected."""
    if not observation.documents:
        return None
    first = observation.retrieved[: depth(len(observation.retrieved))]
    hits = sum(any(is_expected(one, found) for found in first) for one in observation.documents)
    return hits / len(observation.documents)


def depth(retrieved: int) -> int:
    """⌈0.6 · retrieved⌉ in whole numbers, so that no rounding of 0.6 adds one; at least 1."""
    return max(1, (6 * retrieved + 9) // 10)


def plans_nothing(observation: Observation) -> bool:
    """Without a form, or to be refused: for neither a trip is retrieved."""
    return observation.interests is None or observation.kind == "sensitive"


def thematic_coverage(observation: Observation) -> float | None:
    """|asked interests among the categories of the retrieved passages| / |asked|; 1 where none is asked.

    None where the case has no form, or is to be refused.
    """
    if plans_nothing(observation):
        return None
    if not observation.interests:
        return 1.0
    present = {fold(category) for found in observation.retrieved for category in found.categories}
    return sum(fold(interest) in present for interest in observation.interests) / len(observation.interests)


def semantic_coherence(observation: Observation) -> float | None:
    """Mean cosine of the query and each passage that the assistant retrieved, -1 to 1; 0 where nothing was.

    None where the case has no form, or is to be refused. The cosines are those of the search, which maps the query
    towards passages where the model has a map (docs/retrieval.md): this compares runs by one embedding model and one
    map only.
    """
    if plans_nothing(observation):
        return None
    cosines = [found.cosine for found in observation.retrieved]
    return sum(cosines) / len(cosines) if cosines else 0.0


METRICS = (
    Metric("adaptive_recall", _("Adaptive recall"), adaptive_recall),
    Metric("thematic_coverage", _("Thematic coverage"), thematic_coverage),
    Metric("semantic_coherence", _("Semantic coherence"), semantic_coherence),
)

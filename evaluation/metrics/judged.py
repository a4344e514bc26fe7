"""Faithfulness and relevance as the judge's model sees them; a run without such a model has neither.

Faithfulness: |atomic claims that a passage supports| / |atomic claims| (Es et al., RAGAS, 2024, section 3); the failing
ones are listed in the outcome. Relevance: how well the answer meets the question, 0-1 as the model gives it, with what
it leaves out and what nobody asked for beside it.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def faithfulness(observation: Observation) -> float | None:
    """None where nothing was judged, or nothing is claimed."""
    judged = observation.judged
    if not judged or not judged["claims"]:
        return None
    return 1 - len(judged["failing"]) / float(judged["claims"])


def relevance(observation: Observation) -> float | None:
    """None where nothing was judged."""
    return float(observation.judged["relevance"]) if observation.judged else None


METRICS = (
    Metric("judged_faithfulness", _("Faithfulness (judged by a model)"), faithfulness),
    Metric("judged_relevance", _("Relevance (judged by a model)"), relevance),
)

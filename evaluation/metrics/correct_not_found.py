"""Correct “not found”: 1 where an unanswerable question is answered with “not found”, else 0.

The mean is the rejection rate of Chen et al., Benchmarking Large Language Models in Retrieval-Augmented Generation
(2024), negative rejection.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where the question can be answered."""
    return float(observation.status == "not_found") if observation.kind == "unanswerable" else None


METRIC = Metric("correct_not_found", _("Correct “not found”"), score)

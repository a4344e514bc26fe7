"""Correct clarification: 1 where an ambiguous question is met with a question in return, else 0."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where the question is not ambiguous."""
    return float(observation.status == "clarify") if observation.kind == "ambiguous" else None


METRIC = Metric("correct_clarify", _("Ambiguous questions asked back"), score)

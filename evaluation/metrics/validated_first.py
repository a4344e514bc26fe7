"""Validated at the first attempt: 1 where the critic let the first draft pass, 0 where it was written again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where nothing was criticised."""
    return float(observation.outcome == "validated") if observation.outcome else None


METRIC = Metric("validated_first", _("Validated at the first attempt"), score)

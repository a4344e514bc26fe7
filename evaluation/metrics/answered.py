"""Answered: 1 where a question that the documents answer is answered, else 0 (“not found”, refused, failed).

The counterpart of correct “not found”: an assistant that never answers would reach 1 there and 0 here.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation

ANSWERABLE = {"answerable", "noisy", "multi_document", "counterfactual"}


def score(observation: Observation) -> float | None:
    """None where no answer is expected, or a question in return (ambiguous)."""
    return float(observation.status == "answered") if observation.kind in ANSWERABLE else None


METRIC = Metric("answered", _("Answerable questions answered"), score)

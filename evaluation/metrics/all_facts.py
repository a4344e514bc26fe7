"""Complete answers: 1 where the answer holds every expected fact (fact recall of 1), else 0.

The mean is the share of answers that contain what was expected, the accuracy of a question answering set.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.fact_recall import groups_met


def score(observation: Observation) -> float | None:
    """None where no fact is expected."""
    met = groups_met(observation)
    return float(all(met)) if met else None


METRIC = Metric("all_facts", _("Answers with every expected fact"), score)

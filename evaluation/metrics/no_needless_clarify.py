"""No needless clarification: 0 where a question that is not ambiguous is met with a question in return, else 1.

The counterpart of correct clarification: an assistant that always asks back would reach 1 there and 0 here.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where the question is ambiguous."""
    return None if observation.kind == "ambiguous" else float(observation.status != "clarify")


METRIC = Metric("no_needless_clarify", _("Clear questions not asked back"), score)

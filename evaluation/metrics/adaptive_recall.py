"""Adaptive recall (KoalaRoute): recall over the first k = ⌈0.6 · n⌉ of the n passages the assistant retrieved,
k at least 1: |expected documents or sections among them| / |expected|.

Definition of the KoalaRoute evaluation, which scores itineraries by the sections they should rest on.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import is_expected


def score(observation: Observation) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    first = observation.retrieved[: depth(len(observation.retrieved))]
    hits = sum(any(is_expected(one, found) for found in first) for one in observation.documents)
    return hits / len(observation.documents)


def depth(retrieved: int) -> int:
    """⌈0.6 · retrieved⌉ in whole numbers, so that no rounding of 0.6 adds one; at least 1."""
    return max(1, (6 * retrieved + 9) // 10)


METRIC = Metric("adaptive_recall", _("Adaptive recall"), score)

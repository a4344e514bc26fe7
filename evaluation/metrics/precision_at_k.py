"""Precision@k by chunk: |passages of expected documents among the first k| / k.

Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), §8.4. The list is the direct search; a
shorter list is divided by k all the same.
"""

from __future__ import annotations

from functools import partial

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import is_expected


def score(observation: Observation, k: int) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    first = observation.searched[:k]
    return sum(any(is_expected(one, found) for one in observation.documents) for found in first) / k


def at(k: int) -> Metric:
    return Metric(f"precision@{k}", format_lazy("{} @{}", _("Precision by passage"), k), partial(score, k=k))

"""Recall@k by document: |expected among the first k distinct documents| / |expected|.

Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), §8.3 and §8.4, with the document, not the
passage, as what is relevant. The list is the direct search of the question.
"""

from __future__ import annotations

from functools import partial

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import first_ranks


def score(observation: Observation, k: int) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.searched)
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def at(k: int) -> Metric:
    return Metric(f"recall@{k}", format_lazy("{} @{}", _("Recall by document"), k), partial(score, k=k))

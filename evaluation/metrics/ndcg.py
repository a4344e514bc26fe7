"""nDCG@k by document, relevance 0 or 1: Σ 1/log₂(rank + 1) over the expected documents found among the first k
distinct ones, divided by the same sum with all of them at the top.

Järvelin & Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4) (2002), with the discount
log₂(rank + 1). The list is the direct search.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import log2

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import first_ranks


def score(observation: Observation, k: int) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.searched)
    gain = _discounted({rank for rank in ranks if rank is not None and rank <= k})
    return gain / _discounted(range(1, min(len(ranks), k) + 1))


def _discounted(ranks: Iterable[int]) -> float:
    return sum(1 / log2(rank + 1) for rank in ranks)


def at(k: int) -> Metric:
    return Metric(f"ndcg@{k}", format_lazy("{} @{}", _("nDCG by document"), k), partial(score, k=k))

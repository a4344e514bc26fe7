"""Reciprocal rank by document: 1 / rank of the first expected document, 0 if it is not in the list.

Its mean is MRR: Voorhees, The TREC-8 Question Answering Track Report (1999). The list is the direct search.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import first_ranks


def score(observation: Observation) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    ranks = [rank for rank in first_ranks(observation.documents, observation.searched) if rank is not None]
    return 1 / min(ranks) if ranks else 0.0


METRIC = Metric("mrr", _("Mean reciprocal rank by document"), score)

"""Recall of the assistant: |expected among the documents it retrieved for its answer| / |expected|.

Recall as in recall_at_k, but of the passages the answer was made from, with the assistant's own k, filters and
rewritten query.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.ranks import first_ranks


def score(observation: Observation) -> float | None:
    """None where no document is expected."""
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.retrieved)
    return sum(rank is not None for rank in ranks) / len(ranks)


METRIC = Metric("agent_recall", _("Recall of the assistant's own retrieval"), score)

"""Fact recall: |groups of expected facts that the answer holds| / |groups|; a group is met by any of its alternatives.

Recall over nuggets as in the TREC question answering track (Voorhees, Overview of the TREC 2003 Question Answering
Track), found by matching words, not by a judge: case, accents and spaces aside.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.folding import contains, fold, without_markup


def score(observation: Observation) -> float | None:
    """None where no fact is expected."""
    met = groups_met(observation)
    return sum(met) / len(met) if met else None


def groups_met(observation: Observation) -> list[bool]:
    text = fold(without_markup(observation.text))
    return [any(contains(text, fold(one)) for one in group) for group in observation.facts]


METRIC = Metric("fact_recall", _("Expected facts in the answer"), score)

"""Faithfulness: |statements carried by the context| / |statements that were written|, those withdrawn included.

After Es et al., RAGAS: Automated Evaluation of Retrieval Augmented Generation, 2024, section 3; a statement is a
sentence, and what carries it is decided by local measures (docs/critic.md), not by a model. The failing ones are among
the outcome's findings.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where nothing was stated."""
    written = observation.statements + observation.withdrawn
    if observation.status != "answered" or not written:
        return None
    return (observation.statements - observation.unsupported) / written


METRIC = Metric("faithfulness", _("Faithfulness (local measures)"), score)

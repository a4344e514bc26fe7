"""Supported sentences: |statements that what they cite carries| / |statements of the answer|, as it is shown.

Verification marks what no source carries; a statement is a sentence, list item or table row with a citation, or one so
marked. What is withdrawn before anybody reads it counts in faithfulness, not here.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """None where nothing is stated."""
    if observation.status != "answered" or not observation.statements:
        return None
    return 1 - observation.unsupported / observation.statements


METRIC = Metric("supported_sentences", _("Supported sentences"), score)

"""Thematic coverage (KoalaRoute): |asked interests among the categories of the retrieved passages| / |asked|.

Definition of the KoalaRoute evaluation; 1 where the form asks for no interest.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation
from evaluation.metrics.folding import fold


def score(observation: Observation) -> float | None:
    """None where the case has no form."""
    if observation.interests is None:
        return None
    if not observation.interests:
        return 1.0
    present = {fold(category) for found in observation.retrieved for category in found.categories}
    return sum(fold(interest) in present for interest in observation.interests) / len(observation.interests)


METRIC = Metric("thematic_coverage", _("Thematic coverage"), score)

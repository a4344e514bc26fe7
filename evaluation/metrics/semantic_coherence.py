"""Semantic coherence (KoalaRoute): mean cosine of the query and each passage the assistant retrieved.

Definition of the KoalaRoute evaluation; 0 where nothing was retrieved. It compares runs by one embedding model only:
cosines of different models have different scales.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def score(observation: Observation) -> float | None:
    """-1 to 1; None where the case has no form."""
    if observation.interests is None:
        return None
    cosines = [found.cosine for found in observation.retrieved]
    return sum(cosines) / len(cosines) if cosines else 0.0


METRIC = Metric("semantic_coherence", _("Semantic coherence"), score)

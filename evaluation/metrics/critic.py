"""The critic's scores of the answer that is shown, 0-1 each, and their weighted sum (weights in docs/critic.md)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def of(criterion: str, label: str | Promise) -> Metric:
    def score(observation: Observation) -> float | None:
        """None where nothing was criticised."""
        return observation.critic.get(criterion)

    return Metric(f"critic_{criterion}", label, score)


METRICS = (
    of("coherence", _("Critic: coherence")),
    of("alignment", _("Critic: alignment")),
    of("hallucination", _("Critic: no hallucination")),
    of("completeness", _("Critic: completeness")),
    of("citations", _("Critic: citations")),
    of("total", _("Critic: total")),
)

"""What others say of an answer: the judge's model, and the critic that every answer passes (docs/critic.md)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation


def faithfulness(observation: Observation) -> float | None:
    """|atomic claims that a passage supports| / |atomic claims|; None where nothing was judged, or nothing is claimed.

    Es et al., RAGAS: Automated Evaluation of Retrieval Augmented Generation, 2024, section 3.
    """
    judged = observation.judged
    if not judged or not judged["claims"]:
        return None
    return 1 - len(judged["failing"]) / float(judged["claims"])


def relevance(observation: Observation) -> float | None:
    """How well the answer meets the question, 0-1 as the model gives it; None where nothing was judged."""
    return float(observation.judged["relevance"]) if observation.judged else None


def validated_first(observation: Observation) -> float | None:
    """1 where the critic let the first draft pass, 0 where it was written again; None where nothing was criticised."""
    return float(observation.outcome == "validated") if observation.outcome else None


def _criticised(criterion: str, label: str | Promise) -> Metric:
    def score(observation: Observation) -> float | None:
        """0-1, of the answer that is shown; None where nothing was criticised."""
        return observation.critic.get(criterion)

    return Metric(f"critic_{criterion}", label, score)


METRICS = (
    Metric("judged_faithfulness", _("Faithfulness (judged by a model)"), faithfulness),
    Metric("judged_relevance", _("Relevance (judged by a model)"), relevance),
    Metric("validated_first", _("Validated at the first attempt"), validated_first),
    _criticised("coherence", _("Critic: coherence")),
    _criticised("alignment", _("Critic: alignment")),
    _criticised("hallucination", _("Critic: no hallucination")),
    _criticised("completeness", _("Critic: completeness")),
    _criticised("citations", _("Critic: citations")),
    _criticised("total", _("Critic: total")),
)

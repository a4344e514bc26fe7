"""Every metric of a run, in the order they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evaluation.metrics import (
    adaptive_recall,
    agent_recall,
    all_facts,
    answered,
    citation_correctness,
    correct_clarify,
    correct_not_found,
    correct_refusal,
    critic,
    fact_recall,
    faithfulness,
    judged,
    mrr,
    ndcg,
    no_needless_clarify,
    no_wrong_refusal,
    precision_at_k,
    recall_at_k,
    semantic_coherence,
    supported_sentences,
    thematic_coverage,
    validated_first,
)
from evaluation.metrics.base import Metric, Observation, mean

METRICS: tuple[Metric, ...] = (
    recall_at_k.at(1),
    recall_at_k.at(5),
    recall_at_k.at(10),
    mrr.METRIC,
    precision_at_k.at(5),
    ndcg.at(10),
    agent_recall.METRIC,
    adaptive_recall.METRIC,
    thematic_coverage.METRIC,
    semantic_coherence.METRIC,
    citation_correctness.METRIC,
    supported_sentences.METRIC,
    faithfulness.METRIC,
    *judged.METRICS,
    fact_recall.METRIC,
    all_facts.METRIC,
    answered.METRIC,
    correct_not_found.METRIC,
    correct_refusal.METRIC,
    no_wrong_refusal.METRIC,
    correct_clarify.METRIC,
    no_needless_clarify.METRIC,
    validated_first.METRIC,
    *critic.METRICS,
)
NAMES = tuple(metric.name for metric in METRICS)


def score(observation: Observation) -> dict[str, float]:
    """The metrics that say something about the case, rounded to be stored."""
    scores = {metric.name: metric.score(observation) for metric in METRICS}
    return {name: round(value, 4) for name, value in scores.items() if value is not None}


def summarise(scores: Iterable[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """{metric: {"mean": …, "cases": how many it is the mean of}} for the metrics that apply to any case."""
    rows = list(scores)
    values = {name: [row[name] for row in rows if name in row] for name in NAMES}
    means = {name: mean(known) for name, known in values.items()}
    return {name: {"mean": value, "cases": len(values[name])} for name, value in means.items() if value is not None}

"""Every metric of a run, in the order they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evaluation.metrics import abstention, answers, judged, retrieval, trips
from evaluation.metrics.base import Metric, Observation, mean

METRICS: tuple[Metric, ...] = (
    *retrieval.METRICS,
    *trips.METRICS,
    *answers.METRICS,
    *abstention.METRICS,
    *judged.METRICS,
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

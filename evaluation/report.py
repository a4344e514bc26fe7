"""A run as rows: what the command prints, what admin shows, and how two runs compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evaluation.metrics.registry import METRICS
from evaluation.models import Result, Run

# A case that scores less than 1 in one of these went wrong: the others are degrees.
MUST = ("recall@10", "all_facts", "citation_correctness", "answered", "correct_not_found", "correct_refusal",
        "no_wrong_refusal")  # fmt: skip


@dataclass(frozen=True)
class MetricRow:
    name: str
    label: str
    mean: float
    cases: int
    """how many cases the mean is of"""


@dataclass(frozen=True)
class ComparedRow:
    name: str
    label: str
    means: tuple[float | None, ...]
    """of each run, None where the metric applied to none of its cases"""
    difference: float | None
    """of the last and the first, where both have it"""


def metric_rows(run: Run) -> list[MetricRow]:
    rows = [(metric, run.metrics[metric.name]) for metric in METRICS if metric.name in run.metrics]
    return [MetricRow(metric.name, str(metric.label), row["mean"], row["cases"]) for metric, row in rows]


def compare(runs: list[Run]) -> list[ComparedRow]:
    """Metric by metric, those that any of the runs has."""
    rows = []
    for metric in METRICS:
        means = tuple(run.metrics.get(metric.name, {}).get("mean") for run in runs)
        if any(mean is not None for mean in means):
            both = means[0] is not None and means[-1] is not None
            rows.append(ComparedRow(metric.name, str(metric.label), means, means[-1] - means[0] if both else None))
    return rows


def compare_cases(runs: list[Run]) -> list[tuple[str, list[Result | None]]]:
    """(case id, its result in each run), cases that went differently first."""
    by_run = [{result.asked.get("id"): result for result in run.results.all()} for run in runs]
    ids = list(dict.fromkeys(identifier for results in by_run for identifier in results))
    rows = [(identifier, [results.get(identifier) for results in by_run]) for identifier in ids]
    return sorted(rows, key=lambda row: len({_verdict(result) for result in row[1]}) == 1)


def failings(result: Result) -> dict[str, float]:
    """The scores that say that the case went wrong."""
    return {name: result.scores[name] for name in MUST if result.scores.get(name, 1) < 1}


def as_record(run: Run) -> dict[str, Any]:
    """JSON of a whole run."""
    return {
        "run": run.pk,
        "dataset": run.dataset.slug,
        "assistant": run.assistant.slug,
        "state": run.state,
        "error": run.error,
        "metrics": {row.name: round(row.mean, 4) for row in metric_rows(run)},
        "cases": {row.name: row.cases for row in metric_rows(run)},
        "configuration": run.configuration,
        "results": [
            {"case": result.asked, "outcome": result.outcome, "scores": result.scores} for result in run.results.all()
        ],
    }


def _verdict(result: Result | None) -> tuple[object, ...]:
    if result is None:
        return ()
    return (result.outcome.get("status"), tuple(sorted(failings(result))))

"""A run as rows: what the command prints, what admin shows, and how two runs compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chat.models import Trace
from evaluation.metrics.registry import METRICS
from evaluation.models import Case, Result, Run

# A case that scores less than 1 in one of these went wrong: the others are degrees.
MUST = {
    "recall@10",
    "all_facts",
    "citation_correctness",
    "answered",
    "correct_not_found",
    "correct_refusal",
    "no_wrong_refusal",
    "correct_clarify",
    "no_needless_clarify",
}


@dataclass(frozen=True)
class MetricRow:
    name: str
    label: str
    mean: float
    cases: int
    """how many cases the mean is of"""


@dataclass(frozen=True)
class ResultRow:
    """A result with its values in words."""

    id: str
    kind: str
    asked: dict[str, Any]
    status: str
    outcome: dict[str, Any]
    scores: dict[str, float]
    failings: dict[str, float]


@dataclass(frozen=True)
class ComparedRow:
    name: str
    label: str
    means: tuple[float | None, ...]
    """of each run, None where the metric applied to none of its cases"""
    cases: tuple[int, ...]
    """how many cases each mean is of"""
    difference: float | None
    """of the last and the first, where both have it"""

    @property
    def cells(self) -> list[tuple[float | None, int]]:
        return list(zip(self.means, self.cases, strict=True))


def metric_rows(run: Run) -> list[MetricRow]:
    rows = [(metric, run.metrics[metric.name]) for metric in METRICS if metric.name in run.metrics]
    return [MetricRow(metric.name, str(metric.label), row["mean"], row["cases"]) for metric, row in rows]


def compare(runs: list[Run]) -> list[ComparedRow]:
    """Metric by metric, those that any of the runs has."""
    rows = []
    for metric in METRICS:
        measured = [run.metrics.get(metric.name, {}) for run in runs]
        means, cases = tuple(row.get("mean") for row in measured), tuple(row.get("cases", 0) for row in measured)
        if any(mean is not None for mean in means):
            both = means[0] is not None and means[-1] is not None
            difference = means[-1] - means[0] if both else None
            rows.append(ComparedRow(metric.name, str(metric.label), means, cases, difference))
    return rows


def compare_configurations(runs: list[Run]) -> list[tuple[str, list[Any]]]:
    """(what differs, its value in each run): documents that changed between them are another fingerprint."""
    by_run = [dict(_leaves("", run.configuration)) for run in runs]
    paths = dict.fromkeys(path for leaves in by_run for path in leaves)
    compared = [(path, [leaves.get(path) for leaves in by_run]) for path in paths]
    return [(path, values) for path, values in compared if any(value != values[0] for value in values)]


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """`collections.guides.fingerprint` and its value; of a list those that have a slug are known by it."""
    if isinstance(value, list) and all(isinstance(one, Mapping) and "slug" in one for one in value):
        value = {one["slug"]: one for one in value}
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), inner)
    else:
        yield path, value


@dataclass(frozen=True)
class ComparedCases:
    """(case id, its result in each run)"""

    different: list[tuple[str, list[ResultRow | None]]]
    same: list[tuple[str, list[ResultRow | None]]]

    @property
    def number(self) -> int:
        return len(self.different) + len(self.same)


def compare_cases(runs: list[Run]) -> ComparedCases:
    """By whether a case ended in the same outcome with the same failings in all of them."""
    by_run = [{row.id: row for row in result_rows(run)} for run in runs]
    ids = list(dict.fromkeys(identifier for rows in by_run for identifier in rows))
    compared = [(identifier, [rows.get(identifier) for rows in by_run]) for identifier in ids]
    cases = ComparedCases([], [])
    for entry in compared:
        is_same = len({_verdict(row) for row in entry[1]}) == 1
        (cases.same if is_same else cases.different).append(entry)
    return cases


def result_rows(run: Run) -> list[ResultRow]:
    return [_result_row(result) for result in run.results.all()]


def _result_row(result: Result) -> ResultRow:
    kind, status = result.asked.get("kind", ""), result.outcome.get("status", "")
    return ResultRow(
        id=result.asked.get("id", ""),
        kind=str(dict(Case.Kind.choices).get(kind, kind)),
        asked=result.asked,
        status=str(dict(Trace.Status.choices).get(status, status)),
        outcome=result.outcome,
        scores=_in_order(result.scores),
        failings={name: value for name, value in _in_order(result.scores).items() if name in MUST and value < 1},
    )


def _in_order(scores: dict[str, float]) -> dict[str, float]:
    """As the registry has the metrics; the database keeps no order."""
    return {metric.name: scores[metric.name] for metric in METRICS if metric.name in scores}


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
            {"case": row.asked, "outcome": row.outcome, "scores": row.scores, "failing": list(row.failings)}
            for row in result_rows(run)
        ],
    }


def _verdict(row: ResultRow | None) -> tuple[object, ...]:
    return () if row is None else (row.status, tuple(row.failings))

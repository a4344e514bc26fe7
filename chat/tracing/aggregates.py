"""What many traces say together: counted by the database, over a selection of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from chat.tracing import queries

CRITERIA = ("coherence", "alignment", "hallucination", "completeness", "citations", "total")
Row = Mapping[str, Any]
# Those who ask because they want to know: neither evaluations nor whoever tries something on the command line.
READERS = "readers"
ORIGINS = {READERS: ["chat", "api"]}


@dataclass(frozen=True)
class Selection:
    """Which traces; what is None or empty selects all."""

    since: date | None = None
    until: date | None = None
    """this day included"""
    assistant: int | None = None
    origin: str = ""
    """one of Trace.Origin, or READERS"""

    @property
    def condition(self) -> tuple[str, dict[str, Any]]:
        """Of SQL, on the table chat_trace called t, with its values."""
        limits = {
            "t.created_at >= %(since)s": ("since", _midnight(self.since)),
            "t.created_at < %(until)s": ("until", _midnight(_next(self.until))),
            "t.assistant_id = %(assistant)s": ("assistant", self.assistant),
            "t.origin = ANY(%(origins)s)": (
                "origins",
                ORIGINS.get(self.origin, [self.origin]) if self.origin else None,
            ),
        }
        chosen = {condition: named for condition, named in limits.items() if named[1] is not None}
        return " AND ".join(chosen) or "true", dict(chosen.values())


@dataclass(frozen=True)
class Critic:
    """How the answers fared that were criticised."""

    judged: int
    validated: int
    """at the first attempt"""
    regenerated: int
    exhausted: int
    """shown as the best of two, neither of which passed"""

    @property
    def share_validated(self) -> float | None:
        return self.validated / self.judged if self.judged else None

    @property
    def share_regenerated(self) -> float | None:
        """Of a second attempt, whatever came of it."""
        return (self.regenerated + self.exhausted) / self.judged if self.judged else None


@dataclass(frozen=True)
class Report:
    totals: Row
    statuses: Sequence[Row]
    critic: Critic
    scores: Sequence[Row]
    """one for each intent: criterion -> mean, and how many answers"""
    issues: Sequence[Row]
    steps: Sequence[Row]
    """milliseconds: mean, median, 95th percentile, and how often the step ran"""
    models: Sequence[Row]
    feedback: Sequence[Row]
    refusals: Sequence[Row]
    unanswered: Sequence[Row]


def report(selection: Selection) -> Report:
    condition, values = selection.condition
    found = {name: _rows(sql.replace("{selected}", condition), values) for name, sql in queries.BY_NAME.items()}
    outcomes = {row["outcome"]: row["answers"] for row in found.pop("outcomes")}
    totals, *_rest = found.pop("totals")
    return Report(
        totals=totals,
        critic=Critic(
            judged=sum(outcomes.values()),
            validated=outcomes.get("validated", 0),
            regenerated=outcomes.get("regenerated", 0),
            exhausted=outcomes.get("max_attempts_reached", 0),
        ),
        scores=_by_intent(found.pop("scores")),
        **found,
    )


def _by_intent(rows: Sequence[Row]) -> list[Row]:
    intents: dict[str, dict[str, Any]] = {}
    for row in rows:
        intent = intents.setdefault(row["intent"], {"intent": row["intent"], "answers": 0, "means": {}})
        intent["means"][row["criterion"]] = row["mean"]
        intent["answers"] = max(intent["answers"], row["answers"])
    return [{**intent, "means": [intent["means"].get(name) for name in CRITERIA]} for intent in intents.values()]


def _rows(sql: str, values: Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _next(day: date | None) -> date | None:
    """None, which sets no limit, after the last day there is."""
    return day + timedelta(days=1) if day and day < date.max else None


def _midnight(day: date | None) -> datetime | None:
    """Where the day begins, by the site's time zone."""
    return timezone.make_aware(datetime(day.year, day.month, day.day)) if day else None

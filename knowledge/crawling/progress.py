"""How far a run is: what is queued, what was fetched, and why the rest was not taken in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

from knowledge.crawling import frontier
from knowledge.crawling.reasons import said
from knowledge.models import CrawlRun, Outcome

_WINDOW = timedelta(minutes=1)


@dataclass(frozen=True)
class Tally:
    label: str
    number: int
    reason: str = ""


@dataclass(frozen=True)
class Progress:
    queued: int
    visited: int
    taken: int
    unchanged: int
    same: int
    skipped: list[Tally]
    failed: list[Tally]
    """gone among them"""
    per_minute: float
    last_visit: datetime | None

    @property
    def skipped_number(self) -> int:
        return sum(count.number for count in self.skipped)

    @property
    def failed_number(self) -> int:
        return sum(count.number for count in self.failed)


def progress(run: CrawlRun) -> Progress:
    counted = run.pages.order_by().values_list("outcome", "reason").annotate(n=Count("pk"))
    by_outcome: dict[str, list[Tally]] = {outcome: [] for outcome in Outcome.values}
    for outcome, reason, number in counted:
        by_outcome.setdefault(outcome, []).append(Tally(said(reason), number, reason))

    def number(outcome: Outcome) -> int:
        return sum(tally.number for tally in by_outcome[outcome])

    failed = by_outcome[Outcome.FAILED] + [
        Tally(str(Outcome.GONE.label), tally.number, tally.reason) for tally in by_outcome[Outcome.GONE]
    ]
    last = run.pages.order_by("-visited_at").values_list("visited_at", flat=True).first()
    return Progress(
        queued=frontier.pages(run).filter(queued=True).count(),
        visited=sum(tally.number for tallies in by_outcome.values() for tally in tallies),
        taken=number(Outcome.TAKEN),
        unchanged=number(Outcome.UNCHANGED),
        same=number(Outcome.SAME_TEXT),
        skipped=_most_first(by_outcome[Outcome.SKIPPED]),
        failed=_most_first(failed),
        per_minute=_per_minute(run, last),
        last_visit=last,
    )


def _most_first(tallies: list[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: (-tally.number, tally.label))


def _per_minute(run: CrawlRun, last: datetime | None) -> float:
    """Of the last minute while it runs; of all its time when it has ended."""
    if last is None:
        return 0.0
    end = timezone.now() if run.state == CrawlRun.State.RUNNING else last
    begin = max(run.started_at, end - _WINDOW) if run.state == CrawlRun.State.RUNNING else run.started_at
    number = run.pages.filter(visited_at__gt=begin).count()
    return number / max((end - begin).total_seconds() / 60, 1 / 60)

"""Websites whose last crawl did not go as it should."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext

from knowledge.crawling import control
from knowledge.models import CrawledPage, CrawlRun, Outcome

# Its task has been begun again several times by then: see runs.SILENCE.
_SILENT = timedelta(minutes=10)
_FETCHED = (Outcome.TAKEN, Outcome.UNCHANGED, Outcome.SAME_TEXT, Outcome.READ, Outcome.SKIPPED)


@dataclass(frozen=True)
class Trouble:
    run: CrawlRun
    said: str
    """empty where only some pages failed"""
    failed: int
    command: str
    """of knowledge.crawling.control: what settles it"""


def troubles() -> list[Trouble]:
    """The worst first: those that do nothing, then by the number of pages that failed."""
    last = CrawlRun.objects.filter(is_trial=False).order_by("source_id", "-pk").distinct("source_id")
    runs = list(last.select_related("source"))
    outcomes = CrawledPage.objects.filter(run__in=[run.pk for run in runs]).order_by()
    counted: dict[int, dict[str, int]] = {}
    for run, outcome, number in outcomes.values_list("run", "outcome").annotate(n=Count("pk")):
        counted.setdefault(run, {})[outcome] = number
    found = (_of(run, counted.get(run.pk, {})) for run in runs)
    return sorted(filter(None, found), key=lambda trouble: (not trouble.said, -trouble.failed, trouble.run.source.slug))


def _of(run: CrawlRun, outcomes: dict[str, int]) -> Trouble | None:
    failed = outcomes.get(Outcome.FAILED, 0)
    fetched = sum(outcomes.get(outcome, 0) for outcome in _FETCHED)
    said, command = "", control.START
    if run.state == CrawlRun.State.PAUSED:
        said, command = gettext("Its crawl is paused."), control.RESUME
    elif run.state == CrawlRun.State.RUNNING:
        if run.worked_at > timezone.now() - _SILENT:
            return None
        said, command = gettext("Its crawl shows no sign of life."), control.STOP
    elif run.state == CrawlRun.State.STOPPED:
        said = gettext("Its crawl was stopped before its end.")
    elif not fetched:
        said = gettext("Nothing of it could be fetched.")
    return Trouble(run, said, failed, command) if said or failed else None

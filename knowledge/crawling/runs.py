"""The life of a run: started, paused, resumed, stopped, finished, and taken up again when its worker died."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from knowledge import tasks
from knowledge.crawling import addresses, frontier
from knowledge.crawling.documents import provenance
from knowledge.crawling.frontier import Link
from knowledge.crawling.scope import scope_of
from knowledge.ingestion import intake
from knowledge.models import CrawlHost, CrawlRun, Document, State, WebSource

GOING = (CrawlRun.State.RUNNING, CrawlRun.State.PAUSED)
# A run that shows no sign of life for so long has lost its worker, or its task.
SILENCE = timedelta(seconds=60)
_PERIODS = {
    WebSource.Schedule.HOURLY: timedelta(hours=1),
    WebSource.Schedule.DAILY: timedelta(days=1),
    WebSource.Schedule.WEEKLY: timedelta(days=7),
    WebSource.Schedule.MONTHLY: timedelta(days=30),
}


class AlreadyGoing(Exception):
    """Another run of the website has not ended."""


class NoSeeds(Exception):
    """None of the website's first addresses is one."""


def start(source: WebSource, *, is_trial: bool = False, only_due: bool = False) -> CrawlRun:
    """A run with its frontier filled, which nobody works on yet. Raises AlreadyGoing or NoSeeds."""
    scope = scope_of(source)
    if not scope.seeds:
        raise NoSeeds
    try:
        with transaction.atomic():
            run = CrawlRun.objects.create(source=source, is_trial=is_trial, only_due=only_due)
            if is_trial:
                frontier.pages(run).delete()
            hosts = frontier.pages(run).order_by().values("host")
            CrawlHost.objects.filter(pk__in=hosts).update(troubles=0)
            frontier.queue_known(run)
            seeds = [Link(seed, 0) for seed in scope.seeds]
            origins = dict.fromkeys(map(addresses.origin, scope.seeds))
            seeds += [Link(f"{origin}/sitemap.xml", 0, is_sitemap=True) for origin in origins]
            frontier.add(run, scope, seeds)
    except IntegrityError as error:
        raise AlreadyGoing from error
    return run


def going(source: WebSource) -> CrawlRun | None:
    return CrawlRun.objects.filter(source=source, state__in=GOING).first()


def enqueue(run: CrawlRun) -> None:
    """Has a worker go on with it, once the transaction is committed; tasks queued before do nothing any more."""
    CrawlRun.objects.filter(pk=run.pk).update(ticket=F("ticket") + 1, worked_at=timezone.now())
    run.refresh_from_db(fields=["ticket", "worked_at"])
    tasks.crawl.delay_on_commit(run.pk, run.ticket)


def pause(run: CrawlRun) -> bool:
    return _change(run, CrawlRun.State.RUNNING, CrawlRun.State.PAUSED)


def resume(run: CrawlRun) -> bool:
    resumed = _change(run, CrawlRun.State.PAUSED, CrawlRun.State.RUNNING)
    if resumed:
        enqueue(run)
    return resumed


def stop(run: CrawlRun) -> bool:
    """What is in the queue stays there for the next run."""
    stopped = CrawlRun.objects.filter(pk=run.pk, state__in=GOING)
    changed = bool(stopped.update(state=CrawlRun.State.STOPPED, finished_at=timezone.now()))
    if changed:
        _index_what_waits(run)
    return changed


def finish(run: CrawlRun) -> None:
    running = CrawlRun.objects.filter(pk=run.pk, state=CrawlRun.State.RUNNING)
    if running.update(state=CrawlRun.State.FINISHED, finished_at=timezone.now()):
        _index_what_waits(run)


def tend() -> None:
    """Every so often: begins the runs whose time has come, and has those go on whose worker is gone."""
    for source in WebSource.objects.exclude(schedule=WebSource.Schedule.BY_HAND):
        if _is_time(source):
            try:
                enqueue(start(source, only_due=True))
            except (AlreadyGoing, NoSeeds):
                continue
    silent = CrawlRun.objects.filter(state=CrawlRun.State.RUNNING, worked_at__lt=timezone.now() - SILENCE)
    for run in silent:
        enqueue(run)


def _is_time(source: WebSource) -> bool:
    last = CrawlRun.objects.filter(source=source, is_trial=False).first()
    return last is None or last.started_at + _PERIODS[WebSource.Schedule(source.schedule)] <= timezone.now()


def _change(run: CrawlRun, old: CrawlRun.State, new: CrawlRun.State) -> bool:
    return bool(CrawlRun.objects.filter(pk=run.pk, state=old).update(state=new, worked_at=timezone.now()))


def _index_what_waits(run: CrawlRun) -> None:
    """Those too whose task was lost with the process that had just stored them."""
    if not run.is_trial:
        waiting = Document.objects.filter(source=provenance(run.source), state=State.WAITING)
        intake.queue(waiting.values_list("pk", flat=True))

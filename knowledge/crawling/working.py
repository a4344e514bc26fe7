"""A stretch of work on a run: visits side by side, one for each host, and what they find stored as they come back.

Only this thread speaks to the database; the visits are threads that fetch and read. A page leaves the queue in the
transaction that stores what was found, so whatever is killed, it is visited again and nothing is stored twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import Enum

from django.conf import settings
from django.db import DataError
from django.utils import timezone

from knowledge.crawling import addresses, fetching, frontier, robots, runs, sitemaps
from knowledge.crawling.documents import LIVING
from knowledge.crawling.fetching import FetchError, Request
from knowledge.crawling.keywords import keywords_of
from knowledge.crawling.reasons import Reason
from knowledge.crawling.scope import scope_of
from knowledge.crawling.settling import Work, settle
from knowledge.crawling.visiting import Found, visit
from knowledge.ingestion import intake, locks
from knowledge.models import CrawledPage, CrawlRun, RobotsFile, State

log = logging.getLogger(__name__)

SLICE_SECONDS = 20.0
LANES = 6
_POLL_SECONDS = 0.5
_SIGN_SECONDS = 5.0
# Documents that are handed on together share batches of the embedding model.
_HANDED_ON = 32
_MAX_ROBOTS_REDIRECTS = 5

Robots = tuple[int, str]
"""status and text"""
Indexed = Callable[[Iterable[int]], None]


class Rest(Enum):
    NOTHING = "the run has ended, or is another worker's"
    NOW = "there is more to do at once"
    LATER = "what is left has to wait"


@dataclass
class Lane:
    page: CrawledPage
    """a robots.txt is fetched for a page, which stays in the queue"""
    job: Future[Found] | Future[Robots | Found]
    delay: float
    is_robots: bool


def work(run_id: int, seconds: float = SLICE_SECONDS, hand_on: Indexed = intake.queue) -> Rest:
    """Works on a run for about so long. `hand_on` gets the ids of documents that are to be indexed."""
    with locks.held(locks.Kind.CRAWL_RUN, [run_id]) as mine:
        run = CrawlRun.objects.select_related("source__collection").filter(pk=run_id).first()
        if not mine or run is None:
            return Rest.NOTHING
        with ThreadPoolExecutor(LANES, "crawling") as threads:
            return _Slice(run, threads, hand_on).work(time.monotonic() + seconds)


@dataclass
class _Slice:
    run: CrawlRun
    threads: ThreadPoolExecutor
    hand_on: Indexed
    lanes: list[Lane] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    looked: float = 0.0
    signed: float = 0.0
    """by the monotonic clock: when the run's state was read, and when it was said to be alive"""
    met: set[str] = field(default_factory=set)
    """origins whose robots.txt's sitemaps are in the frontier"""

    def work(self, until: float) -> Rest:
        source = self.run.source
        self.what = Work(self.run, scope_of(source), keywords_of(source))
        try:
            return self._work(until)
        finally:
            self._pass_on(1)

    def _work(self, until: float) -> Rest:
        while True:
            if not self._is_running():
                if not self._collect():
                    return Rest.NOTHING
                continue
            goes_on = time.monotonic() < until
            if goes_on and self._begin():
                continue
            if self._collect():
                continue
            if not goes_on:
                return Rest.NOW
            seconds = frontier.seconds_to_wait(self.run)
            if seconds is None:
                self._pass_on(1)
                runs.finish(self.run)
                return Rest.NOTHING
            if seconds > until - time.monotonic():
                return Rest.LATER if seconds > runs.SILENCE.total_seconds() / 2 else Rest.NOW
            time.sleep(min(seconds, _POLL_SECONDS))

    def _is_running(self) -> bool:
        if time.monotonic() - self.looked > _POLL_SECONDS:
            self.run.refresh_from_db(fields=["state"])
            self.looked = time.monotonic()
        if time.monotonic() - self.signed > _SIGN_SECONDS:
            CrawlRun.objects.filter(pk=self.run.pk).update(worked_at=timezone.now())
            self.signed = time.monotonic()
        return self.run.state == CrawlRun.State.RUNNING

    def _begin(self) -> bool:
        """Sends visits to hosts that may be asked now; returns whether something was done without one."""
        done = False
        for page in frontier.next_pages(self.run, [lane.page.host_id for lane in self.lanes]):
            if len(self.lanes) == LANES:
                break
            if not self.what.scope.may_visit(page.url, page.depth):
                self._settle(page, Found(Reason.OUTSIDE))
                done = True
                continue
            file = robots.known(addresses.origin(page.url))
            if file is None:
                self._fetch_robots(page)
            elif self._add_sitemaps(file):
                done = True
            elif reason := _forbidden(file, page):
                self._settle(page, Found(reason))
                done = True
            else:
                self._visit(page, max(self.run.source.delay_seconds, robots.delay(file)))
        return done

    def _add_sitemaps(self, file: RobotsFile) -> int:
        """Once for each origin, whoever fetched its robots.txt; returns how many are new to the frontier."""
        if file.is_unknown or file.origin in self.met:
            return 0
        self.met.add(file.origin)
        links = (addresses.normal(url, file.origin) for url in robots.sitemaps(file))
        found = [frontier.Link(url, 0, is_sitemap=True) for url in links if url]
        return frontier.add(self.run, self.what.scope, found)

    def _fetch_robots(self, page: CrawledPage) -> None:
        delay = self.run.source.delay_seconds
        if frontier.reserve(page.host_id, delay):
            job = self.threads.submit(_robots, addresses.origin(page.url), self.run.source.allow_private, delay)
            self.lanes.append(Lane(page, job, delay, is_robots=True))

    def _visit(self, page: CrawledPage, delay: float) -> None:
        if frontier.reserve(page.host_id, delay):
            known = page if _is_known(page) else CrawledPage()
            limit = sitemaps.MAX_BYTES if page.is_sitemap else settings.MAX_UPLOAD_MB * 2**20
            request = Request(page.url, self.run.source.allow_private, limit, known.etag, known.last_modified)
            job = self.threads.submit(visit, request, known.content_hash, page.is_sitemap)
            self.lanes.append(Lane(page, job, delay, is_robots=False))

    def _collect(self) -> bool:
        """Settles the visits that came back, or waits a moment for one; False where there are none."""
        if not self.lanes:
            return False
        wait([lane.job for lane in self.lanes], _POLL_SECONDS, FIRST_COMPLETED)
        for lane in [lane for lane in self.lanes if lane.job.done()]:
            self.lanes.remove(lane)
            frontier.keep_away(lane.page.host_id, lane.delay)
            if lane.is_robots:
                self._settle_robots(lane)
            else:
                self._settle(lane.page, _result(lane))  # type: ignore[arg-type]
        return True

    def _settle_robots(self, lane: Lane) -> None:
        """Where the host could not be asked, nothing is stored: another run may be allowed to."""
        answer = _result(lane)
        if isinstance(answer, Found):
            self._settle(lane.page, answer)
            return
        file = robots.save(addresses.origin(lane.page.url), *answer)
        frontier.keep_away(lane.page.host_id, robots.delay(file))
        self.met.discard(file.origin)

    def _settle(self, page: CrawledPage, found: Found) -> None:
        try:
            document_id = settle(self.what, page, found)
        except (DataError, ValueError) as error:
            # What a page says may not fit the database in ways that nobody has thought of.
            log.exception("What was found at %s could not be stored", page.url)
            page = CrawledPage.objects.select_related("host", "document").get(pk=page.pk)
            document_id = settle(self.what, page, Found(Reason.BROKEN, type(error).__name__))
        if document_id is not None:
            self.changed.append(document_id)
        self._pass_on(_HANDED_ON)

    def _pass_on(self, number: int) -> None:
        if len(self.changed) >= number:
            self.hand_on(self.changed)
            self.changed = []


def _forbidden(file: RobotsFile, page: CrawledPage) -> Reason | None:
    if file.is_unknown:
        return Reason.ROBOTS_UNKNOWN
    return None if robots.allows(file, page.url) else Reason.ROBOTS


def _result(lane: Lane) -> Found | Robots:
    """One page that our own code stumbles over must not stop the others."""
    try:
        return lane.job.result()
    except Exception as error:
        log.exception("The visit to %s failed", lane.page.url)
        return Found(Reason.BROKEN, f"{type(error).__name__}: {error}"[:200])


def _is_known(page: CrawledPage) -> bool:
    """Whether it is enough to hear that nothing changed. A document that failed is read again."""
    if page.outcome not in LIVING:
        return False
    return page.is_trial or (page.document is not None and page.document.state != State.FAILED)


def _robots(origin: str, allow_private: bool, delay: float) -> Robots | Found:
    """0 where it could not be read; what its pages would find where its host may not be asked or has no address. Its
    redirects are followed, as slowly as everything else."""
    url = f"{origin}/robots.txt"
    for hop in range(_MAX_ROBOTS_REDIRECTS + 1):
        try:
            response = fetching.fetch(Request(url, allow_private, robots.MAX_BYTES, may_be_cut=True))
        except FetchError as error:
            if hop == 0 and error.reason in (Reason.ADDRESS, Reason.UNKNOWN_HOST):
                return Found(error.reason, error.detail)
            return 0, ""
        if not 300 <= response.status < 400:
            lines = response.body.decode("utf-8", "replace").splitlines()
            # A rule that is cut off may forbid more than it says.
            return response.status, "\n".join(lines[:-1] if response.cut else lines)
        url = addresses.normal(response.headers.get("location", ""), url)
        if not url:
            break
        time.sleep(delay)
    return 0, ""

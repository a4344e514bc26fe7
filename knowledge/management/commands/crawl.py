"""`manage.py crawl`: a website into its collection, here and now."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError

from knowledge.crawling import runs, working
from knowledge.crawling.documents import provenance
from knowledge.crawling.progress import Progress, progress
from knowledge.ingestion import intake, pipeline
from knowledge.models import CrawledPage, CrawlRun, Document, Outcome, State, WebSource
from koalarag.management.base import SiteCommand, find_named

_SLICE_SECONDS = 5.0
_POLL_SECONDS = 1.0


class Command(SiteCommand):
    help = "Crawls a website; workers index what it finds (with --wait: here and now). Interrupted, it goes on later."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="SOURCE", help="slug of the website, as admin or export_sources shows it")
        parser.add_argument("--due", action="store_true", help="only what is due, and what is new")
        parser.add_argument("--dry-run", action="store_true", help="list what would be taken in, and take nothing in")
        parser.add_argument("--wait", action="store_true", help="index here and now, not in a worker")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, **options: Any) -> None:
        source = find_named(WebSource, options["source"])
        run = self._run(source, options)
        hand_on = _index_later if options["wait"] else intake.queue
        while (rest := working.work(run.pk, _SLICE_SECONDS, hand_on)) is not working.Rest.NOTHING or self._goes_on(run):
            self._say(progress(run))
            if rest is not working.Rest.NOW:
                time.sleep(_POLL_SECONDS)
        done = progress(run)
        self._say(done)
        if options["wait"] and not run.is_trial:
            self._index(source)
        self._report(run, done, options)

    def _run(self, source: WebSource, options: dict[str, Any]) -> CrawlRun:
        """One that was interrupted goes on."""
        if run := runs.going(source):
            runs.resume(run)
            self.stderr.write(f"Going on with the crawl that began on {run.started_at:%Y-%m-%d %H:%M}.")
            return run
        try:
            return runs.start(source, is_trial=options["dry_run"], only_due=options["due"])
        except runs.NoSeeds as error:
            raise CommandError(f"“{source}” has no address to begin with: correct it in admin.") from error
        except runs.AlreadyGoing as error:
            raise CommandError(f"Somebody has just begun to crawl “{source}”; run this again to follow it.") from error

    def _goes_on(self, run: CrawlRun) -> bool:
        """A worker may be at it, or somebody have paused it."""
        run.refresh_from_db()
        return run.state in runs.GOING

    def _say(self, done: Progress) -> None:
        text = (
            f"queued {done.queued}, taken in {done.taken}, unchanged {done.unchanged}, same text {done.same}, "
            f"skipped {done.skipped_number}, failed {done.failed_number}, {done.per_minute:.0f} pages a minute"
        )
        terminal = sys.stderr.isatty()
        self.stderr.write(f"\r{text}   " if terminal else text, ending="" if terminal else "\n")

    def _index(self, source: WebSource) -> None:
        waiting = Document.objects.filter(source=provenance(source), state=State.WAITING)
        for group in list(pipeline.groups(waiting)):
            pipeline.index_group(group)

    def _report(self, run: CrawlRun, done: Progress, options: dict[str, Any]) -> None:
        run.refresh_from_db()
        result: dict[str, Any] = {
            "source": run.source.slug, "run": run.pk, "state": run.state, "dry_run": run.is_trial,
            "queued": done.queued, "visited": done.visited, "taken": done.taken, "unchanged": done.unchanged,
            "same_text": done.same,
            "skipped": {tally.reason: tally.number for tally in done.skipped},
            "failed": {tally.reason: tally.number for tally in done.failed},
        }  # fmt: skip
        if run.is_trial:
            result["pages"] = [_page(page) for page in run.pages.filter(outcome=Outcome.TAKEN).order_by("url")]
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
            return
        for page in result.get("pages", ()):
            self.stdout.write(f"{page['url']}  {page['title']}")
        for label, tallies in (("Skipped", done.skipped), ("Failed", done.failed)):
            for tally in tallies:
                self.stdout.write(f"{label}: {tally.number} · {tally.label}")


def _index_later(document_ids: Iterable[int]) -> None:
    """When the crawl is done, all that wait are indexed together."""


def _page(page: CrawledPage) -> dict[str, Any]:
    return {"url": page.url, "title": page.title, "media_type": page.media_type, "size": page.size}

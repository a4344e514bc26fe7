"""A run is begun, paused, stopped and taken up again, by whatever began it and whatever ended it."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from datetime import timedelta
from io import StringIO
from pathlib import Path
from signal import SIGKILL
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from knowledge import tasks
from knowledge.crawling import runs, working
from knowledge.crawling.progress import progress
from knowledge.models import CrawledPage, CrawlRun, Document, State, WebSource
from knowledge.tests.crawling.conftest import Crawl, outcomes
from knowledge.tests.crawling.website import Answer, Asked, Website, page

ROOT = Path(__file__).resolve().parents[3]
LOAN = "El préstamo ordinario dura quince días naturales y se renueva una sola vez."


def numbered(site: Website, number: int, seconds: float = 0) -> None:
    """A front page and so many others."""

    def answer(asked: Asked) -> Answer:
        time.sleep(seconds)
        name = asked.path.removeprefix("/p")
        return (
            page(f"Norma número {name}: el plazo es de {name} días naturales.")
            if name.isdigit()
            else Answer(status=404)
        )

    site.page("/", "La biblioteca de la universidad.", *(f"/p{place}" for place in range(number)))
    site.otherwise = answer


@pytest.mark.django_db(transaction=True)
def test_a_crawl_that_is_killed_goes_on_without_loss_or_repetition(
    site: Website, source: WebSource, tmp_path: Path
) -> None:
    numbered(site, 24, seconds=0.05)
    command = [sys.executable, "manage.py", "crawl", "library", "--wait"]
    with (tmp_path / "said").open("w") as said:
        crawl = subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=said, stderr=said)
    deadline = time.monotonic() + 120
    while len(site.paths()) < 10:
        assert time.monotonic() < deadline
        assert crawl.poll() is None, (tmp_path / "said").read_text()
        time.sleep(0.02)
    os.kill(crawl.pid, SIGKILL)
    crawl.wait()
    run = CrawlRun.objects.get()
    assert run.state == CrawlRun.State.RUNNING
    output = StringIO()
    call_command("crawl", "library", wait=True, json=True, stdout=output, stderr=StringIO())
    result = json.loads(output.getvalue())
    assert (result["run"], result["state"], result["taken"], result["failed"]) == (run.pk, "finished", 25, {})
    assert Document.objects.filter(state=State.INDEXED).count() == Document.objects.count() == 25
    again = {path: count for path, count in Counter(site.paths()).items() if count > 1}
    assert len(again) <= 2, "only what was on its way is fetched again"


@pytest.mark.django_db
def test_a_run_is_paused_resumed_and_stopped(site: Website, source: WebSource) -> None:
    numbered(site, 5)
    run = runs.start(source)
    with pytest.raises(runs.AlreadyGoing):
        runs.start(source)
    assert runs.pause(run)
    assert not runs.pause(run)
    assert working.work(run.pk) is working.Rest.NOTHING
    assert site.asked == []
    with patch.object(tasks.crawl, "delay_on_commit") as delay:
        assert runs.resume(run)
    delay.assert_called_once_with(run.pk, 1)
    assert runs.stop(run)
    assert runs.going(source) is None
    assert CrawledPage.objects.filter(queued=True).count() == 2
    again = runs.start(source)
    assert progress(again).queued == 2


@pytest.mark.django_db
def test_a_task_that_was_overtaken_does_nothing(site: Website, source: WebSource) -> None:
    numbered(site, 2)
    run = runs.start(source)
    with patch.object(tasks.crawl, "delay_on_commit"):
        runs.enqueue(run)
        runs.enqueue(run)
    tasks.crawl(run.pk, 1)
    assert site.asked == []
    tasks.crawl(run.pk, 2)
    run.refresh_from_db()
    assert run.state == CrawlRun.State.FINISHED
    assert len(outcomes(source)) == 3


@pytest.mark.django_db
def test_what_is_due_begins_by_itself_and_what_lost_its_worker_goes_on(source: WebSource) -> None:
    with patch.object(tasks.crawl, "delay_on_commit") as delay:
        runs.tend()
        delay.assert_not_called()
        source.schedule = WebSource.Schedule.DAILY
        source.save()
        runs.tend()
        run = CrawlRun.objects.get()
        assert run.only_due
        runs.tend()
        delay.assert_called_once_with(run.pk, 1)
        CrawlRun.objects.update(worked_at=timezone.now() - timedelta(minutes=2))
        runs.tend()
        delay.assert_called_with(run.pk, 2)
        runs.stop(run)
        runs.tend()
        assert CrawlRun.objects.count() == 1
        CrawlRun.objects.update(started_at=F("started_at") - timedelta(hours=25))
        runs.tend()
        assert CrawlRun.objects.count() == 2


@pytest.mark.django_db
def test_progress_says_what_was_not_taken_and_why(site: Website, source: WebSource, crawl: Crawl) -> None:
    numbered(site, 3)
    site.page("/", "La biblioteca.", "/p1", "/p2", "/x", "/y", "/z")
    site.routes["/z"] = Answer(b"\x00\x01" * 50, headers={"Content-Type": "video/mp4"})
    done = progress(crawl())
    assert (done.queued, done.taken, done.unchanged, done.same) == (0, 3, 0, 0)
    assert [(tally.reason, tally.number) for tally in done.failed] == [("missing", 2)]
    assert [(tally.reason, tally.number, tally.label) for tally in done.skipped] == [
        ("format", 1, "no format that is read")
    ]
    assert done.per_minute > 0


@pytest.mark.django_db
def test_the_command_lists_what_a_dry_run_would_take(site: Website, source: WebSource) -> None:
    site.page("/", LOAN)
    output = StringIO()
    call_command("crawl", "library", dry_run=True, stdout=output, stderr=StringIO())
    assert f"{site.url}/  El préstamo ordinario" in output.getvalue()
    assert not Document.objects.exists()


@pytest.mark.django_db
def test_the_command_says_what_to_do(source: WebSource) -> None:
    with pytest.raises(CommandError, match="Existing: library"):
        call_command("crawl", "other")
    source.seeds = "nonsense"
    source.save()
    with pytest.raises(CommandError, match="no address to begin with"):
        call_command("crawl", "library", stderr=StringIO())

"""How the crawler does on a website that does its worst, its worker killed in the middle: `python -m bench.crawler`.

A website of 5,000 pages on four hosts of this machine, served by a process of its own that writes down who asked for
what and when, and with traps beside them: a calendar without end, addresses with sessions, redirects in circles, slow
and hanging answers, 429 with Retry-After, wrong charsets, gzip bombs, what robots.txt forbids and a host with a
crawl delay. A Celery worker crawls it, is killed with SIGKILL when half of the pages are there, and another goes on.
Nothing is embedded: that would only measure the embedding model, see bench.ingestion.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from signal import SIGKILL
from typing import Any

import psutil

from bench.crawled_website import HOSTS, Plan

DELAY_SECONDS = 0.02
_TEND_SECONDS = 30
_POLL_SECONDS = 1.0
_MAX_MINUTES = 60


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.crawler", description=__doc__)
    parser.add_argument("--pages", type=int, default=5000, metavar="N")
    parser.add_argument("--port", type=int, default=8480)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        _be_a_worker()
        return
    with tempfile.TemporaryDirectory(prefix="koalarag-bench-") as folder, ExitStack() as resources:
        Path(folder).chmod(0o755)
        _start(Path(folder), resources)
        plan, log = Plan(options.pages, options.port), Path(folder) / "requests"
        command = [sys.executable, "-m", "bench.crawled_website", str(plan.pages), str(plan.port), str(log)]
        website = subprocess.Popen(command)
        resources.callback(website.wait)
        resources.callback(website.terminate)
        first = _crawl(plan)
        print(json.dumps(_judged(plan, log, first), indent=1))
        log.write_text("")
        print(json.dumps(_judged_again(plan, log, _crawl(plan, kill=False)), indent=1))


def _start(folder: Path, resources: ExitStack) -> None:
    os.environ["KOALARAG_DATA_DIR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
    os.environ.pop("DATABASE_URL", None)
    import django

    from koalarag.localserver import postgres

    os.environ["DATABASE_URL"] = resources.enter_context(postgres.server(folder, wait_for_end=True))
    django.setup()
    from django.core.management import call_command
    from django.db import connections

    resources.callback(connections.close_all)
    call_command("migrate", verbosity=0, interactive=False)


def _be_a_worker() -> None:
    import django

    django.setup()
    from knowledge.ingestion import pipeline
    from koalarag.celery import app

    pipeline.index_group = lambda document_ids, **_options: None
    app.worker_main(["worker", "--hostname", "worker@bench", "--without-gossip", "--without-mingle", "-l", "ERROR"])


def _worker() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "bench.crawler", "--worker"], env=os.environ | {"C_FORCE_ROOT": "1"})


def _crawl(plan: Plan, kill: bool = True) -> dict[str, Any]:
    """What became of the run. Memory is that of the worker when so many tenths of the pages had been taken in."""
    from knowledge.crawling import runs
    from knowledge.crawling.progress import progress
    from knowledge.models import CrawlRun

    source = _source(plan)
    run = runs.start(source)
    runs.enqueue(run)
    memory: dict[int, int] = {}
    worker, killed_at = _worker(), 0
    began = tended = time.monotonic()
    try:
        while True:
            time.sleep(_POLL_SECONDS)
            run.refresh_from_db()
            done = progress(run)
            if run.state != CrawlRun.State.RUNNING or time.monotonic() - began > 60 * _MAX_MINUTES:
                break
            memory[min(10, 10 * done.taken // plan.pages)] = _memory(worker.pid)
            if kill and not killed_at and done.visited > plan.pages / 2:
                killed_at = done.visited
                os.kill(worker.pid, SIGKILL)
                worker.wait()
                worker = _worker()
            if time.monotonic() - tended > _TEND_SECONDS:
                runs.tend()
                tended = time.monotonic()
    finally:
        worker.terminate()
        worker.wait()
    return {
        "run": run.pk, "state": run.state, "seconds": round(time.monotonic() - began), "killed_at": killed_at,
        "memory_mb_by_tenth": [size // 2**20 for _tenth, size in sorted(memory.items())], "visited": done.visited,
        "taken": done.taken, "unchanged": done.unchanged, "same_text": done.same, "queued": done.queued,
        "skipped": {tally.reason: tally.number for tally in done.skipped},
        "failed": {tally.reason: tally.number for tally in done.failed},
    }  # fmt: skip


def _source(plan: Plan) -> Any:
    from knowledge.models import Collection, WebSource

    collection, _created = Collection.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
    values = {
        "collection": collection, "seeds": "\n".join(f"{origin}/" for origin in plan.origins), "max_depth": 40,
        "max_pages": 20 * plan.pages, "max_alike": 100, "delay_seconds": DELAY_SECONDS, "allow_private": True,
    }  # fmt: skip
    return WebSource.objects.update_or_create(slug="bench", defaults=values)[0]


def _memory(pid: int) -> int:
    process = psutil.Process(pid)
    return process.memory_info().rss


def _requests(log: Path) -> list[tuple[float, str, str]]:
    """(seconds, host, path) in their order."""
    rows = [line.split(" ", 2) for line in log.read_text().splitlines()]
    return [(float(at), host, path) for at, host, path in rows]


def _judged(plan: Plan, log: Path, crawled: dict[str, Any]) -> dict[str, Any]:
    from knowledge.models import Document

    asked = _requests(log)
    urls = Counter(Document.objects.values_list("url", flat=True))
    repeated = {f"{host}{path}": n for (host, path), n in Counter((h, p) for _at, h, p in asked).items() if n > 1}
    plain = {
        url: n for url, n in repeated.items() if not any(trap in url for trap in ("/slow", "/hang", "/busy", "robots"))
    }
    return crawled | {
        "requests": len(asked),
        "pages_expected": len(plan.urls()),
        "pages_lost": len(set(plan.urls()) - set(urls)),
        "documents": sum(urls.values()),
        "documents_doubled": sum(number - 1 for number in urls.values()),
        "documents_of_one_text": _of_one_text(),
        "fetched_again": plain,
        "forbidden_requests": sum(path.startswith("/private") for _at, _host, path in asked),
        "shortest_interval_ms": _intervals(asked),
        "seconds_between_kill_and_next_request": _longest_silence(asked),
    }


def _judged_again(plan: Plan, log: Path, crawled: dict[str, Any]) -> dict[str, Any]:
    asked = _requests(log)
    counted = Counter((host, path) for _at, host, path in asked)
    pages = {url.removeprefix("http://") for url in plan.urls()}
    numbers = Counter(number for (host, path), number in counted.items() if f"{host}{path}" in pages)
    return crawled | {"requests": len(asked), "requests_for_an_unchanged_page": dict(numbers)}


def _of_one_text() -> int:
    """Documents whose bytes another one has."""
    from knowledge.models import Document

    hashes = Counter(Document.objects.values_list("content_hash", flat=True))
    return sum(number - 1 for number in hashes.values())


def _intervals(asked: list[tuple[float, str, str]]) -> dict[str, float]:
    moments = defaultdict(list)
    for at, host, _path in asked:
        moments[host].append(at)
    # The first two requests of a host are for its robots.txt and for what it then allows.
    return {
        host: round(1000 * min(b - a for a, b in pairwise(times)), 1) for host, times in moments.items() if times[1:]
    }


def _longest_silence(asked: list[tuple[float, str, str]]) -> float:
    times = sorted(at for at, _host, _path in asked)
    return round(max(b - a for a, b in pairwise(times)), 1)


if __name__ == "__main__":
    assert len(HOSTS) == 4
    main()

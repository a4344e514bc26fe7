"""A real worker process on each broker: it gets tasks, and loses none when it is killed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL, SIGTERM
from threading import Barrier
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection as database
from kombu import Connection, Consumer, Message

from koalarag import broker, claims
from koalarag.localserver.processes import dies_with_parent
from koalarag.models import WorkerHeartbeat

pytestmark = pytest.mark.django_db(transaction=True)
QUEUE = settings.CELERY_TASK_DEFAULT_QUEUE


@pytest.fixture(params=["postgresql", pytest.param("redis", marks=pytest.mark.redis)])
def queue(request: pytest.FixtureRequest) -> Iterator[Celery]:
    """A sender on the broker, and the environment's REDIS_URL for workers."""
    redis_url = request.getfixturevalue("redis_url") if request.param == "redis" else ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDIS_URL", redis_url)
        sender = Celery("sender", broker=broker.celery_url(redis_url, settings.DATABASE_URL), set_as_current=False)
        sender.conf.update(
            broker_transport_options=broker.transport_options(redis_url),
            broker_pool_limit=settings.CELERY_BROKER_POOL_LIMIT,
            task_default_queue=QUEUE,
            task_ignore_result=True,
        )
        sender.control.purge()  # tests before have committed documents, whose tasks nobody has taken
        yield sender
        sender.close()


@contextmanager
def worker(name: str = "worker@test") -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "celery", "--app", "koalarag", "worker", "--include", "koalarag.tests.tasks"]
    process = subprocess.Popen(
        [*command, "--hostname", name, "--without-gossip", "--without-mingle"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"C_FORCE_ROOT": "1"},
        preexec_fn=dies_with_parent(SIGKILL),  # noqa: PLW1509 (it takes no lock)
    )
    try:
        yield process
    finally:
        process.send_signal(SIGTERM)
        process.wait(30)


def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def lines(file: Path) -> list[str]:
    return [line.split()[0] for line in file.read_text().splitlines()] if file.exists() else []


def test_the_first_tasks_of_a_process_may_be_sent_by_several_threads_at_once(queue: Celery) -> None:
    """As when a page uploads two files at a time."""
    start = Barrier(8)

    def send(number: int) -> None:
        start.wait()
        queue.send_task("koalarag.tests.tasks.note", [f"{number}"])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(send, range(8)))


def test_a_renewed_claim_lasts_longer(queue: Celery) -> None:
    """So that no task is too long for the visibility timeout."""
    queue.send_task("koalarag.tests.tasks.note", ["nothing"])
    received: list[Message] = []
    with queue.connection() as connection:
        channel = connection.default_channel
        with Consumer(channel, [queue.amqp.queues[QUEUE]], on_message=received.append):
            until(lambda: drained(connection) and bool(received))
            own = claims.PostgresClaims(channel) if hasattr(channel, "pgmq") else claims.RedisClaims(channel)
            before = claimed_until(channel)
            time.sleep(0.1)
            own.renew()
            assert claimed_until(channel) > before
            received[0].ack()


def drained(connection: Connection) -> bool:
    try:
        connection.drain_events(timeout=1)
    except TimeoutError:
        return False
    return True


def claimed_until(channel: Any) -> float:
    """A point in time, in seconds."""
    if hasattr(channel, "pgmq"):
        with database.cursor() as cursor:
            cursor.execute(f"SELECT extract(epoch FROM vt) FROM pgmq.q_{QUEUE}")
            return float(cursor.fetchone()[0])
    with channel.conn_or_acquire() as client:
        [(_tag, moment)] = client.zrange(channel.unacked_index_key, 0, -1, withscores=True)
        return float(moment)


def test_a_worker_does_a_task_and_beats_and_what_it_does_when_it_is_killed_begins_again_with_the_next(
    queue: Celery, tmp_path: Path
) -> None:
    done, file = tmp_path / "done", tmp_path / "note"
    queue.send_task("koalarag.tests.tasks.note", [str(done)])
    with worker() as first:
        until(lambda: lines(done) == ["done"])
        assert WorkerHeartbeat.objects.alive().get().name == "worker@test"
        queue.send_task("koalarag.tests.tasks.note_slowly", [str(file), 600])
        until(lambda: lines(file) == ["begun"])
        os.kill(first.pid, SIGKILL)
    with worker():
        # Far less than the visibility timeout: the new worker knows that the old one of its name is dead.
        until(lambda: lines(file) == ["begun", "begun", "done"], seconds=broker.VISIBILITY_TIMEOUT_SECONDS / 3)

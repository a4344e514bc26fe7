"""Who holds a database connection, and for how long."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from psycopg_pool.base import AttemptWithBackoff

from koalarag.connections import ReleaseConnectionMiddleware

SCOPE = {
    "type": "http", "method": "GET", "path": "/sign-in/", "query_string": b"", "headers": [(b"host", b"localhost")],
}  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_a_response_that_is_being_sent_holds_no_connection(rf: RequestFactory) -> None:
    def view(_request: Any) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert connection.connection is not None
        return HttpResponse()

    ReleaseConnectionMiddleware(view)(rf.get("/"))
    assert connection.connection is None


@pytest.mark.django_db(transaction=True)
async def test_a_slow_reader_holds_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the site is put together: when the first byte goes out, all that was taken from the pool is back."""
    taken, left = list[int](), list[int]()
    pool = connection.pool
    assert pool is not None

    def counted(change: int, method: Any) -> Any:
        def call(*args: Any) -> Any:
            taken.append(change)
            return method(*args)

        return call

    monkeypatch.setattr(pool, "getconn", counted(1, pool.getconn))
    monkeypatch.setattr(pool, "putconn", counted(-1, pool.putconn))
    received = [{"type": "http.request", "body": b""}]

    async def receive() -> Any:
        return received.pop() if received else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        left.append(sum(taken))

    await ASGIHandler()(SCOPE | {"path": "/health/"}, receive, send)
    assert taken
    assert set(left) == {0}


async def test_a_request_does_not_go_from_thread_to_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django goes to a thread and back for each middleware that could run in the event loop."""
    hops = list[object]()
    original = SyncToAsync.__call__

    async def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        hops.append(self.func)
        return await original(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    received = [{"type": "http.request", "body": b""}]

    async def receive() -> Any:
        return received.pop() if received else await asyncio.Event().wait()

    async def send(_message: Any) -> None:
        pass

    await ASGIHandler()(SCOPE | {"path": "/static/nothing"}, receive, send)
    assert len(hops) < 12, hops


def test_the_pool_tries_again_soon_however_long_the_database_was_away() -> None:
    attempt, delays = AttemptWithBackoff(timeout=300), list[float]()
    for now in range(20):
        attempt.update_delay(now)
        delays.append(attempt.delay)
    assert max(delays) < 1

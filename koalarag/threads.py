"""Work that is nobody's request: in a thread of its own, and on a database connection that is given back."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connection, connections

step_aside: ContextVar[Callable[[], None]] = ContextVar("step_aside", default=lambda: None)
"""of the request that a thread works for: others may compute while it waits (koalarag.fair_requests)"""


@asynccontextmanager
async def own_thread(name: str) -> AsyncIterator[None]:
    """What is synchronous within runs there, whichever request or event began it, and however soon that ends."""
    with ThreadPoolExecutor(1, name) as thread:
        async with ThreadSensitiveContext(executor=thread):
            try:
                yield
            finally:
                await sync_to_async(connections.close_all)()


def release_connection() -> None:
    """Gives the thread's connection back to the pool until it is needed again: before something that takes a while.

    A request that it works for steps aside, too.
    """
    step_aside.get()()
    if not connection.in_atomic_block:
        connection.close()

"""Work that is nobody's request: in a thread of its own, and on a database connection that is given back."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connection, connections


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
    """Gives the thread's connection back to the pool until it is needed again: before something that takes a while."""
    if not connection.in_atomic_block:
        connection.close()

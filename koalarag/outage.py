"""Work that outlasts an absence of the database: it is done again once the database is back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError, close_old_connections

T = TypeVar("T")

GONE = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
"""what is raised where the database does not answer, or has just dropped the connection"""
PATIENCE_SECONDS = 30
PAUSE_SECONDS = 0.25


async def outlast(work: Callable[..., T], *args: Any) -> T:
    """What `work` returns, from the thread of the database's work; one of GONE where it stays away too long.

    It may be done twice: the connection can fall after it was done and before that was heard.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await database_sync_to_async(work)(*args)
        except GONE:
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(PAUSE_SECONDS)


def outlast_here(work: Callable[..., T], *args: Any) -> T:
    """The same for what is synchronous, in its own thread and on its own connection."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        close_old_connections()
        try:
            return work(*args)
        except GONE:
            if time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def was_gone(error: BaseException) -> bool:
    """Whether it comes of the database's absence."""
    return isinstance(error, GONE) or isinstance(error.__cause__, GONE)

"""Whether a process still lives, as the database knows it: each holds a lock there, which its death lets go at once.

The connection that holds it is its own. Where it falls, with PostgreSQL for example, the lock is taken again by the
next `hold`; so whoever finds a lock free also looks how long its process has been silent.
"""

from __future__ import annotations

import os
import secrets
import threading
from contextlib import suppress
from datetime import datetime
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

LOCK_SPACE = 0x4B4F
"""first key of these advisory locks; the second is the process's number"""
_CONNECTION: dict[str, Any] = {
    "connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    # The server may take a while to notice that our connection before this one has fallen.
    "options": "-c lock_timeout=3s",
}  # fmt: skip


class Sign:
    """This process's lock, from the first `hold` on. Any thread may call it."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """As of a new process: a fork's lock and connection are its parent's."""
        self.number = secrets.randbelow(2**31 - 1) + 1
        self._turn = threading.Lock()
        self._held: psycopg.Connection[Any] | None = None

    def hold(self) -> int:
        """Sees to it that the lock is held; returns its number. psycopg.Error where the database does not answer."""
        with self._turn:
            if self._held is not None:
                with suppress(psycopg.Error):
                    self._held.execute("SELECT 1")
                    return self.number
            self.release()
            self._held = self._take()
        return self.number

    def _take(self) -> psycopg.Connection[Any]:
        taken = psycopg.connect(settings.DATABASE_URL, autocommit=True, **_CONNECTION)
        try:
            taken.execute("SELECT pg_advisory_lock(%s, %s)", [LOCK_SPACE, self.number])
        except psycopg.Error:
            taken.close()
            raise
        return taken

    def release(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


sign = Sign()
os.register_at_fork(after_in_child=sign.renew)


def lives(number: int) -> bool:
    """Whether a process holds this lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted)",
            [LOCK_SPACE, number],
        )
        found: bool = cursor.fetchone()[0]
    return found


def database_started_at() -> datetime:
    """Since when locks can have been taken, and anything written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        started: datetime = cursor.fetchone()[0]
    return started

"""How often something may be done: counters in PostgreSQL that drain with time, exact for any number of processes."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from koalarag.models import RateCounter
from koalarag.roles import role_of

# What the counter stands at by now. By the clock, not by the beginning of the transaction.
_DRAINED = """greatest(0, known.level - extract(epoch FROM clock_timestamp() - known.counted_at) * %(rate)s)"""
# One statement: of two processes that count at once, one waits for the other's row. No row where there is no room.
_COUNT = f"""
    INSERT INTO koalarag_ratecounter AS known (key, level, counted_at) VALUES (%(key)s, %(cost)s, clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET level = {_DRAINED} + %(cost)s, counted_at = clock_timestamp()
    WHERE {_DRAINED} + %(cost)s <= %(count)s
    RETURNING level
"""
# What is known afterwards alone, such as tokens, may pass the limit; what was not done after all is given back.
_CHARGE = f"""
    INSERT INTO koalarag_ratecounter AS known (key, level, counted_at)
    VALUES (%(key)s, greatest(0, %(cost)s), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET level = greatest(0, {_DRAINED} + %(cost)s), counted_at = clock_timestamp()
    RETURNING level
"""
_LEVEL = f"SELECT {_DRAINED} FROM koalarag_ratecounter known WHERE key = %(key)s"


@dataclass(frozen=True)
class Limit:
    """So many at once; they come back evenly over the seconds."""

    count: float
    seconds: float = 60

    @property
    def rate(self) -> float:
        """What comes back in a second."""
        return self.count / self.seconds

    def __mul__(self, times: float) -> Limit:
        return Limit(self.count * times, self.seconds)


class TooOften(Exception):
    """The limit is used up; `retry_after` is in whole seconds, 1 at least."""

    def __init__(self, limit: Limit, retry_after: int) -> None:
        super().__init__(f"The limit is {limit.count:g} in {limit.seconds:g} seconds. Try again in {retry_after} s.")
        self.limit = limit
        self.retry_after = retry_after

    @property
    def detail(self) -> str:
        """To whoever writes or uses a program."""
        said = _("The limit is %(count)d in %(seconds)d seconds. Try again in %(wait)s.")
        return said % {"count": self.limit.count, "seconds": self.limit.seconds, "wait": self._wait}

    @property
    def told(self) -> str:
        """To a person."""
        return _("That was more than is possible in so short a time. Try again in %(wait)s.") % {"wait": self._wait}

    @property
    def _wait(self) -> str:
        seconds, minutes = self.retry_after, math.ceil(self.retry_after / 60)
        if seconds <= 90:
            return ngettext("%(number)d second", "%(number)d seconds", seconds) % {"number": seconds}
        if minutes <= 90:
            return ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
        hours = math.ceil(minutes / 60)
        return ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours}


def spend(key: str, limit: Limit, cost: int = 1) -> None:
    """Counts `cost` under the key; TooOften, with nothing counted, where there is no room for it.

    In a transaction that is rolled back nothing was counted. What costs more than the limit costs all of it.
    """
    values = {
        "key": key,
        "cost": min(cost, limit.count),
        "count": limit.count,
        "rate": limit.rate,
    }
    if _first(_COUNT, values) is None:
        level = _first(_LEVEL, values) or 0.0
        wait = (level + values["cost"] - limit.count) / values["rate"]
        raise TooOften(limit, max(1, math.ceil(wait)))


def charge(key: str, limit: Limit, cost: float) -> None:
    """Counts it whether there is room or not; a negative cost gives back."""
    if cost:
        _first(_CHARGE, {"key": key, "cost": cost, "rate": limit.rate})


def has_room(key: str, limit: Limit) -> bool:
    """Whether anything of the limit is left."""
    return (_first(_LEVEL, {"key": key, "rate": limit.rate}) or 0.0) < limit.count


def network(address: str) -> str:
    """What an address is counted as: of IPv6 the network, of which everybody has a whole one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def per_minute(limits: Mapping[str, float], user: AbstractBaseUser | AnonymousUser | None) -> Limit:
    """The user's, of limits by role such as settings.REQUESTS_PER_MINUTE."""
    return Limit(limits[role_of(user)])


def forget(older_than: timedelta = timedelta(days=1)) -> int:
    """Deletes counters that have long drained; returns how many."""
    deleted, _by_model = RateCounter.objects.filter(counted_at__lt=timezone.now() - older_than).delete()
    return deleted


def _first(sql: str, values: Mapping[str, Any]) -> float | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
    return None if row is None else float(row[0])

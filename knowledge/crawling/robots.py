"""What a host's robots.txt allows (RFC 9309), as Protego reads it; kept for a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from django.conf import settings
from django.utils import timezone
from protego import Protego

from knowledge.models import RobotsFile

MAX_BYTES = 512 * 1024
"""what is longer holds as far as that (RFC 9309, section 2.5)"""
_KEPT = timedelta(days=1)
# Asked again soon where it could not be told.
_KEPT_UNKNOWN = timedelta(minutes=1)
_MAX_DELAY = timedelta(days=1).total_seconds()


def known(origin: str) -> RobotsFile | None:
    """None where it has to be fetched, or fetched anew."""
    file = RobotsFile.objects.filter(origin=origin).first()
    if file is None:
        return None
    kept = _KEPT_UNKNOWN if file.is_unknown else _KEPT
    return file if file.fetched_at + kept > timezone.now() else None


def save(origin: str, status: int, text: str) -> RobotsFile:
    """Not there (4xx) allows everything; an error or nothing that could be read (5xx, 0) nothing, until it is known."""
    is_unknown = status == 429 or not (status in (200, 204) or 400 <= status < 500)
    kept = text.replace("\0", "") if status == 200 else ""
    values = {"text": kept, "is_unknown": is_unknown, "fetched_at": timezone.now()}
    return RobotsFile.objects.update_or_create(origin=origin, defaults=values)[0]


def allows(file: RobotsFile, url: str) -> bool:
    return not file.is_unknown and bool(_rules(file.origin, file.fetched_at, file.text).can_fetch(url, agent()))


def delay(file: RobotsFile) -> float:
    """Seconds between two requests."""
    rules = _rules(file.origin, file.fetched_at, file.text)
    wanted = float(rules.crawl_delay(agent()) or 0)
    if rate := rules.request_rate(agent()):
        wanted = max(wanted, rate.seconds / rate.requests if rate.requests else 0)
    return max(0.0, min(wanted, _MAX_DELAY))


def sitemaps(file: RobotsFile) -> list[str]:
    return list(_rules(file.origin, file.fetched_at, file.text).sitemaps)


def agent() -> str:
    """The name that a robots.txt may address: the first word of what is sent."""
    return str(settings.CRAWL_USER_AGENT).split("/")[0].split()[0]


@lru_cache(maxsize=64)
def _rules(origin: str, fetched_at: datetime, text: str) -> Protego:
    return Protego.parse(text)

"""When a page is visited again: sooner where it changes, later where it does not."""

from datetime import timedelta

from knowledge.models import WebSource

_FIRST_DAYS = 3.0
_SOONER, _LATER = 0.5, 1.5


def next_interval(days: float, changed: bool, source: WebSource) -> float:
    """In days. `days` is the interval before, 0 at the first visit."""
    wanted = (days * (_SOONER if changed else _LATER)) if days else _FIRST_DAYS
    return max(source.min_revisit_days, min(wanted, source.max_revisit_days))


def soon(source: WebSource) -> timedelta:
    """For what could not be read, or is no more there."""
    return timedelta(days=source.min_revisit_days)

"""Which traces are meant: by time, assistant, outcome and origin; what is empty selects all."""

from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from chat.models import Trace


def traces(
    since: datetime | None = None,
    until: datetime | None = None,
    assistant: str = "",
    status: str = "",
    origin: str = "",
) -> QuerySet[Trace]:
    """`until` is not included."""
    limits = {
        "created_at__gte": since,
        "created_at__lt": until,
        "assistant__slug": assistant,
        "status": status,
        "origin": origin,
    }
    chosen = {name: value for name, value in limits.items() if value}
    return Trace.objects.select_related("assistant").filter(**chosen)


def moment(said: str, *, the_day_included: bool = False) -> datetime:
    """2026-01-31 or 2026-01-31T08:00 by the site's time zone; ValueError, which says so, for anything else."""
    try:
        read = datetime.fromisoformat(said)
        if the_day_included and date.fromisoformat(said[:10]).isoformat() == said:
            read += timedelta(days=1)
    except (ValueError, OverflowError):
        raise ValueError(f"“{said}” is no date: write it as 2026-01-31 or 2026-01-31T08:00.") from None
    return read if read.tzinfo else timezone.make_aware(read)

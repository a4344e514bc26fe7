"""Traces are kept for a limited time."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from chat.models import Trace

# Rows a statement: it holds no lock for long, and may be stopped between two.
BATCH = 1000


def oldest_kept(now: datetime | None = None) -> datetime | None:
    """What was asked before that goes; None where everything is kept."""
    days = settings.TRACE_RETENTION_DAYS
    return (now or timezone.now()) - timedelta(days=days) if days else None


def purge(before: datetime) -> int:
    """How many were deleted. Conversations, feedback and evaluation results stay; they only lose their link."""
    deleted = 0
    old = Trace.objects.filter(created_at__lt=before).order_by("created_at")
    while batch := list(old.values_list("pk", flat=True)[:BATCH]):
        deleted += Trace.objects.filter(pk__in=batch).delete()[0]
    return deleted

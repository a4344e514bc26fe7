"""Documents that wait while nobody does anything for them: what `/health/` and the desk say of ingestion."""

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from knowledge.ingestion import intake, pipeline
from knowledge.models import Document, State

# Longer than anything takes that a worker does without saying so.
STUCK_AFTER = timedelta(minutes=5)


def report() -> dict[str, Any]:
    since = timezone.now() - STUCK_AFTER
    unfinished = pipeline.unfinished()
    is_late = unfinished.filter(updated_at__lt=since).exists()
    return {
        "waiting": unfinished.count(),
        "stuck": is_late and not Document.objects.filter(worked_at__gte=since).exists(),
    }


def documents() -> QuerySet[Document]:
    """Those whose worker fell silent, and where no worker does anything all that have waited long."""
    since = timezone.now() - STUCK_AFTER
    late = pipeline.unfinished().filter(updated_at__lt=since)
    if not Document.objects.filter(worked_at__gte=since).exists():
        return late
    return late.filter(Q(worked_at__isnull=True) | Q(worked_at__lt=since), state=State.PROCESSING)


def hand_out_again() -> int:
    """Gives them to workers anew; those that a worker still holds are left to it. Returns how many."""
    ids = list(documents().values_list("pk", flat=True))
    intake.queue(ids)
    return len(ids)

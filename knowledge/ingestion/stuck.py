"""Whether documents wait while nobody does anything for them: what `/health/` says of ingestion."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from knowledge.ingestion import pipeline
from knowledge.models import Document

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

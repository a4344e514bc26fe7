from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import models
from django.utils import timezone

# A worker beats this often, and counts as gone when it has missed three beats.
BEAT_SECONDS = 15
GONE_AFTER_SECONDS = 3 * BEAT_SECONDS + 1


class WorkerHeartbeatQuerySet(models.QuerySet["WorkerHeartbeat"]):
    def alive(self) -> WorkerHeartbeatQuerySet:
        return self.filter(beaten_at__gt=timezone.now() - timedelta(seconds=GONE_AFTER_SECONDS))


class WorkerHeartbeat(models.Model):
    """The sign of life of a worker, since Celery's own inspection does not work over every broker."""

    name = models.CharField(max_length=255, primary_key=True)
    beaten_at = models.DateTimeField()

    objects = WorkerHeartbeatQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class RateCounter(models.Model):
    """How much somebody did lately of something that is limited: written by koalarag.throttling alone."""

    key = models.CharField(max_length=200, primary_key=True)
    # At `counted_at`; it drains from there.
    level = models.FloatField()
    counted_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class HeldPlace(models.Model):
    """One of so many places that somebody may hold at a time: written by koalarag.places alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=200, db_index=True)
    # When it comes back by itself, its holder having died.
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key

"""So many things at a time: places that are taken and given back, counted over all processes."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import connection
from django.utils import timezone

from koalarag.models import HeldPlace

# What takes longer than this has died with its process.
HELD_FOR = timedelta(minutes=5)


def lock(key: str) -> None:
    """Until the transaction ends, whoever counts these places and takes one is alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def held(key: str) -> int:
    return HeldPlace.objects.filter(key=key, expires_at__gt=timezone.now()).count()


def take(key: str) -> UUID:
    """In the transaction that holds the lock and has counted."""
    now = timezone.now()
    HeldPlace.objects.filter(key=key, expires_at__lte=now).delete()
    return HeldPlace.objects.create(key=key, expires_at=now + HELD_FOR).pk


def give_back(place: UUID) -> None:
    HeldPlace.objects.filter(pk=place).delete()

"""`/health/`: what a load balancer and an operator ask; nothing in it is secret."""

from collections.abc import Callable
from typing import Any

import psycopg
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from koalarag import broker
from koalarag.models import WorkerHeartbeat


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """503 when the site cannot work: no database, or no queue. A missing worker, live answers that do not get through
    at the moment, and documents for which nobody does anything ("degraded"), are told, and no reason for it."""
    parts: dict[str, Callable[[], Any]] = {
        "database": _database, "queue": _queue, "worker": _workers, "live": _live_answers,
        "ingestion": import_string("knowledge.ingestion.stuck.report"),
    }  # fmt: skip
    report = {name: _try(part) for name, part in parts.items()}
    works = "error" not in report["database"] and "error" not in report["queue"]
    well = "degraded" if report["ingestion"].get("stuck") else "ok"
    answer = {"status": well if works else "unavailable", **report}
    return JsonResponse(answer, status=200 if works else 503)


def _try(part: Callable[[], Any]) -> Any:
    """Errors without their text, which may name hosts and users."""
    try:
        return part()
    except (DatabaseError, psycopg.Error, *broker.unreachable()) as error:
        return {"error": type(error).__name__}


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"answers": True}


def _queue() -> dict[str, Any]:
    """Tasks that wait or run; a queue that nobody has used yet does not exist."""
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    if settings.REDIS_URL:
        import redis  # a site without Redis does without its client

        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3) as client:
            return {"broker": "redis", "tasks": client.llen(queue) + client.hlen("unacked")}
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [f"pgmq.q_{queue}"])
        if cursor.fetchone()[0] is None:
            return {"broker": "postgresql", "tasks": 0}
        cursor.execute("SELECT queue_length FROM pgmq.metrics(%s)", [queue])
        return {"broker": "postgresql", "tasks": cursor.fetchone()[0]}


def _live_answers() -> dict[str, Any]:
    """Whether the process that was asked hears of news from others."""
    return {"connected": not getattr(get_channel_layer(), "is_deaf", False)}


def _workers() -> dict[str, Any]:
    beats = WorkerHeartbeat.objects.alive().order_by("-beaten_at")
    latest = beats.first()
    age = (timezone.now() - latest.beaten_at).total_seconds() if latest else None
    return {"alive": beats.count(), "seconds_since_beat": age if age is None else round(age, 1)}

"""What workers do for the chat, once a day (settings.CELERY_BEAT_SCHEDULE)."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def purge_traces() -> None:
    from chat.tracing import retention

    if before := retention.oldest_kept():
        retention.purge(before)


@shared_task
def clear_sessions() -> None:
    call_command("clearsessions")

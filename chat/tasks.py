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


@shared_task
def check_suggestions() -> None:
    from chat import suggestions

    suggestions.check_all()


@shared_task
def forget_shares() -> None:
    """Links that have ended."""
    from django.utils import timezone

    from chat.models import Share

    Share.objects.filter(expires_at__lt=timezone.now()).delete()

"""What workers do for the interfaces, once a day (koalarag/celery.py)."""

from celery import shared_task


@shared_task
def forget() -> None:
    """Counters that have drained, and answers kept for requests that nobody sends again by now."""
    from interfaces import idempotency
    from koalarag import throttling

    throttling.forget()
    idempotency.forget()

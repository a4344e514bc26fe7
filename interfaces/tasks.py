"""What workers do for the interfaces, once a day (koalarag/celery.py)."""

from celery import shared_task


@shared_task
def forget() -> None:
    """Counters that have drained, answers kept for requests that nobody sends again by now, launches that have aged."""
    from interfaces import idempotency
    from interfaces.lti import state
    from koalarag import throttling

    throttling.forget()
    idempotency.forget()
    state.forget()

"""The pool of database connections: who sends a page slowly holds none meanwhile, and after an outage all are soon made
again."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from psycopg_pool.base import AttemptWithBackoff

from koalarag.threads import release_connection

SECONDS_BETWEEN_ATTEMPTS = 0.5


def try_again_soon() -> None:
    """The pool's own pauses double, and those who wait do not wake it: it came back 8 seconds after PostgreSQL had."""
    AttemptWithBackoff.INITIAL_DELAY = SECONDS_BETWEEN_ATTEMPTS
    AttemptWithBackoff.DELAY_BACKOFF = 1.0


class ReleaseConnectionMiddleware:
    """The outermost one: the answer is made, what is left is to send it, at the pace of whoever reads it.

    Django itself keeps the connection until the last byte is sent: as many slow readers as the pool has connections
    would stop the site.
    """

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self._get_response(request)
        finally:
            release_connection()

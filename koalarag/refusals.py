"""Not now: too often, or the database is away for a moment. Said in words, with when to come back."""

from __future__ import annotations

import logging

from django.db import DataError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.views.defaults import bad_request

from koalarag.outage import GONE
from koalarag.throttling import TooOften

AWAY_SECONDS = 5

logger = logging.getLogger(__name__)


class RefusalMiddleware(MiddlewareMixin):
    # The innermost one: that it is synchronous keeps all of them in the request's thread. Otherwise Django calls them
    # from the event loop, going to a thread and back for each.
    async_capable = False

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooOften):
            return refusal(request, 429, error.told, error.retry_after)
        if isinstance(error, GONE):
            logger.error("The database is away: %s", type(error).__name__)
            return refusal(request, 503, _("The site is not quite there. Try again in a moment."), AWAY_SECONDS)
        if cannot_be_stored(error):
            return bad_request(request, error)
        return None


def cannot_be_stored(error: Exception) -> bool:
    """Whether somebody sent a character that PostgreSQL has no place for, in an address for example."""
    return isinstance(error, DataError) and "NUL (0x00)" in str(error)


def refusal(request: HttpRequest, status: int, text: str, retry_after: int) -> HttpResponse:
    """A page for people; JSON for what a page fetches."""
    if "text/html" in request.headers.get("Accept", ""):
        response = render(request, "refused.html", {"text": text}, status=status)
    else:
        response = JsonResponse({"error": text}, status=status)
    response["Retry-After"] = str(retry_after)
    response["Cache-Control"] = "no-store"
    return response

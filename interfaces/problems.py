"""What goes wrong in a request, as RFC 9457 tells it (application/problem+json), with a code for programs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.http import Http404, JsonResponse
from rest_framework.exceptions import APIException, ValidationError

from chat.asking import Busy
from koalarag.outage import GONE
from koalarag.refusals import AWAY_SECONDS, cannot_be_stored
from koalarag.throttling import TooOften

MEDIA_TYPE = "application/problem+json"
# Of what REST framework raises.
_CODES = {404: "not_found", 405: "method_not_allowed", 415: "unsupported_media_type"}

logger = logging.getLogger(__name__)


class Problem(Exception):
    def __init__(
        self, status: int, code: str, detail: str, *, errors: Any = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        """a word that stays the same, whatever the language of the detail"""
        self.detail = detail
        self.errors = errors
        """where several things are wrong: field -> what is wrong with it"""
        self.headers = dict(headers or {})

    @property
    def body(self) -> dict[str, Any]:
        said = {"type": "about:blank", "title": HTTPStatus(self.status).phrase, "status": self.status}
        said |= {"code": self.code, "detail": self.detail}
        return said | {"errors": self.errors} if self.errors else said

    def response(self) -> JsonResponse:
        return JsonResponse(self.body, status=self.status, content_type=MEDIA_TYPE, headers=self.headers)


def not_found(detail: str = "There is nothing here, or it is not yours to see.") -> Problem:
    return Problem(404, "not_found", detail)


def too_large() -> Problem:
    return Problem(413, "too_large", "The request is larger than this site accepts.")


def invalid(detail: str, errors: Any = None) -> Problem:
    return Problem(400, "invalid", detail, errors=errors)


def of(error: Exception) -> Problem:
    """Every error that a request may end with; one that nobody foresaw is logged under the reference that is told."""
    return foreseen(error) or unforeseen(error, uuid4())


def foreseen(error: Exception) -> Problem | None:
    match error:
        case Problem():
            return error
        case TooOften():
            return Problem(429, "rate_limited", error.detail, headers={"Retry-After": str(error.retry_after)})
        case ValidationError():
            return invalid("Some of what was sent cannot be taken.", errors=error.detail)
        case APIException():
            return Problem(error.status_code, _CODES.get(error.status_code, "invalid"), str(error.detail))
        case Http404():
            return not_found()
        case PermissionDenied():
            return Problem(403, "permission_denied", str(error) or "This is not yours to do.")
        case RequestDataTooBig() | TooManyFieldsSent():
            return too_large()
        case Busy():
            return Problem(409, "busy", str(error))
        case BadRequest():
            return invalid(str(error))
    if isinstance(error, GONE):
        again = {"Retry-After": str(AWAY_SECONDS)}
        return Problem(503, "unavailable", "The site is not quite there. Try again in a moment.", headers=again)
    if cannot_be_stored(error):
        return invalid("Something that was sent contains a character that cannot be stored.")
    return None


def unforeseen(error: Exception, reference: UUID) -> Problem:
    logger.error("A request failed, reference %s", reference, exc_info=error)
    return Problem(500, "internal", f"Something went wrong. Tell us the reference {reference}.")

"""Headers of every page: what a browser may load and run for it, and who may keep it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# All of it is served from here, and nothing stands in the pages themselves: no scripts, no styles, but for a style with
# the nonce of its page, such as says where on a picture the quote is.
POLICY: Mapping[str, str] = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
}
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class HeadersMiddleware(MiddlewareMixin):
    """Inside whitenoise, whose files need none of it. A view that says otherwise itself is left alone."""

    def process_request(self, request: HttpRequest) -> None:
        request.nonce = Nonce()  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        nonce = getattr(request, "nonce", None)
        response.headers.setdefault("Content-Security-Policy", policy(nonce.value if nonce else ""))
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cache-Control", _kept_by(request))
        return response


class Nonce:
    """Made where a template asks for it: `nonce="{{ request.nonce }}"`."""

    def __init__(self) -> None:
        self.value = ""

    def __str__(self) -> str:
        self.value = self.value or secrets.token_urlsafe(16)
        return self.value


def policy(nonce: str = "") -> str:
    said = dict(POLICY)
    if nonce:
        said["style-src"] = f"'self' 'nonce-{nonce}'"
    written = "; ".join(f"{name} {value}" for name, value in said.items())
    return f"{written}; upgrade-insecure-requests" if settings.SECURE_SSL_REDIRECT else written


def _kept_by(request: HttpRequest) -> str:
    """Nobody keeps what is somebody's own, not even his browser: on a shared computer the next one goes back to it."""
    is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return "private, no-store" if is_personal else "private, no-cache"

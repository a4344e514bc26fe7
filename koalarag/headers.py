"""Headers of every page: what a browser may load and run for it, and who may keep it."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# All of it is served from here, and nothing stands in the pages themselves: no scripts, no styles.
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

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Content-Security-Policy", policy())
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cache-Control", _kept_by(request))
        return response


def policy(frame_ancestors: str = POLICY["frame-ancestors"]) -> str:
    said = {**POLICY, "frame-ancestors": frame_ancestors}
    written = "; ".join(f"{name} {value}" for name, value in said.items())
    return f"{written}; upgrade-insecure-requests" if settings.SECURE_SSL_REDIRECT else written


def _kept_by(request: HttpRequest) -> str:
    """Nobody keeps what is somebody's own, not even his browser: on a shared computer the next one goes back to it."""
    is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return "private, no-store" if is_personal else "private, no-cache"

"""Who talks in a frame on another site, where browsers keep no cookie of ours: a signed token stands for his session.

The page sends it as `Authorization: Visit …`, its socket as a subprotocol. No other site can make a browser send it, as
it could a cookie, so that these requests need no token against forgery beside it; and no cookie is looked at with it.
When a frame is loaded again it learns its token by what its tab has kept, or by a cookie for this one question,
partitioned by the page around it (CHIPS): each browser has at least one of the two.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user as get_user_of_request
from django.contrib.auth import login
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signing
from django.http import HttpRequest, HttpResponse

SCHEME = "Visit "
PROTOCOL = "visit"
COOKIE = "visit"
_MARK = "is_visit"
# Its letters may stand in a header and in the name of a subprotocol.
_signer = signing.TimestampSigner(salt="visit", sep=".")

Application = Callable[[Any, Any, Any], Awaitable[Any]]


def begin() -> SessionBase:
    session: SessionBase = _store()
    session[_MARK] = True
    session.create()
    return session


def token_of(session: SessionBase) -> str:
    return _signer.sign(session.session_key or "")


def session_of(token: str) -> SessionBase | None:
    """None where we did not sign it, where it has aged, or where the session was ended."""
    try:
        key = _signer.unsign(token, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return None
    session = _store(key)
    return session if session.get(_MARK) else None


def user_of(session: SessionBase) -> AbstractBaseUser | AnonymousUser:
    request = HttpRequest()
    request.session = session
    return get_user_of_request(request)


def sign_in(session: SessionBase, user: AbstractBaseUser) -> None:
    """Its key changes by it: tokens from before are worth nothing."""
    request = HttpRequest()
    request.session = session
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def known(request: HttpRequest) -> SessionBase | None:
    """The visit whose token, or whose partitioned cookie, comes with the request."""
    sent = request.headers.get("Authorization", "").removeprefix(SCHEME)
    return session_of(sent or request.COOKIES.get(COOKIE, ""))


def remember(response: HttpResponse, token: str, path: str) -> None:
    """Until the browser is closed. By hand: Django's own cookies know nothing of partitions."""
    response["Set-Cookie"] = f"{COOKIE}={token}; Path={path}; HttpOnly; Secure; SameSite=None; Partitioned"


def is_visit(request: HttpRequest) -> bool:
    return request.headers.get("Authorization", "").startswith(SCHEME)


class VisitSessionMiddleware(SessionMiddleware):
    """The session of a visit, where a token comes with the request; else that of the cookie."""

    def process_request(self, request: HttpRequest) -> None:
        if not is_visit(request):
            super().process_request(request)
            return
        request.session = session_of(request.headers["Authorization"].removeprefix(SCHEME)) or _store()
        request._dont_enforce_csrf_checks = True

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not is_visit(request):
            return super().process_response(request, response)
        if request.session.modified and request.session.get(_MARK) and response.status_code != 500:
            request.session.save()
        return response


class VisitSockets:
    """ASGI: gives a socket its session and user by the token in its subprotocol, or leaves it to `cookies`."""

    def __init__(self, visits: Application, cookies: Application) -> None:
        self._visits, self._cookies = visits, cookies

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        offered = scope.get("subprotocols") or []
        if offered[:1] != [PROTOCOL]:
            return await self._cookies(scope, receive, send)
        scope = scope | {"session": await database_sync_to_async(_session)("".join(offered[1:2]))}
        scope["user"] = await get_user(scope)
        return await self._visits(scope, receive, send)


def _session(token: str) -> SessionBase:
    return session_of(token) or _store()


def _store(key: str | None = None) -> SessionBase:
    made: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return made

"""How much may be sent to an address, and how slowly: said before anything of it is read, and while it arrives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_KB, _MB = 2**10, 2**20
# What a form is around its files.
_AROUND = _MB
# How long the next piece of a body may take.
PIECE_SECONDS = 30.0
_UPLOAD = settings.MAX_UPLOAD_MB * _MB + _AROUND
FORM_UPLOAD_MB = 4 * settings.MAX_UPLOAD_MB
"""of all the files that a form of admin takes at once"""
# Of paths that begin so, the first that fits.
LIMITS = (
    ("/admin/knowledge/document/add/", FORM_UPLOAD_MB * _MB + _AROUND),
    ("/admin/knowledge/document/upload/", _UPLOAD),
    ("/admin/", 10 * _MB),
    ("/api/v1/documents", _UPLOAD),
    ("/api/v1/datasets", 6 * _MB),
    ("/api/v1/", _MB),
    ("/v1/", _MB),
    ("/mcp", _MB),
    ("", 64 * _KB),
)
_TEXTS = {
    413: ("too_large", "This is more than can be sent to this address."),
    408: ("timed_out", "What was announced did not arrive in time."),
}


def limit_of(path: str) -> int:
    """Most bytes of a body that is sent to this path."""
    return next(limit for beginning, limit in LIMITS if path.startswith(beginning))


class LimitedBodies:
    """ASGI: answers 413 and 408 itself, and tells the application that whoever sent has gone."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = limit_of(scope["path"])
        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not announced.isdigit() or int(announced[:20]) > limit:
            await _refuse(send, 413, scope["path"])
            return
        body = _Body(receive, send, limit, scope["path"])
        await self._application(scope, body.receive, body.send)


class _Body:
    def __init__(self, receive: Receive, send: Send, limit: int, path: str) -> None:
        self._receive, self._send, self._left, self._path = receive, send, limit, path
        self._is_whole = self._is_refused = self._has_begun = False

    async def receive(self) -> Message:
        if self._is_refused:
            return {"type": "http.disconnect"}
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout(PIECE_SECONDS):
                message = await self._receive()
        except TimeoutError:
            return await self._end(408)
        self._left -= len(message.get("body", b""))
        self._is_whole = message["type"] != "http.request" or not message.get("more_body", False)
        return await self._end(413) if self._left < 0 else message

    async def send(self, message: Message) -> None:
        """What the application still says after the refusal is for nobody."""
        self._has_begun = True
        if not self._is_refused:
            await self._send(message)

    async def _end(self, status: int) -> Message:
        self._is_refused = True
        if not self._has_begun:
            await _refuse(self._send, status, self._path)
        return {"type": "http.disconnect"}


async def _refuse(send: Send, status: int, path: str) -> None:
    media_type, text = _said(status, path)
    headers = [
        (b"content-type", media_type.encode()), (b"content-length", b"%d" % len(text)), (b"connection", b"close"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def _said(status: int, path: str) -> tuple[str, bytes]:
    """The media type and text of a refusal, in the form of other errors of the interface
    (interfaces/problems.py), which is not reached."""
    code, detail = _TEXTS[status]
    if path.startswith("/api/"):
        title = HTTPStatus(status).phrase
        problem = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail}
        return "application/problem+json", json.dumps(problem).encode()
    if path.startswith("/v1/"):
        error = {"message": detail, "type": "invalid_request_error", "param": None, "code": code}
        return "application/json", json.dumps({"error": error}).encode()
    return "text/plain", f"{detail}\n".encode()

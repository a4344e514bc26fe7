"""Nobody's sockets take what others need: each has a thread of its own for the database, and of one visitor, and of one
address, there are so many, whose messages are heard so often.

All of it is counted in this process and asks no database, so that a flood costs others next to nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings

from koalarag.threads import own_thread
from koalarag.throttling import network
from koalarag.visitors import SHARED_BY

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_SOCKETS = 20
MESSAGES_PER_SECOND = 5.0
AT_ONCE = 20
"""messages that need not wait for each other, where nothing was said before"""
TRY_AGAIN = 1013
# So many visitors are remembered before those are looked for who have been quiet.
_MAX_KNOWN = 10_000


class Pace:
    """So many at once, then one after another; whoever is faster waits, however many wait with him."""

    def __init__(self, rate: float, at_once: int) -> None:
        self._gap, self._ahead = 1 / rate, at_once / rate
        self._next: dict[str, float] = {}

    async def wait(self, key: str, times: int = 1) -> None:
        """Until it is the turn of this one; with `times` as many are allowed."""
        now = asyncio.get_running_loop().time()
        if len(self._next) > _MAX_KNOWN:
            self._next = {known: at for known, at in self._next.items() if at > now - self._ahead}
        turn = max(self._next.get(key, 0.0), now - self._ahead) + self._gap / times
        self._next[key] = turn
        if turn > now:
            await asyncio.sleep(turn - now)


class FairSockets:
    """ASGI: around whatever opens the database for a socket."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._pace = Pace(MESSAGES_PER_SECOND, AT_ONCE)
        self._open = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        keys = dict(_keys(scope))
        if any(self._open[key] >= MAX_SOCKETS * times for key, times in keys.items()):
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return

        async def paced() -> Message:
            message = await receive()
            if message["type"] != "websocket.disconnect":
                for key, times in keys.items():
                    await self._pace.wait(key, times)
            return message

        self._open.update(keys.keys())
        try:
            async with own_thread("socket"):
                await self._application(scope, paced, send)
        finally:
            self._open.subtract(keys.keys())
            self._open += Counter()


def _keys(scope: Scope) -> Iterator[tuple[str, int]]:
    """Whom it is counted for, and how much more that may: what a visitor shows, and can change, and his address."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    try:
        cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        cookies = SimpleCookie()
    session = cookies.get(settings.SESSION_COOKIE_NAME)
    shown = session.value if session else " ".join(scope.get("subprotocols") or [])
    if shown:
        yield f"visitor {hashlib.sha256(shown.encode()).hexdigest()}", 1
    yield f"address {network((scope.get('client') or [''])[0])}", SHARED_BY

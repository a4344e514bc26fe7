"""So many requests are worked on at once: forty that ask for the same picture take no more from those who ask questions
than these few do.

All threads of the process share one interpreter, and each that wants to compute gets an equal part of it: without this
the parts that answers get would become smaller with each request that comes in beside them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from koalarag.threads import step_aside
from koalarag.throttling import network

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Places = tuple[asyncio.Semaphore, ...]

AT_ONCE = 3
"""one computes while others wait for the database"""
AT_ONCE_OF_AN_ADDRESS = 2
HELD_SECONDS = 0.25
"""one that takes longer waits for something, such as a language model or a child process, and does not compute"""
# Whoever asks whether the process is well is told how it is, however many wait.
EXEMPT = ("/health/",)


class FairRequests:
    """ASGI: a request that has arrived whole waits for a place, and holds it until its answer begins."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._everybodys: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
        self._addresses: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(EXEMPT):
            await self._application(scope, receive, send)
            return
        place = _Place(self._places(scope))
        token = step_aside.set(place.give_back_from_thread)

        async def received() -> Message:
            message = await receive()
            if not message.get("more_body"):
                await place.take()
            return message

        async def sent(message: Message) -> None:
            place.give_back()
            await send(message)

        try:
            await self._application(scope, received, sent)
        finally:
            place.give_back()
            step_aside.reset(token)

    def _places(self, scope: Scope) -> Places:
        """His address's own first: who waits for that is not in the way of others."""
        address = network((scope.get("client") or [""])[0])
        own = self._addresses.setdefault(address, asyncio.Semaphore(AT_ONCE_OF_AN_ADDRESS))
        return own, self._everybodys.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


class _Place:
    """Of one request; taken once, and given back once, however often it is said."""

    def __init__(self, places: Places) -> None:
        self._places, self._held = places, list[asyncio.Semaphore]()
        self._loop = asyncio.get_running_loop()
        self._late: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        places, self._places = self._places, ()
        for place in places:
            await place.acquire()
            self._held.append(place)
        if places:
            self._late = self._loop.call_later(HELD_SECONDS, self.give_back)

    def give_back(self) -> None:
        if self._late:
            self._late.cancel()
        while self._held:
            self._held.pop().release()

    def give_back_from_thread(self) -> None:
        if self._held:
            self._loop.call_soon_threadsafe(self.give_back)

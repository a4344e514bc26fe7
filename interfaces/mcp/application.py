"""Tools for language models at /mcp, an ASGI application: the Model Context Protocol, streamable HTTP, stateless."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import Context
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import get_language_from_request, override

from interfaces import access, problems
from interfaces.access import Rule
from interfaces.problems import Problem
from koalarag.threads import own_thread

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = "/mcp"
# Where a tool finds who calls it, and the request that its addresses are built for.
CALLER, REQUEST = "koalarag.caller", "koalarag.request"


@dataclass(frozen=True)
class Running:
    """The SDK's application, and the task that keeps its session manager open."""

    application: Application
    manager: asyncio.Task[None]


_running: WeakKeyDictionary[asyncio.AbstractEventLoop, Running] = WeakKeyDictionary()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Whoever has no valid token gets no further."""
    request = ASGIRequest(dict(scope), BytesIO())
    try:
        async with own_thread("mcp"):
            _check_host(request)
            caller = await sync_to_async(access.admit)(request, Rule())
    except Exception as error:
        await _refuse(problems.of(error), send)
        return
    inner = {**scope, "path": PATH, "root_path": "", CALLER: caller, REQUEST: request}
    with override(get_language_from_request(request)):
        await (await _started()).application(inner, receive, send)


async def _started() -> Running:
    """One for each event loop, from its first request on: nobody tells Channels' applications when a server starts."""
    loop = asyncio.get_running_loop()
    if loop not in _running:
        # The SDK takes a second to import.
        from interfaces.mcp.server import build

        server = build()
        made = server.streamable_http_app(streamable_http_path=PATH, stateless_http=True, host="")
        ready = asyncio.Event()

        async def manage() -> None:
            async with server.session_manager.run():
                ready.set()
                await asyncio.Event().wait()

        _running[loop] = Running(made, loop.create_task(manage(), context=Context()))
        await ready.wait()
    return _running[loop]


def _check_host(request: ASGIRequest) -> None:
    try:
        request.get_host()
    except DisallowedHost as error:
        raise Problem(421, "unknown_host", "This site is not reached under this name.") from error


async def _refuse(problem: Problem, send: Send) -> None:
    response = problem.response()
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})

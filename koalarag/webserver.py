"""uvicorn, less patient: who begins a request and does not go on is cut off, and who says more over a socket than
anybody hears. `python -m koalarag.webserver`.

What a body may be is told by koalarag.request_bodies; how the site comes back when it is killed, by koalarag.forking.
"""

import asyncio
import os
import resource
import sys
from argparse import ArgumentParser
from functools import partial
from socket import socket
from typing import ClassVar, Self
from urllib.error import HTTPError
from urllib.request import urlopen

import uvicorn
from django.conf import settings
from django.urls import get_resolver
from django.utils.module_loading import import_string
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from koalarag.forking import Keeper
from koalarag.localserver.connection import local_url

# A question with all its options is some kilobytes.
LARGEST_SOCKET_MESSAGE = 64 * 1024
# Each frame takes a tenth of a millisecond of the thread that everybody shares, pings and pieces of messages too.
MAX_FRAMES = 200
FRAMES_PER_SECOND = 20.0
_SLICE = 2048
"""bytes in which there are no more frames than may be too many"""
HEAD_SECONDS = 20.0
"""how long the first line and the headers of a request may take, from its first byte or the connection on"""
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Protocol(h11_impl.H11Protocol):
    """Of those who have connected and said nothing yet, the first go where there are too many: each takes memory, and
    one of the files that the process may open, without which it can serve nobody."""

    max_silent = 1000
    _silent: ClassVar[dict[Self, None]] = {}
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        self._wait()
        super().data_received(data)
        if self.conn.their_state is not h11_impl.h11.IDLE:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)
            self._silent[self] = None
            if len(self._silent) > self.max_silent:
                next(iter(self._silent))._give_up()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
            self._silent.pop(self, None)

    def _give_up(self) -> None:
        self._silent.pop(self, None)
        if not self.transport.is_closing():
            self.transport.write(_TOO_LATE)
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """So many frames at once, then so many a second; whoever sends more is cut off, in the middle of what came."""

    _frames = _counted_at = 0.0
    _is_cut_off = False

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _SLICE):
            if not self._is_cut_off:
                super().data_received(data[start : start + _SLICE])

    def handle_events(self) -> None:
        now = self.loop.time()
        drained = self._frames - (now - self._counted_at) * FRAMES_PER_SECOND
        self._frames, self._counted_at = max(0.0, drained) + len(self.conn.events), now
        if self._frames > MAX_FRAMES:
            self._is_cut_off = True
            self.transport.abort()
        else:
            super().handle_events()


def main() -> None:
    parser = ArgumentParser(prog="koalarag.webserver")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    _open_as_many_files_as_may_be()
    config = uvicorn.Config(
        "koalarag.asgi:application", host=options.host, port=options.port, lifespan="off", http=Protocol,
        ws=SocketProtocol, ws_max_size=LARGEST_SOCKET_MESSAGE, ws_per_message_deflate=False,
        timeout_graceful_shutdown=3, forwarded_allow_ips=settings.FORWARDED_ALLOW_IPS,
    )  # fmt: skip
    config.load()
    get_resolver().url_patterns  # noqa: B018 (brings all views, which the first request would wait for)
    import_string("chat.warming.load_modules")()
    # Listening goes on while the next process starts: who connects meanwhile waits for it.
    listening = config.bind_socket()
    serve = partial(_serve, config, listening)
    sys.exit(Keeper(serve, partial(_answers, local_url(options.host, options.port))).run())


def _open_as_many_files_as_may_be() -> None:
    """Where nobody says otherwise a process may open 1,024, connections included; it may allow itself more."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY:
        Protocol.max_silent = min(Protocol.max_silent, hard // 4)


def _serve(config: uvicorn.Config, listening: socket) -> None:
    import_string("chat.warming.warm")()
    uvicorn.Server(config).run([listening])


def _answers(url: str) -> bool:
    try:
        urlopen(f"{url}health/", timeout=5).close()
    except HTTPError:
        return True  # it may not be allowed to serve this name, but it serves
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()

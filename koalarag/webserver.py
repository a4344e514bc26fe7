"""uvicorn, less patient: who begins a request and does not go on is cut off. `python -m koalarag.webserver`.

What a body may be is told by koalarag.request_bodies; how the site comes back when it is killed, by koalarag.forking.
"""

import asyncio
import sys
from argparse import ArgumentParser
from functools import partial
from socket import socket
from urllib.error import HTTPError
from urllib.request import urlopen

import uvicorn
from django.urls import get_resolver
from django.utils.module_loading import import_string
from uvicorn.protocols.http import h11_impl

from koalarag.forking import Keeper
from koalarag.localserver.connection import local_url

# A question with all its options is some kilobytes.
LARGEST_SOCKET_MESSAGE = 64 * 1024
HEAD_SECONDS = 20.0
"""how long the first line and the headers of a request may take, from its first byte or the connection on"""
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Protocol(h11_impl.H11Protocol):
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

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(_TOO_LATE)
            self.transport.close()


def main() -> None:
    parser = ArgumentParser(prog="koalarag.webserver")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    config = uvicorn.Config(
        "koalarag.asgi:application", host=options.host, port=options.port, lifespan="off", http=Protocol,
        ws_max_size=LARGEST_SOCKET_MESSAGE, timeout_graceful_shutdown=3,
    )  # fmt: skip
    config.load()
    get_resolver().url_patterns  # noqa: B018 (brings all views, which the first request would wait for)
    # Listening goes on while the next process starts: who connects meanwhile waits for it.
    listening = config.bind_socket()
    serve = partial(_serve, config, listening)
    sys.exit(Keeper(serve, partial(_answers, local_url(options.host, options.port))).run())


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

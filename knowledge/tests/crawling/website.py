"""A website on this machine, with everything that websites do to crawlers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    chunks: Callable[[], Iterator[bytes]] | None = None
    """sent one by one, without a length"""


@dataclass(frozen=True)
class Asked:
    path: str
    host: str
    at: float
    headers: dict[str, str]


Route = Answer | Callable[[Asked], Answer]


class Website:
    def __init__(self, address: str = "127.0.0.1") -> None:
        self.routes: dict[str, Route] = {}
        self.otherwise: Callable[[Asked], Answer] | None = None
        self.asked: list[Asked] = []
        self.ended = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site._answer(self)

            def log_message(self, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer((address, 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://{address}:{self.server.server_address[1]}"

    def page(self, path: str, text: str, *links: str, head: str = "", **headers: str) -> None:
        self.routes[path] = page(text, *links, head=head, **headers)

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked if asked.path != "/robots.txt"]

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        asked = Asked(handler.path, handler.headers["Host"], time.monotonic(), dict(handler.headers.items()))
        self.asked.append(asked)
        route = self.routes.get(handler.path)
        if route is None:
            route = self.otherwise(asked) if self.otherwise else Answer(b"not here", 404)
        answer = route if isinstance(route, Answer) else route(asked)
        # The crawler may have had enough.
        with suppress(OSError):
            self._send(handler, answer)

    def _send(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        handler.send_response(answer.status)
        for name, value in ({"Content-Type": "text/html"} | answer.headers).items():
            handler.send_header(name, value)
        if answer.chunks is None:
            handler.send_header("Content-Length", str(len(answer.body)))
        handler.end_headers()
        for chunk in answer.chunks() if answer.chunks else [answer.body]:
            handler.wfile.write(chunk)
            handler.wfile.flush()


def page(text: str, *links: str, head: str = "", **headers: str) -> Answer:
    listed = "".join(f'<a href="{link}">{link.strip("/") or "home"}</a> ' for link in links)
    html = (
        f"<!doctype html><html lang='es'><head><title>{text[:60]}</title>{head}</head><body><nav>{listed}</nav>"
        f"<main><h1>{text[:60]}</h1><p>{text}</p></main></body></html>"
    )
    return Answer(html.encode(), headers={name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def served(address: str = "127.0.0.1") -> Iterator[Website]:
    site = Website(address)
    thread = threading.Thread(target=site.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.ended.set()
        site.server.shutdown()
        site.server.server_close()
        thread.join()

"""A server of embeddings on loopback that speaks OpenAI's protocol: hashing vectors, and faults on demand."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

DIMENSIONS = 64
Fault = tuple[int, str] | float
"""an answer's status and body, or seconds before the right answer"""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.faults: list[Fault] = []
        """for the next requests, one each; the last stays where `broken`"""
        self.broken = False
        self.dimensions = DIMENSIONS

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        return [text for request in self.requests for text in request["input"]]


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append({"path": self.path, **request})
        self.server.keys.append(self.headers["Authorization"])
        faults = self.server.faults
        fault = (faults[0] if self.server.broken else faults.pop(0)) if faults else 0.0
        if isinstance(fault, tuple):
            self._send(*fault)
        else:
            time.sleep(fault)
            self._send(200, json.dumps(self._answer(request)))

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        vectors = [3 * hashed(text, self.server.dimensions) for text in request["input"]]
        data = [
            {"object": "embedding", "index": place, "embedding": vector.tolist()}
            for place, vector in enumerate(vectors)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "model": request["model"], "data": data, "usage": usage}

    def _send(self, status: int, body: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body.encode())))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""


def hashed(text: str, dimensions: int = DIMENSIONS) -> np.ndarray:
    """Words, each in the place that its hash says."""
    vector = np.full(dimensions, 1e-3)
    for word in text.lower().split():
        vector[int(hashlib.sha256(word.strip(".,;:¿?").encode()).hexdigest(), 16) % dimensions] += 1
    return vector / np.linalg.norm(vector)


@contextmanager
def running() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A server on this machine that speaks OpenAI's chat protocol and does what a script tells it to, failures included."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Say:
    """What one request is answered with."""

    text: str = ""
    arguments: dict[str, Any] | None = None
    """of a call of the tool that the request names"""
    finish: str | None = "stop"
    """None: the stream ends well and never says why"""
    status: int = 200
    retry_after: str = ""
    delay: float = 0.0
    """seconds before the first byte"""
    pause: float = 0.0
    """seconds between two words"""
    hang_after: int | None = None
    """words, and then silence on an open connection; 0: not even a status"""
    cut_after: int | None = None
    """words, and then the end of the connection in the middle of the stream"""
    reset: bool = False
    """the connection is reset before anything is answered"""
    usage: tuple[int, int] | None = (120, 9)
    """tokens read and written; None: the server does not count them"""

    @property
    def words(self) -> list[str]:
        text = json.dumps(self.arguments) if self.arguments is not None else self.text
        return [word + " " for word in text.split(" ")] if text else []


Behaviour = Callable[[Body], Say]


@dataclass
class Script:
    """A text for every request, one `Say` after the other (the last one stays), or a function of the request."""

    behaviour: str | Sequence[Say] | Behaviour
    requests: list[Body] = field(default_factory=list)
    """bodies, as they came"""
    keys: list[str] = field(default_factory=list)
    """what stood in their Authorization"""
    _lock: Lock = field(default_factory=Lock)

    def next(self, body: Body, key: str = "") -> Say:
        with self._lock:
            self.requests.append(body)
            self.keys.append(key)
            number = len(self.requests)
        if isinstance(self.behaviour, str):
            return Say(self.behaviour)
        if callable(self.behaviour):
            return self.behaviour(body)
        return self.behaviour[min(number, len(self.behaviour)) - 1]


def schema_of(body: Body) -> dict[str, Any]:
    """The JSON schema that a request asks for, as response format or as tool; {} where it asks for text."""
    if wanted := body.get("response_format"):
        found: dict[str, Any] = wanted["json_schema"]["schema"]
        return found
    return body["tools"][0]["function"]["parameters"] if body.get("tools") else {}


def deciding(body: Body, values: dict[str, Any]) -> Say:
    """The values in the form that the request asks for."""
    if body.get("tools"):
        return Say(arguments=values, finish="tool_calls")
    return Say(json.dumps(values, ensure_ascii=False))


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """The base URL of a server that answers every request by the script."""
    closing = Event()

    class Handler(_Handler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer(script.next(body, self.headers.get("Authorization", "")), body, closing)

    server = _Server(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        closing.set()
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments: object) -> None:
        """Silent."""

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:  # the client has gone: what it does when it waits no longer
            self.close_connection = True

    def answer(self, say: Say, body: Body, closing: Event) -> None:
        closing.wait(say.delay)
        if say.reset:
            return self._reset()
        if say.hang_after == 0:
            self._hang(closing)
        elif say.status != 200:
            headers = {"Retry-After": say.retry_after} if say.retry_after else {}
            self._whole(
                say.status, {"error": {"message": f"scripted {say.status} {say.text}", "type": "scripted"}}, headers
            )
        elif body.get("stream"):
            self._stream(say, body, closing)
        else:
            self._whole(200, completion(say, body), {})
        return None

    def _whole(self, status: int, content: dict[str, Any], headers: dict[str, str]) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        for name, value in (headers | {"Content-Type": "application/json", "Content-Length": str(len(data))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, say: Say, body: Body, closing: Event) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, chunk in enumerate(chunks(say, body)):
            if number == say.hang_after:
                return self._hang(closing)
            if number == say.cut_after:
                self.close_connection = True
                return None
            self._event(json.dumps(chunk))
            if say.pause:
                closing.wait(say.pause)
        self._event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")
        return None

    def _event(self, data: str) -> None:
        event = f"data: {data}\n\n".encode()
        self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        self.wfile.flush()

    def _hang(self, closing: Event) -> None:
        closing.wait()
        self.close_connection = True

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True


def chunks(say: Say, body: Body) -> Iterator[dict[str, Any]]:
    """Of a streamed answer: a word each, why it ended, what was used."""
    about = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": body.get("model", "test")}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**about, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    for number, word in enumerate(say.words):
        yield chunk({"role": "assistant", **_delta(say, body, word, first=number == 0)})
    if say.finish:
        yield chunk({}, say.finish)
    if say.usage and (body.get("stream_options") or {}).get("include_usage"):
        yield {**about, "choices": [], "usage": _usage(*say.usage)}


def _delta(say: Say, body: Body, word: str, *, first: bool) -> dict[str, Any]:
    if say.arguments is None:
        return {"content": word}
    function = {"arguments": word} | ({"name": _tool(body)} if first else {})
    call = {"index": 0, "function": function} | ({"id": "call_1", "type": "function"} if first else {})
    return {"tool_calls": [call]}


def completion(say: Say, body: Body) -> dict[str, Any]:
    """An answer that is not streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": say.text}
    if say.arguments is not None:
        function = {"name": _tool(body), "arguments": json.dumps(say.arguments)}
        message |= {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    choice = {"index": 0, "message": message, "finish_reason": say.finish}
    about = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body.get("model", "test")}
    return {**about, "choices": [choice]} | ({"usage": _usage(*say.usage)} if say.usage else {})


def _tool(body: Body) -> str:
    name: str = body["tools"][0]["function"]["name"] if body.get("tools") else "answer"
    return name


def _usage(read: int, written: int) -> dict[str, int]:
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}

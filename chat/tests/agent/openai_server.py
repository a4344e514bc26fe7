"""A server on this machine that speaks OpenAI's chat protocol, streamed; it says what it is told to say."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Script:
    text: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    """bodies, as they came"""

    def chunks(self) -> Iterator[dict[str, Any]]:
        about = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test"}
        for word in self.text.split(" "):
            delta = {"index": 0, "delta": {"role": "assistant", "content": word + " "}, "finish_reason": None}
            yield {**about, "choices": [delta]}
        yield {**about, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        usage = {"prompt_tokens": 120, "completion_tokens": 9, "total_tokens": 129}
        yield {**about, "choices": [], "usage": usage}


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """The base URL of a server that answers every request by the script."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            script.requests.append(json.loads(self.rfile.read(length)))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for chunk in script.chunks():
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *_arguments: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()

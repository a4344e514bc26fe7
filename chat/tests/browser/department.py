"""A department's own website, on another origin than ours: it puts an assistant on its page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

# As strict as a careful department's: what the widget needs of it, and nothing else.
POLICY = "default-src 'self'; script-src {site}; connect-src {site}; frame-src {site}"
PAGE = """<!DOCTYPE html><html lang="{lang}"><head><title>Department</title></head>
<body><main><h1>Department of Algebra</h1><p><a href="/">Home</a></p></main>{body}</body></html>"""


class Department:
    """Called as localhost, it is of another site than 127.0.0.1, and its cookies would be a third party's."""

    def __init__(self, site: str, port: int) -> None:
        self.site, self.lang, self.body = site, "es", ""
        self.url, self.other_url = f"http://localhost:{port}", f"http://127.0.0.1:{port}"

    def show(self, assistant: str, **data: str) -> None:
        more = "".join(f' data-{name}="{value}"' for name, value in data.items())
        self.body = f'<script src="{self.site}/widget.js" data-assistant="{assistant}"{more} async></script>'

    def page(self) -> bytes:
        return PAGE.format(lang=self.lang, body=self.body).encode()


@contextmanager
def department(site: str) -> Iterator[Department]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY.format(site=site))
            self.end_headers()
            self.wfile.write(shown.page())

        def log_message(self, *_args: object) -> None:
            """Nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    shown = Department(site, server.server_port)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield shown
    finally:
        server.shutdown()
        server.server_close()

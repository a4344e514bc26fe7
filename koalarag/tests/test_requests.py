"""What comes in over the wire: too much, or too slowly. A real server with a real site behind it."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from koalarag import request_bodies
from koalarag.localserver import connection
from koalarag.localserver.children import LARGEST_LOG, Child
from koalarag.localserver.processes import dies_with_parent

ROOT = Path(__file__).resolve().parents[2]
STARTED = """
import koalarag.webserver as webserver, koalarag.request_bodies as bodies, resource, sys
port, seconds, files = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_NOFILE, (int(files) // 2, int(files)))
webserver.HEAD_SECONDS = bodies.PIECE_SECONDS = float(seconds)
sys.argv = ["webserver", "--port", port]
webserver.main()
"""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Of a site that waits a second at most."""
    with site(seconds=1, files=4000) as number:
        yield number


@contextmanager
def site(seconds: int, files: int) -> Iterator[int]:
    """Its port; it waits so long, and its process may open so many files."""
    number = connection.free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, *map(str, (number, seconds, files))], cwd=ROOT, env=os.environ.copy(),
        preexec_fn=dies_with_parent(9), stderr=subprocess.DEVNULL,  # noqa: PLW1509 (one thread here)
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", number), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    yield number
    process.kill()
    process.wait()


def answer(port: int, sent: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(sent)
        received = b""
        while not is_whole(received) and (piece := client.recv(65536)):
            received += piece
        return received


def is_whole(response: bytes) -> bool:
    head, end, body = response.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    return bool(end) and (length is None or len(body) >= int(length[1]))


def post(path: str, headers: str, body: bytes = b"") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n".encode() + body


def test_what_is_announced_as_too_much_is_refused_before_it_is_sent(port: int) -> None:
    assert answer(port, post("/sign-in/", "Content-Length: 400000000")).startswith(b"HTTP/1.1 413")
    assert answer(port, post("/sign-in/", "Content-Length: 5", b"a=bcd")).startswith(b"HTTP/1.1 403")


def test_what_is_not_announced_is_counted(port: int) -> None:
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    assert answer(port, post("/sign-in/", "Transfer-Encoding: chunked", chunk * 2)).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("path", "media_type", "said"),
    [
        ("/api/v1/chat", b"application/problem+json", b'"code": "too_large"'),
        ("/v1/embeddings", b"json", b'{"error": {'),
    ],
)
def test_an_interface_says_it_in_the_form_of_its_errors(port: int, path: str, media_type: bytes, said: bytes) -> None:
    refusal = answer(port, post(path, "Content-Length: 400000000"))
    assert refusal.startswith(b"HTTP/1.1 413")
    assert media_type in refusal
    assert said in refusal


def test_requests_that_do_not_go_on_are_cut_off(port: int) -> None:
    assert answer(port, b"").startswith(b"HTTP/1.1 408")
    assert answer(port, b"GET / HTTP/1.1\r\nHost: local").startswith(b"HTTP/1.1 408")
    assert answer(port, post("/sign-in/", "Content-Length: 50", b"a=")).startswith(b"HTTP/1.1 408")


def test_those_who_connect_and_say_nothing_leave_room_for_others() -> None:
    with site(seconds=30, files=600) as port, ExitStack() as silent:
        for _number in range(900):
            silent.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
        begun = time.monotonic()
        assert answer(port, b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 200")
        assert time.monotonic() - begun < 10


@pytest.mark.parametrize("kind", ["messages", "pings", "pieces"])
def test_who_says_more_than_anybody_hears_is_cut_off(port: int, kind: str) -> None:
    """All of it comes at once: no answer is waited for."""
    from websockets.frames import Frame, Opcode
    from websockets.sync.client import connect

    opcode = {"messages": Opcode.TEXT, "pings": Opcode.PING, "pieces": Opcode.CONT}[kind]
    frames = [Frame(opcode, b"{}", fin=kind != "pieces")] * 5000
    if kind == "pieces":
        frames[0] = Frame(Opcode.TEXT, b"{}", fin=False)
    flood = b"".join(frame.serialize(mask=True, extensions=[]) for frame in frames)
    with connect(f"ws://127.0.0.1:{port}/ws/chat/", origin=f"http://127.0.0.1:{port}") as client:  # type: ignore[arg-type]
        # What is small unpacks to what is large.
        assert "permessage-deflate" not in str(client.response.headers.get("Sec-WebSocket-Extensions"))
        begun = time.monotonic()
        client.socket.sendall(flood)
        client.recv_events_thread.join(5)
        assert not client.recv_events_thread.is_alive()
    assert time.monotonic() - begun < 5
    assert answer(port, post("/sign-in/", "Content-Length: 400000000")).startswith(b"HTTP/1.1 413")


def test_a_large_message_closes_its_socket(port: int) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{port}/ws/chat/", origin=f"http://127.0.0.1:{port}") as client:  # type: ignore[arg-type]
        client.send("[" * 30_000)
        assert json.loads(client.recv())["type"] == "error"
        client.send('{"type": "ask", "message": "\\ud800", "text": "\\udc00"}')
        assert json.loads(client.recv())["type"] == "error"
        client.send("a" * 70_000)
        with pytest.raises(ConnectionClosed):
            client.recv()


def test_files_may_be_sent_where_files_are_taken() -> None:
    assert request_bodies.limit_of("/api/v1/documents") > 50 * 2**20
    assert request_bodies.limit_of("/m/1/feedback/") == 64 * 1024


def test_nothing_is_read_after_a_refusal() -> None:
    async def application(_scope: object, receive: request_bodies.Receive, _send: object) -> None:
        said.extend([await receive() for _ in range(3)])

    async def receive() -> request_bodies.Message:
        return {"type": "http.request", "body": b"a" * 60_000, "more_body": True}

    async def send(message: request_bodies.Message) -> None:
        sent.append(message)

    said: list[request_bodies.Message] = []
    sent: list[request_bodies.Message] = []
    asyncio.run(request_bodies.LimitedBodies(application)({"path": "/", "headers": []}, receive, send))  # type: ignore[arg-type]
    assert [message["type"] for message in said] == ["http.request", "http.disconnect", "http.disconnect"]
    assert sent[0]["status"] == 413


def test_a_child_that_gives_no_sign_of_life_is_ended_and_begins_again(tmp_path: Path) -> None:
    signs = iter([True, False, False])
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    child = Child("site", command, tmp_path / "a.log", 1, is_well=lambda: next(signs), patience=0.0)
    child.start()
    told = []
    try:
        for _ in range(2):
            child.looked_at -= 100
            told.append(child.look_after())
        assert not child.is_running
        told.append(child.look_after())
        assert child.due_at is not None
        child.due_at = 0
        child.look_after()
        assert child.is_running
    finally:
        child.stop()
    assert told[0] == ""
    assert "did not answer" in told[1]
    assert "starts again" in told[2]


def test_a_log_is_set_aside_while_its_process_writes_it(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    command = [sys.executable, "-u", "-c", "import time\nwhile True: print('on'); time.sleep(0.01)"]
    child = Child("site", command, log, 1)
    child.start()
    try:
        with log.open("ab") as output:
            output.write(b"x" * (LARGEST_LOG + 1))
        child.looked_at -= 100
        child.look_after()
        assert (tmp_path / "web.log.1").stat().st_size > LARGEST_LOG
        deadline = time.monotonic() + 20
        while b"on" not in log.read_bytes() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert b"on" in log.read_bytes()
        assert log.stat().st_size < LARGEST_LOG
    finally:
        child.stop()

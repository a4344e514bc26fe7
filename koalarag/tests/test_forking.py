"""The process that keeps one that serves: killed, frozen, broken and asked to end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL, SIGSTOP, SIGTERM
from urllib.request import urlopen

import pytest

# A server that answers with its process's number, kept by a Keeper that is patient for a second.
PROGRAM = """
import os, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import urlopen
from koalarag import forking
forking.PATIENCE_SECONDS, forking.SECONDS_BETWEEN_LOOKS = 0.5, 0.1

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/break":
            os._exit(3)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(os.getpid()).encode())
    def log_message(self, *_args):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
url = f"http://127.0.0.1:{server.server_port}/"
def is_well():
    try:
        return bool(urlopen(url, timeout=0.3).read())
    except OSError:
        return False
print(url, flush=True)
sys.exit(forking.Keeper(server.serve_forever, is_well).run())
"""


@contextmanager
def kept() -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def serving(url: str) -> int:
    """The process that answers, once one does."""
    with urlopen(url, timeout=20) as response:
        return int(response.read())


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_one_that_is_killed_is_replaced_and_who_connects_meanwhile_waits() -> None:
    with kept() as (keeper, url):
        first = serving(url)
        os.kill(first, SIGKILL)
        assert serving(url) not in (first, keeper.pid)


def test_one_that_is_frozen_is_replaced() -> None:
    with kept() as (_keeper, url):
        first = serving(url)
        os.kill(first, SIGSTOP)
        until(lambda: is_gone(first))
        assert serving(url) != first


def test_one_that_is_killed_again_and_again_is_left_to_others() -> None:
    with kept() as (keeper, url):
        for _time in range(3):
            os.kill(serving(url), SIGKILL)
        assert keeper.wait(20) == 1


def test_one_that_ends_by_itself_ends_its_keeper_with_the_same_code() -> None:
    with kept() as (keeper, url):
        with pytest.raises(OSError, match="closed"):
            urlopen(f"{url}break", timeout=20)
        assert keeper.wait(20) == 3


@pytest.mark.parametrize("end", [SIGTERM, SIGKILL])
def test_it_ends_with_its_keeper(end: signal.Signals) -> None:
    with kept() as (keeper, url):
        child = serving(url)
        keeper.send_signal(end)
        keeper.wait(20)
        until(lambda: is_gone(child))

"""The site that is attacked: on a data folder that `make run` has prepared, with processes that may be killed."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
READY_SECONDS = 300
# Visitors of the bench come from one address: its limits are another bench's.
PLENTY = "anonymous=100000,student=100000,reviewer=100000,staff=100000"
LIMITS = ("PAGES_PER_MINUTE", "QUESTIONS_PER_MINUTE", "QUESTIONS_PER_DAY", "REQUESTS_PER_MINUTE")


def arguments(description: str | None, seconds: float) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT / "var", help="data folder of a site that is not running")
    parser.add_argument("--port", type=int, default=8430)
    parser.add_argument("--seconds", type=float, default=seconds)
    parser.add_argument("--seed", type=int, default=1)
    return parser


@dataclass(frozen=True)
class Site:
    url: str
    data: Path
    supervisor: subprocess.Popen[bytes]

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    @property
    def is_well(self) -> bool:
        try:
            return self.get("health/")[0] == 200
        except OSError:
            return False

    def children(self) -> dict[str, int]:
        """The processes that may be killed, by what they are."""
        names = {"koalarag.webserver": "web", " worker ": "worker", "bin/postgres": "postgres"}
        found = {}
        for pid, parent, command in _processes():
            if any(name in command for name in names) and self._is_ours(pid, parent):
                found[next(said for name, said in names.items() if name in command)] = pid
        return found

    def _is_ours(self, pid: int, parent: int) -> bool:
        """A child of the supervisor, or the postmaster, which is a child of its keeper."""
        parents = {process: of for process, of, _command in _processes()}
        return self.supervisor.pid in (parent, parents.get(parent))

    def kill(self, name: str) -> None:
        pid = self.children().get(name)
        if pid:
            os.kill(pid, signal.SIGKILL)


@contextmanager
def running(options: argparse.Namespace, limited: Sequence[str] = ()) -> Iterator[Site]:
    """With plenty of everything, but for the limits that are named."""
    environment = os.environ | {"KOALARAG_DATA_DIR": str(options.data), "PORT": str(options.port)}
    environment |= {name: PLENTY for name in LIMITS if name not in limited}
    command = [sys.executable, "-m", "koalarag.localserver"]
    supervisor = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    site = Site(f"http://127.0.0.1:{options.port}/", options.data, supervisor)
    try:
        deadline = time.monotonic() + READY_SECONDS
        while not site.is_well:
            if time.monotonic() > deadline:
                break
            time.sleep(0.5)
        # Another site may answer at this port.
        if supervisor.poll() is not None or not site.children().keys() >= {"web", "worker"}:
            raise SystemExit("The site does not start; see the logs in its data folder.")
        yield site
    finally:
        supervisor.terminate()
        supervisor.wait(60)


def manage(options: argparse.Namespace, code: str) -> str:
    """What a piece of Python prints that runs beside the site."""
    environment = os.environ | {"KOALARAG_DATA_DIR": str(options.data), "DJANGO_SETTINGS_MODULE": "koalarag.settings"}
    whole = f"import django; django.setup()\n{code}"  # too long for an argument where it names thousands of messages
    done = subprocess.run(
        [sys.executable, "-"], cwd=ROOT, env=environment, input=whole, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def _processes() -> list[tuple[int, int, str]]:
    shown = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows: list[Any] = [line.split(maxsplit=2) for line in shown.splitlines()[1:]]
    return [(int(pid), int(parent), command) for pid, parent, command in rows]

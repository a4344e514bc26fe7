"""Reads what somebody sent in a process of its own, with limits of time and memory, and few of them at a time.

Its reader holds up nobody else, and whatever a file does to it ends with it. The process is koalarag.limited;
there a function is called with the bytes and the arguments, and yields answers: a value for JSON, and bytes beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from koalarag.threads import release_connection

SECONDS = 20
"""of a processor, and for each answer twice that of the clock"""
MEMORY_MB = 512
"""that may be taken beyond what the process begins with"""
MAX_AT_ONCE = 2
WAIT_SECONDS = 10
_ROOT = Path(__file__).resolve().parents[1]
# It is not told the site's secrets; threads for each core would take its memory.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR")
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

_places = threading.BoundedSemaphore(MAX_AT_ONCE)


class TooMuch(Exception):
    """It took too long, or too much memory."""


class TooBusy(Exception):
    """As many as may be are being read for others."""


def value(function: str, data: bytes, *arguments: str) -> Any:
    """The first value that `function`, as module:function, yields; TooMuch, TooBusy."""
    for found, _beside in answers(function, data, *arguments):
        return found
    raise TooMuch


def answers(function: str, data: bytes, *arguments: str) -> Iterator[tuple[Any, bytes]]:
    """All of them, each as it comes; TooMuch after the last where the process died of its limits."""
    release_connection()
    if not _places.acquire(timeout=WAIT_SECONDS):
        raise TooBusy
    try:
        yield from _answers([function, *arguments], data)
    finally:
        _places.release()


def _answers(asked: list[str], data: bytes) -> Iterator[tuple[Any, bytes]]:
    environment = _ONE_THREAD | {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    command = [sys.executable, "-m", "koalarag.limited", str(SECONDS), str(MEMORY_MB), *asked]
    with TemporaryFile() as sent:
        sent.write(data)
        sent.seek(0)
        process = subprocess.Popen(command, stdin=sent, stdout=subprocess.PIPE, cwd=_ROOT, env=environment)
    try:
        while (answer := _next(process)) is not None:
            yield answer
        if process.wait():
            raise TooMuch
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def _next(process: subprocess.Popen[bytes]) -> tuple[Any, bytes] | None:
    """None after the last. The clock stands still while whoever asked does something with an answer."""
    assert process.stdout
    clock = threading.Timer(2 * SECONDS, process.kill)
    clock.start()
    try:
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        found, size = json.loads(line)
        beside = process.stdout.read(size)
        return (found, beside) if len(beside) == size else None
    finally:
        clock.cancel()

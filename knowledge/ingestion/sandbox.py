"""Reads documents, and cuts them, in processes of their own with limits of time and memory."""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from threading import Lock

from django.conf import settings

from knowledge.ingestion import cut_wire
from knowledge.ingestion.cutting import CutDocument, Plan
from knowledge.ingestion.extract import child, errors, forks, wire
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.extract.progress import Listener

_GRACE_SECONDS = 15
# The process that reads untrusted files is not told the site's secrets.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR")

# Threads that numpy's libraries begin for each core would take its memory, and no fork would have them.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}


def nobody(done: int, of: int) -> None:
    """A listener that does nothing."""


def extract(
    media_type: str, data: bytes, listener: Listener = nobody, *, seconds: int | None = None
) -> ExtractedDocument:
    """Raises one of extract.errors. `listener` is told how many pages have been read by text recognition, or passed
    by."""
    return wire.load(_parsers.parse(media_type, data, None, listener, seconds))


def cut(media_type: str, data: bytes | bytearray, plan: Plan, listener: Listener = nobody) -> CutDocument:
    """The same, cut as `plan` says."""
    return cut_wire.load(_parsers.parse(media_type, data, plan, listener))


def limits() -> Limits:
    return Limits(
        settings.MAX_PAGES, settings.EXTRACT_TIMEOUT_SECONDS, settings.EXTRACT_MEMORY_MB,
        settings.MAX_TEXT_CHARACTERS, settings.MAX_BLOCKS, settings.MAX_CHUNKS,
    )  # fmt: skip


class _ParserProcess:
    """A child of extract.child, started at its first use and again if it should end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def parse(self, header: bytes, data: bytes | bytearray, seconds: int, listener: Listener) -> bytes:
        try:
            process = self._running()
            _ask(process, header, data)
            return self._answer(process, seconds + _GRACE_SECONDS, listener)
        except BrokenPipeError as error:
            self.stop()
            raise errors.Broken("the parser ended") from error

    def _answer(self, process: subprocess.Popen[bytes], seconds: int, listener: Listener) -> bytes:
        """A page that was read by text recognition, which has `seconds` of its own, begins the time anew."""
        assert process.stdout is not None
        # A buffer would take the next message in with this one, and nothing would be left to wait for.
        stream = process.stdout.raw  # type: ignore[attr-defined]
        while True:
            ready, _, _ = select.select([stream], [], [], seconds)
            answer = forks.read(stream, forks.LARGEST_ANSWER) if ready else None
            if answer is None:
                self.stop()
                raise errors.Broken("the parser ended") if ready else errors.TimedOut()
            progress = wire.load_progress(answer)
            if progress is None:
                return answer
            listener(*progress)

    def _running(self) -> subprocess.Popen[bytes]:
        # A worker that was forked from this process must not talk to this process's child.
        if self._owner != os.getpid():
            self._process, self._owner = None, os.getpid()
            atexit.register(self.stop)
        if self._process is None or self._process.poll() is not None:
            root = Path(__file__).resolve().parents[2]
            self._process = subprocess.Popen(
                [sys.executable, "-m", child.__name__],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, start_new_session=True,
                env=_ONE_THREAD | {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            )  # fmt: skip
        return self._process

    def stop(self) -> None:
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process.wait()
            self._process = None


class _Parsers:
    """As many processes as files are read at once, so that none waits for another that takes long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.idle: list[_ParserProcess] = []

    def parse(
        self,
        media_type: str,
        data: bytes | bytearray,
        plan: Plan | None,
        listener: Listener,
        seconds: int | None = None,
    ) -> bytes:
        limited = limits() if seconds is None else replace(limits(), seconds=seconds)
        request = {"media_type": media_type, "limits": asdict(limited), "plan": plan and cut_wire.plan_as_json(plan)}
        with self._lock:
            parser = self.idle.pop() if self.idle else _ParserProcess()
        try:
            return parser.parse(json.dumps(request).encode(), data, limited.seconds, listener)
        finally:
            with self._lock:
                self.idle.append(parser)


def _ask(process: subprocess.Popen[bytes], header: bytes, data: bytes | bytearray) -> None:
    assert process.stdin is not None
    forks.write(process.stdin, header)
    forks.write(process.stdin, data)


_parsers = _Parsers()

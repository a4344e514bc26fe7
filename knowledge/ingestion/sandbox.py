"""Reads documents with limits of time and memory, those of complicated formats in a process of their own."""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from threading import Lock

from django.conf import settings

from knowledge.ingestion.extract import child, errors, forks, formats, wire
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.extract.progress import Listener

# Formats that our own code reads with libraries that only walk the text; larger files have their time limited.
_IN_PROCESS = (formats.TEXT, formats.MARKDOWN)
_LARGEST_IN_PROCESS = 256 * 1024
_GRACE_SECONDS = 15
# The process that reads untrusted files is not told the site's secrets.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR")

# Threads that numpy's libraries begin for each core would take its memory, and no fork would have them.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def extract(
    media_type: str,
    data: bytes,
    listener: Listener = lambda done, of: None,
    *,
    parser: ParserProcess | None = None,
    seconds: int | None = None,
) -> ExtractedDocument:
    """Raises one of extract.errors. `listener` is told how many pages have been read by text recognition, or passed
    by. Whoever must not wait for a document of many pages brings a `parser` of its own, and less time."""
    limits = Limits(settings.MAX_PAGES, seconds or settings.EXTRACT_TIMEOUT_SECONDS, settings.EXTRACT_MEMORY_MB)
    if media_type in _IN_PROCESS and len(data) <= _LARGEST_IN_PROCESS:
        return formats.extractor(media_type)(data, limits)
    return wire.load((parser or _parser).parse(media_type, data, limits, listener))


class ParserProcess:
    """The child of extract.child, started at its first use and again if it should end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def parse(self, media_type: str, data: bytes, limits: Limits, listener: Listener) -> bytes:
        header = json.dumps({"media_type": media_type, "limits": asdict(limits)}).encode()
        with self._lock:
            try:
                process = self._running()
                _ask(process, header, data)
                return self._answer(process, limits.seconds + _GRACE_SECONDS, listener)
            except BrokenPipeError as error:
                self.stop()
                raise errors.Broken("the parser ended") from error

    def _answer(self, process: subprocess.Popen[bytes], seconds: int, listener: Listener) -> bytes:
        """A page that was read by text recognition, which has `seconds` of its own, begins the time anew."""
        assert process.stdout is not None
        while True:
            ready, _, _ = select.select([process.stdout], [], [], seconds)
            answer = forks.read(process.stdout) if ready else None
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


def _ask(process: subprocess.Popen[bytes], header: bytes, data: bytes) -> None:
    assert process.stdin is not None
    forks.write(process.stdin, header)
    forks.write(process.stdin, data)


_parser = ParserProcess()

"""Pages of PDFs that strangers uploaded, opened in a child process: what kills the parser kills the child alone.

Each page starts a process of its own (some 60 ms), so that readers do not wait for one another, nor for an ingestion.
So many at a time, so many more wait for their turn, and the next is turned away. Whoever waits holds neither a
connection to the database nor the file.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from knowledge.highlighting import child
from knowledge.highlighting.geometry import Box
from koalarag.threads import release_connection

_places = threading.BoundedSemaphore(max(2, os.cpu_count() or 1))
MAX_QUEUE = 24
_queue = threading.BoundedSemaphore(MAX_QUEUE)
WAIT_SECONDS = 20

File = bytes | Callable[[], bytes]
"""or what reads it, once its turn has come"""


class PageError(RuntimeError):
    """The page cannot be shown: a broken or locked file, or one that takes too much time or memory."""


class NoSuchPage(PageError):
    """The document has no page of this number."""


class TooBusy(PageError):
    """Too many pages are being opened at the same time."""


@dataclass(frozen=True)
class PageLayout:
    page_count: int
    width: float
    """points, as the page is shown"""
    height: float
    boxes: tuple[Box, ...]
    """one per line of the quote; empty where it was not found"""


@dataclass(frozen=True)
class PagePlaces:
    """Where texts stand on a page, and what else stands there."""

    layout: PageLayout
    places: tuple[tuple[Box, ...], ...]
    """of each text a box per line; none where it was not found"""
    others: tuple[tuple[str, tuple[Box, ...]], ...]
    """lines that belong to none of the texts"""


def layout(data: File, page: int, quote: str = "") -> PageLayout:
    """Of page `page`, from 1. PageError where it cannot be opened."""
    answer = json.loads(_ask({"page": page, "quote": quote}, data))
    boxes = tuple(Box(**box) for box in answer.pop("boxes"))
    return PageLayout(boxes=boxes, **answer)


def places(data: File, page: int, texts: Sequence[str]) -> PagePlaces:
    """Of page `page`, from 1. PageError where it cannot be opened."""
    answer = json.loads(_ask({"page": page, "quote": "", "texts": list(texts)}, data))
    found, others = answer.pop("places"), answer.pop("others")
    return PagePlaces(
        PageLayout(**answer | {"boxes": ()}),
        tuple(_boxes(one) for one in found),
        tuple((text, _boxes(boxes)) for text, boxes in others),
    )


def html_lines(data: File) -> list[str]:
    """All that a web page says, line by line, its menus and banners too. PageError where it cannot be opened."""
    found: list[str] = json.loads(_ask({"lines": True, "page": 1}, data))
    return found


def _boxes(stored: Iterable[dict[str, float]]) -> tuple[Box, ...]:
    return tuple(Box(**box) for box in stored)


def picture(data: File, page: int, scale: float) -> bytes:
    """PNG of page `page`, from 1, with scale × 72 dots per inch. PageError where it cannot be drawn."""
    return _ask({"page": page, "scale": scale}, data)


@contextmanager
def _turn() -> Iterator[None]:
    release_connection()
    if not _queue.acquire(blocking=False):
        raise TooBusy("Too many pages are being opened; try again in a moment.")
    try:
        if not _places.acquire(timeout=WAIT_SECONDS):
            raise TooBusy("Too many pages are being opened; try again in a moment.")
    finally:
        _queue.release()
    try:
        yield
    finally:
        _places.release()


def _ask(request: dict[str, Any], file: File) -> bytes:
    with _turn():
        data = file() if callable(file) else file
        release_connection()
        done = _run(json.dumps(request).encode() + b"\n" + data)
    if done.returncode == child.NO_SUCH_PAGE:
        raise NoSuchPage(f"There is no page {request['page']}.")
    if done.returncode:
        raise PageError(f"The page could not be opened ({done.returncode}): {done.stderr.decode()[-300:].strip()}")
    return done.stdout


def _run(asked: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            [sys.executable, "-m", "knowledge.highlighting.child"],
            input=asked,
            capture_output=True,
            check=False,
            cwd=settings.BASE_DIR,
            env={"PATH": os.environ.get("PATH", ""), "PYTHONIOENCODING": "utf-8"},
            timeout=child.SECONDS * 2,
        )
    except subprocess.TimeoutExpired as error:
        # Of processor time a child has less, and ends by itself: it waited for others.
        raise TooBusy("The page took too long to open; try again in a moment.") from error

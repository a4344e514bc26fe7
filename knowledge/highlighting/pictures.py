"""Pictures of pages, each drawn once: kept in a folder of the machine, by the hash of the file that they are of.

The folder has a bound; whatever was not asked for the longest goes first. It may be emptied at any time.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from knowledge.highlighting import page as pdf_page
from knowledge.highlighting.page import File, PageError, TooBusy
from koalarag.threads import release_connection

# The folder is measured at one picture in so many; by that many it may be over its bound.
SWEEP_EVERY = 50
SWEPT_TO = 0.8
"""of the bound: what is left after it was passed"""
MAX_WAITING = 100
"""who wait for pictures that are being drawn for others already"""
_CANNOT_BE_DRAWN = b""

_waiting = threading.BoundedSemaphore(MAX_WAITING)
_guard = threading.Lock()
_drawn_now: dict[Path, threading.Lock] = {}


def known(content_hash: str, page: int, scale: int) -> bytes | None:
    """None where it was not drawn yet. PageError where it cannot be drawn."""
    return _read(_path(content_hash, page, scale))


def picture(content_hash: str, file: File, page: int, scale: int) -> bytes:
    """PNG, kept or drawn now; of several who ask for the same one draws. PageError where it cannot be drawn."""
    path = _path(content_hash, page, scale)
    with _alone(path):
        kept = _read(path)
        if kept is not None:
            return kept
        try:
            drawn = pdf_page.picture(file, page, scale)
        except (TooBusy, pdf_page.NoSuchPage):
            raise
        except PageError:
            # So that a page that costs all of its time costs it once.
            _write(path, _CANNOT_BE_DRAWN)
            raise
        _write(path, drawn)
        return drawn


def sweep(folder: Path, bound: int) -> None:
    """Brings the folder's files below the bound, in bytes, if they are above it."""
    files = []
    for path in folder.glob("*/*"):
        with suppress(OSError):
            found = path.stat()
            files.append((found.st_mtime, found.st_size, path))
    total = sum(size for _time, size, _path in files)
    if total <= bound:
        return
    for _time, size, path in sorted(files):
        path.unlink(missing_ok=True)
        total -= size
        if total <= bound * SWEPT_TO:
            return


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "pages"


def _path(content_hash: str, page: int, scale: int) -> Path:
    return _folder() / content_hash[:2] / f"{content_hash}-{page}-{scale}.png"


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    if data == _CANNOT_BE_DRAWN:
        raise PageError("The page could not be opened before.")
    return data


def _write(path: Path, data: bytes) -> None:
    """A full disk costs time, no picture."""
    draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        draft.replace(path)
        if random.randrange(SWEEP_EVERY) == 0:
            sweep(_folder(), settings.PAGE_CACHE_MB * 1024 * 1024)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    release_connection()
    with _guard:
        lock = _drawn_now.setdefault(path, threading.Lock())
    if not _waiting.acquire(blocking=False):
        raise TooBusy("Too many pages are being opened; try again in a moment.")
    try:
        if not lock.acquire(timeout=pdf_page.WAIT_SECONDS):
            raise TooBusy("The page takes long to open; try again in a moment.")
    finally:
        _waiting.release()
    try:
        yield
    finally:
        lock.release()
        with _guard:
            _drawn_now.pop(path, None)

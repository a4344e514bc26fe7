"""Locks on files of the data folder. The kernel lets go of them when their holder dies, however it dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def _locked(path: Path, operation: int) -> Iterator[int]:
    """Yields the open file; raises BlockingIOError if `operation` does not wait and the lock is taken."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, operation)
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def shared(path: Path) -> Iterator[None]:
    with _locked(path, fcntl.LOCK_SH):
        yield


@contextmanager
def exclusive(path: Path, wait: bool = True) -> Iterator[None]:
    with _locked(path, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB):
        yield


def is_held(path: Path) -> bool:
    """Whether somebody holds it exclusively."""
    try:
        with _locked(path, fcntl.LOCK_SH | fcntl.LOCK_NB):
            return False
    except BlockingIOError:
        return True

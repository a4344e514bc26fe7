"""How far the reading of a document is, for whoever listens; nobody listening, nothing is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]
"""told how many pages have been read, and of how many"""

_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report(done: int, of: int) -> None:
    for listener in _listeners:
        listener(done, of)

"""Work in a fork of this process: what kills it, or outlasts its time, kills the fork alone."""

import os
import signal
import struct
from collections.abc import Callable
from io import RawIOBase
from typing import BinaryIO

from knowledge.ingestion.extract import errors

LARGEST_ANSWER = 256 * 2**20
"""more than a document within the limits can come to"""
_LENGTH = struct.Struct(">I")


def run(work: Callable[[BinaryIO], None], each: Callable[[bytes], None]) -> errors.ExtractionError | None:
    """What the fork writes is handed to `each`, a message at a time; returns what ended the fork, None where it came
    to its end."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _work_and_exit(work, reading, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        while (message := read(pipe, LARGEST_ANSWER)) is not None:
            each(message)
    _, status = os.waitpid(pid, 0)
    return None if os.waitstatus_to_exitcode(status) == 0 else _cause(status)


def read(stream: BinaryIO | RawIOBase, largest: int = 2**32 - 1) -> bytes | None:
    """One message; None at the end of the stream, or for one that is larger than it may be."""
    prefix = _exactly(stream, _LENGTH.size)
    if prefix is None:
        return None
    size = _LENGTH.unpack(prefix)[0]
    return _exactly(stream, size) if size <= largest else None


def _exactly(stream: BinaryIO | RawIOBase, size: int) -> bytes | None:
    """A stream without a buffer gives it in pieces."""
    pieces = []
    while size and (piece := stream.read(size)):
        pieces.append(piece)
        size -= len(piece)
    return None if size else b"".join(pieces)


def write(stream: BinaryIO, data: bytes | bytearray) -> None:
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def _work_and_exit(work: Callable[[BinaryIO], None], reading: int, writing: int) -> None:
    """Never returns: nothing of the parent's is flushed or closed in the fork."""
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            work(pipe)
        os._exit(0)
    except BaseException:
        os._exit(1)


def _cause(status: int) -> errors.ExtractionError:
    """What ended a fork that could not say so itself."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGXCPU):
        return errors.TimedOut()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGABRT):
        return errors.OutOfMemory()
    return errors.Broken(f"status {status}")

"""The process in which untrusted files are parsed: `python -m knowledge.ingestion.extract.child`.

It loads the parsers once and forks for each file, so that a file costs a fork and not a start, and whatever a file
does to the fork ends with it. Requests come on standard input, answers go to standard output, both as a length (u4,
big-endian) and so many bytes. A request is a JSON header and the file; an answer is extract.wire's JSON.
"""

import json
import os
import resource
import signal
import struct
import sys
from typing import BinaryIO

from knowledge.ingestion.extract import errors, formats, wire
from knowledge.ingestion.extract.base import Limits

LENGTH = struct.Struct(">I")
_HEAVY = (formats.PDF, formats.HTML, formats.DOCX)


def main() -> None:
    for media_type in _HEAVY:
        formats.extractor(media_type)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a parser prints must not be taken for an answer.
    os.dup2(2, 1)
    while (header := read(requests)) is not None:
        data = read(requests)
        if data is None:
            return
        write(answers, _in_fork(header, data))


def read(stream: BinaryIO) -> bytes | None:
    """One message; None at the end of the stream."""
    prefix = stream.read(LENGTH.size)
    if len(prefix) < LENGTH.size:
        return None
    size = LENGTH.unpack(prefix)[0]
    data = stream.read(size)
    return data if len(data) == size else None


def write(stream: BinaryIO, data: bytes) -> None:
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def _in_fork(header: bytes, data: bytes) -> bytes:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(0)
        os.closerange(3, writing)
        os.closerange(writing + 1, 256)
        _parse_and_exit(header, data, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(pid, 0)
    return answer if os.waitstatus_to_exitcode(status) == 0 else wire.dump_error(_cause(status))


def _cause(status: int) -> errors.ExtractionError:
    """What ended a fork that could not say so itself."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGXCPU):
        return errors.TimedOut()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGABRT):
        return errors.OutOfMemory()
    return errors.Broken(f"status {status}")


def _parse_and_exit(header: bytes, data: bytes, writing: int) -> None:
    """Never returns: nothing of the parent's is flushed or closed in the fork."""
    try:
        request = json.loads(header)
        limits = Limits(**request["limits"])
        _limit(limits)
        answer = _parse(request["media_type"], data, limits)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        os._exit(0)
    except BaseException:
        os._exit(1)


def _limit(limits: Limits) -> None:
    memory = limits.memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Nobody handles it, so it ends the process, even in the middle of a library's C code.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(limits.seconds)


def _parse(media_type: str, data: bytes, limits: Limits) -> bytes:
    try:
        return wire.dump(formats.extractor(media_type)(data, limits))
    except errors.ExtractionError as error:
        return wire.dump_error(error)
    except MemoryError:
        return wire.dump_error(errors.OutOfMemory())
    except RecursionError:
        return wire.dump_error(errors.Broken("RecursionError"))
    except Exception as error:
        # Parsers fail on damaged files in more ways than can be named.
        return wire.dump_error(errors.Broken(f"{type(error).__name__}: {error}"[:300]))


if __name__ == "__main__":
    main()

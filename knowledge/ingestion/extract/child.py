"""The process in which untrusted files are parsed: `python -m knowledge.ingestion.extract.child`.

It loads the parsers once and forks for each file, so that a file costs a fork and not a start, and whatever a file
does to the fork ends with it. Requests come on standard input, answers go to standard output, both as messages of
extract.forks. A request is a JSON header and the file; an answer is extract.wire's JSON, after any number of its
messages about progress.
"""

import json
import os
import resource
import signal
import sys
from functools import partial
from typing import BinaryIO

from knowledge.ingestion.extract import errors, forks, formats, progress, wire
from knowledge.ingestion.extract.base import Limits

_HEAVY = (formats.PDF, formats.PNG, formats.HTML, formats.DOCX)


def main() -> None:
    for media_type in _HEAVY:
        formats.extractor(media_type)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a parser prints must not be taken for an answer.
    os.dup2(2, 1)
    while (header := forks.read(requests)) is not None:
        data = forks.read(requests)
        if data is None:
            return
        ended = forks.run(partial(_answer, header, data), partial(forks.write, answers))
        if ended is not None:
            forks.write(answers, wire.dump_error(ended))


def _answer(header: bytes, data: bytes, pipe: BinaryIO) -> None:
    """Runs in the fork, which keeps nothing open but the pipe."""
    os.close(0)
    os.closerange(3, pipe.fileno())
    os.closerange(pipe.fileno() + 1, 256)
    request = json.loads(header)
    limits = Limits(**request["limits"])
    _limit(limits)
    with progress.heard_by(lambda done, of: forks.write(pipe, wire.dump_progress(done, of))):
        answer = _parse(request["media_type"], data, limits)
    forks.write(pipe, answer)


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
    except Exception as error:
        return wire.dump_error(errors.named(error))


if __name__ == "__main__":
    main()

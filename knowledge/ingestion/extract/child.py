"""The process in which untrusted files are read and cut: `python -m knowledge.ingestion.extract.child`.

It loads parsers, models and tokenizers once and forks for each file, so that a file costs a fork and not a start, and
whatever a file does to the fork ends with it. Requests come on standard input, answers go to standard output, both as
messages of extract.forks. A request is a JSON header and the file; an answer is the JSON of extract.wire or, where the
header has a plan, of cut_wire, after any number of messages about progress.
"""

import gc
import json
import os
import resource
import signal
import sys
from functools import partial
from typing import Any, BinaryIO

from knowledge.embedding.base import EmbeddingError
from knowledge.embedding.tokens import TokenSpans, token_spans
from knowledge.ingestion import cut_wire, cutting
from knowledge.ingestion.extract import errors, forks, formats, progress, wire
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.text.language import identify_long

_HEAVY = (formats.PDF, formats.PNG, formats.HTML, formats.DOCX, formats.MARKDOWN, formats.TEXT)


def main() -> None:
    for media_type in _HEAVY:
        formats.extractor(media_type)
    identify_long("a " * 200, default="en")
    # What is there by now is in no fork's way when it looks for what it may free.
    gc.freeze()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a parser prints must not be taken for an answer.
    os.dup2(2, 1)
    while (header := forks.read(requests)) is not None:
        data = forks.read(requests)
        if data is None:
            return
        request = json.loads(header)
        try:
            tokens = _tokens(request)
        except errors.NoTokenizer as error:
            forks.write(answers, wire.dump_error(error))
            continue
        ended = forks.run(partial(_answer, request, data, tokens), partial(forks.write, answers))
        if ended is not None:
            forks.write(answers, wire.dump_error(ended))
        del data


def _tokens(request: dict[str, Any]) -> TokenSpans | None:
    """Loaded before the fork, so that it is loaded once."""
    if request["plan"] is None:
        return None
    try:
        return token_spans(request["plan"]["tokenizer"])
    except (EmbeddingError, OSError) as error:
        raise errors.NoTokenizer(str(error)) from error


def _answer(request: dict[str, Any], data: bytes, tokens: TokenSpans | None, pipe: BinaryIO) -> None:
    """Runs in the fork, which keeps nothing open but the pipe."""
    os.close(0)
    os.closerange(3, pipe.fileno())
    os.closerange(pipe.fileno() + 1, 256)
    limits = Limits(**request["limits"])
    _limit(limits)
    with progress.heard_by(lambda done, of: forks.write(pipe, wire.dump_progress(done, of))):
        answer = _read(request, data, limits, tokens)
    forks.write(pipe, answer)


def _limit(limits: Limits) -> None:
    memory = limits.memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Nobody handles it, so it ends the process, even in the middle of a library's C code.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(limits.seconds)


def _read(request: dict[str, Any], data: bytes, limits: Limits, tokens: TokenSpans | None) -> bytes:
    try:
        extracted = formats.extractor(request["media_type"])(data, limits)
        _check_size(extracted, limits)
        if tokens is None:
            return wire.dump(extracted)
        plan = cut_wire.plan_from_json(request["plan"])
        return cut_wire.dump(cutting.cut(extracted, plan, limits, tokens))
    except Exception as error:
        return wire.dump_error(errors.named(error))


def _check_size(extracted: ExtractedDocument, limits: Limits) -> None:
    if len(extracted.blocks) > limits.max_blocks:
        raise errors.TooManyBlocks(f"{len(extracted.blocks)} > {limits.max_blocks}")
    if (characters := sum(len(block.text) for block in extracted.blocks)) > limits.max_characters:
        raise errors.TooMuchText(f"{characters} > {limits.max_characters}")


if __name__ == "__main__":
    main()

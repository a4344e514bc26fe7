"""The process of koalarag.apart: `python -m koalarag.limited seconds megabytes module:function [argument…]`."""

import json
import resource
import sys
from importlib import import_module
from pathlib import Path

_MEGABYTE = 2**20


def main() -> None:
    seconds, megabytes, wanted, *arguments = sys.argv[1:]
    module, _, name = wanted.partition(":")
    function = getattr(import_module(module), name)
    _limit(int(seconds), int(megabytes))
    # What a parser prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for value, beside in function(sys.stdin.buffer.read(), *arguments):
        # Halves of surrogate pairs, which files may hold, travel as escapes.
        answers.write(json.dumps([value, len(beside)], default=str).encode() + b"\n")
        answers.write(beside)
        answers.flush()


def _limit(seconds: int, megabytes: int) -> None:
    """Beyond the memory that the libraries take."""
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    memory = taken + megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()

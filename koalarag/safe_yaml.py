"""YAML that others wrote: no aliases, no more than so much, and where many wait for it read by a process of its own.

`python -m koalarag.safe_yaml` is that process: YAML on standard input, JSON on standard output.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

MAX_BYTES = 5 * 2**20
MAX_DEPTH = 20
MAX_VALUES = 100_000
SECONDS = 20
MEMORY_MB = 512
_MEGABYTE = 2**20


class YamlError(ValueError):
    """The text is no YAML, or more of it than is read; `line` counts from 1, 0 where it is not known."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def load(text: str, *, typed: bool = True) -> Any:
    """Dictionaries, lists and values; YamlError.

    Without `typed` every value is text as it is written: 9:15 is no 555, 25.570 no 25.57, and `no` is no false.
    """
    try:
        _check(text)
        return yaml.load(text, Loader=yaml.CSafeLoader if typed else yaml.CBaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise YamlError(str(error), mark.line + 1 if mark else 0) from error
    except YamlError:
        raise
    except (ValueError, OverflowError, RecursionError) as error:
        raise YamlError(str(error)) from error


def _check(text: str) -> None:
    """YamlError for what would take too much to build: the parser by itself builds nothing."""
    depth = values = 0
    for event in yaml.parse(text, Loader=yaml.CBaseLoader):
        starts = isinstance(event, yaml.CollectionStartEvent)
        depth += starts - isinstance(event, yaml.CollectionEndEvent)
        values += starts or isinstance(event, yaml.ScalarEvent)
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise YamlError("aliases (*name) are not read; write the value out", line)
        if depth > MAX_DEPTH:
            raise YamlError(f"nested more than {MAX_DEPTH} deep", line)
        if values > MAX_VALUES:
            raise YamlError(f"more than {MAX_VALUES} values", line)


def load_apart(data: bytes, *, typed: bool = True) -> Any:
    """The same by a process with limits of time and memory: its reader holds up nobody else. Days become texts."""
    if len(data) > MAX_BYTES:
        raise YamlError(f"larger than {MAX_BYTES // _MEGABYTE} MB")
    command = [sys.executable, "-m", "koalarag.safe_yaml", *(["typed"] if typed else [])]
    root = Path(__file__).resolve().parents[1]
    try:
        done = subprocess.run(command, input=data, capture_output=True, cwd=root, timeout=2 * SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise YamlError(f"reading it took more than {SECONDS} seconds") from error
    if done.returncode:
        raise YamlError("reading it took too long or too much memory")
    answer = json.loads(done.stdout)
    if "error" in answer:
        raise YamlError(answer["error"], answer["line"])
    return answer["value"]


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB * _MEGABYTE,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        answer = {"value": load(sys.stdin.buffer.read().decode("utf-8"), typed="typed" in sys.argv)}
    except YamlError as error:
        answer = {"error": str(error), "line": error.line}
    except UnicodeDecodeError as error:
        answer = {"error": str(error), "line": 0}
    json.dump(answer, sys.stdout, default=str)


if __name__ == "__main__":
    main()

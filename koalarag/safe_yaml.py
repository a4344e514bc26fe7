"""YAML that others wrote: no aliases, no more than so much, and where many wait for it read by a process of its own."""

from collections.abc import Iterator
from typing import Any

import yaml

from koalarag import apart

MAX_BYTES = 5 * 2**20
MAX_DEPTH = 20
MAX_VALUES = 100_000
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
    """The same by a process with limits (koalarag.apart). Days become texts."""
    if len(data) > MAX_BYTES:
        raise YamlError(f"larger than {MAX_BYTES // _MEGABYTE} MB")
    try:
        answer = apart.value(f"{__name__}:loaded", data, "typed" if typed else "as written")
    except apart.TooMuch as error:
        raise YamlError("reading it took too long or too much memory") from error
    except apart.TooBusy as error:
        raise YamlError("others are being read just now; try again in a moment") from error
    if "error" in answer:
        raise YamlError(answer["error"], answer["line"])
    return answer["value"]


def loaded(data: bytes, how: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    """What that process answers."""
    try:
        yield {"value": load(data.decode("utf-8"), typed=how == "typed")}, b""
    except YamlError as error:
        yield {"error": str(error), "line": error.line}, b""
    except UnicodeDecodeError as error:
        yield {"error": str(error), "line": 0}, b""

"""Batches of the command line: JSON records in, JSON records out, one to a line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


class BatchError(ValueError):
    """A batch cannot be read; the message names the file, the line and what is wrong."""


def read_records(path: Path, required: tuple[str, ...]) -> list[dict[str, Any]]:
    """The records of a .jsonl file; blank lines are skipped."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BatchError(f"{path} cannot be read: {error.strerror}.") from error
    records = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise BatchError(f"{path}, line {number}: not JSON ({error.msg}).") from error
        missing = [name for name in required if name not in record] if isinstance(record, dict) else list(required)
        if missing:
            raise BatchError(f"{path}, line {number}: a record needs {', '.join(missing)}.")
        records.append(record)
    return records


def write_records(path: Path, records: Iterable[dict[str, Any]]) -> None:
    """Written beside and moved into place, so that a reader never sees half of it."""
    draft = path.with_name(path.name + ".part")
    with draft.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    draft.replace(path)

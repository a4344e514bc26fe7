"""What files, folders and .jsonl records on disk offer to be ingested, one document at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import BadMetadata, ExtractionError, LinkedFile
from knowledge.ingestion.metadata import DocumentMetadata, from_mapping

RECORDS = ".jsonl"
NOTHING_SAID = DocumentMetadata()


@dataclass(frozen=True)
class Offer:
    """A document, or the reason why there is none."""

    label: str
    """the path, or the path and line, for messages"""
    file_name: str = ""
    external_id: str = ""
    path: Path | None = None
    text: str = ""
    metadata: DocumentMetadata = NOTHING_SAID
    error: ExtractionError | None = None

    def read(self) -> bytes:
        """OSError where the file cannot be read."""
        return self.path.read_bytes() if self.path else self.text.encode()


def offers(path: Path) -> Iterator[Offer]:
    """A folder offers the files of known formats under it, each under its relative path, but no hidden ones and none
    that a link brings in from elsewhere."""
    if path.is_dir():
        root = path.resolve()
        for file in sorted(path.rglob("*")):
            relative = file.relative_to(path)
            hidden = any(part.startswith(".") for part in relative.parts)
            if hidden or not file.is_file():
                continue
            if not file.resolve().is_relative_to(root):
                yield Offer(str(file), error=LinkedFile())
            elif file.suffix.lower() == RECORDS:
                yield from records(file)
            elif file.suffix.lower() in formats.EXTENSIONS:
                yield Offer(str(file), file.name, relative.as_posix(), file)
    elif path.suffix.lower() == RECORDS:
        yield from records(path)
    else:
        yield Offer(str(path), path.name, path.name, path)


def records(path: Path) -> Iterator[Offer]:
    """One line at a time, so that a file of any size takes no memory. A line that is no record offers its error."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            label = f"{path}:{number}"
            try:
                yield record(label, json.loads(line))
            except ExtractionError as error:
                yield Offer(label, error=error)
            except ValueError:
                yield Offer(label, error=BadMetadata("JSON"))


def record(label: str, values: Any) -> Offer:
    """A document as a JSON object says it; BadMetadata names the key that is wrong."""
    if not isinstance(values, dict):
        raise BadMetadata("{…}")
    identifier, text = values.get("id"), values.get("text")
    if not isinstance(identifier, str | int) or isinstance(identifier, bool) or not str(identifier).strip():
        raise BadMetadata("id")
    if not isinstance(text, str):
        raise BadMetadata("text")
    if "last_modified" in values:
        values.setdefault("modified", values["last_modified"])
    name = re.sub(r"[^\w.-]+", "_", str(identifier).strip())[-200:]
    return Offer(label, f"{name}.txt", str(identifier).strip(), text=text, metadata=from_mapping(values))

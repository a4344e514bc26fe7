"""What files, folders, archives and .jsonl records offer to be ingested, one document at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings

from knowledge.ingestion import archives
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import BadMetadata, ExtractionError, LinkedFile
from knowledge.ingestion.metadata import DocumentMetadata, from_mapping

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
    data: bytes = b""
    metadata: DocumentMetadata = NOTHING_SAID
    error: ExtractionError | None = None

    def read(self) -> bytes:
        """OSError where the file cannot be read."""
        return self.path.read_bytes() if self.path else self.data or self.text.encode("utf-8", "replace")


def offers(path: Path) -> Iterator[Offer]:
    """A folder offers the files of known formats under it, each under its relative path, but no hidden ones and none
    that a link brings in from elsewhere; a file that holds several documents offers each of them."""
    if path.is_dir():
        root = path.resolve()
        for file in sorted(path.rglob("*")):
            relative = file.relative_to(path)
            if archives.is_hidden(relative.as_posix()) or not file.is_file():
                continue
            if not file.resolve().is_relative_to(root):
                yield Offer(str(file), error=LinkedFile())
            elif file.suffix.lower() in formats.OF_MANY:
                yield from offers(file)
            elif file.suffix.lower() in formats.EXTENSIONS:
                yield Offer(str(file), file.name, relative.as_posix(), file)
    elif path.suffix.lower() in formats.OF_MANY:
        with path.open("rb") as file:
            yield from several(str(path), file)
    else:
        yield Offer(str(path), path.name, path.name, path)


def several(label: str, file: BinaryIO) -> Iterator[Offer]:
    """What a .jsonl or .zip of this name holds; one that cannot be opened offers its error."""
    if label.lower().endswith(formats.RECORDS):
        yield from records(label, file)
        return
    try:
        for member in archives.members(file, settings.MAX_UPLOAD_MB):
            name = f"{label}/{member.name}"
            if member.name.lower().endswith(formats.RECORDS) and not member.error:
                yield from records(name, BytesIO(member.data))
            else:
                file_name = member.name.rpartition("/")[2]
                yield Offer(name, file_name, member.name, data=member.data, error=member.error)
    except ExtractionError as error:
        yield Offer(label, error=error)


def records(name: str, lines: Iterable[bytes]) -> Iterator[Offer]:
    """One line at a time, so that a file of any size takes no memory. A line that is no record offers its error."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        label = f"{name}:{number}"
        try:
            yield record(label, json.loads(line))
        except ExtractionError as error:
            yield Offer(label, error=error)
        except (ValueError, RecursionError):
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

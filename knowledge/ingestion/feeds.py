"""What files, folders, archives and .jsonl records offer to be ingested, one document at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings

from knowledge.ingestion import archives, attached
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import BadMetadata, ExtractionError, LinkedFile, OutOfMemory, TooLarge
from knowledge.ingestion.metadata import DocumentMetadata, from_mapping

# What no column can hold, or nobody can see: control characters and halves of surrogate pairs.
_UNKEPT = re.compile("[\x00-\x1f\ud800-\udfff]")
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
    media_type: str = ""
    """where whoever opened the file has seen it"""
    metadata: DocumentMetadata = NOTHING_SAID
    error: ExtractionError | None = None

    def read(self) -> bytes:
        """OSError where the file cannot be read, TooLarge before it is."""
        if self.path is None:
            return self.data or self.text.encode("utf-8", "replace")
        if (size := self.path.stat().st_size) > settings.MAX_UPLOAD_MB * 2**20:
            raise TooLarge.of(size, settings.MAX_UPLOAD_MB)
        return self.path.read_bytes()


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
                yield Offer(shown(file), error=LinkedFile())
            elif file.suffix.lower() in formats.OF_MANY:
                yield from offers(file)
            elif file.suffix.lower() in formats.EXTENSIONS:
                yield from with_attached(_named(file, relative.as_posix()))
    elif path.suffix.lower() in formats.OF_MANY:
        with path.open("rb") as file:
            yield from several(shown(path), file, settings.MAX_UPLOAD_MB)
    else:
        yield from with_attached(_named(path, path.name))


def _named(path: Path, identifier: str) -> Offer:
    """A file whose name is no UTF-8 cannot be kept under it."""
    label = shown(path)
    if label != str(path):
        return Offer(label, error=BadMetadata("UTF-8"))
    return Offer(label, path.name, identifier, path)


def shown(path: Path) -> str:
    """With a mark for each byte that is no UTF-8."""
    return str(path).encode("utf-8", "replace").decode()


def several(label: str, file: BinaryIO, max_mb: int) -> Iterator[Offer]:
    """What a .jsonl, .zip or .eml of this name holds; one that cannot be opened, or is larger than `max_mb`, offers its
    error."""
    if label.lower().endswith(formats.RECORDS):
        yield from records(label, file, max_mb)
        return
    if label.lower().endswith(formats.MESSAGE):
        yield from with_attached(Offer(label, label, data=file.read()))
        return
    try:
        for member in archives.members(file, max_mb):
            name = f"{label}/{member.name}"
            if member.name.lower().endswith(formats.RECORDS) and not member.error:
                yield from records(name, BytesIO(member.data), max_mb)
            else:
                file_name = member.name.rpartition("/")[2]
                yield from with_attached(Offer(name, file_name, member.name, data=member.data, error=member.error))
    except ExtractionError as error:
        yield Offer(label, error=error)


def with_attached(offer: Offer) -> Iterator[Offer]:
    """It, and where it is a message what is attached to it."""
    yield offer
    if offer.error or not offer.file_name.lower().endswith(formats.MESSAGE):
        return
    try:
        message = offer.read()
    except (OSError, ExtractionError):
        return  # which is said of the message
    for name, data in attached.files(message):
        identifier = f"{offer.external_id or offer.file_name}/{name}"
        yield Offer(f"{offer.label}/{name}", name, identifier, data=data)


def records(name: str, file: BinaryIO, max_mb: int) -> Iterator[Offer]:
    """One line at a time, so that a file of any size takes no memory. A line that is no record offers its error."""
    for number, line in enumerate(_lines(file, max_mb * 2**20 + 1), start=1):
        if line.strip():
            yield _of_line(f"{name}:{number}", line, max_mb)


def _lines(file: BinaryIO, longest: int) -> Iterator[bytes]:
    """Those that are too long without their ends."""
    while line := file.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith(b"\n"):
            rest = file.readline(longest)
        yield line


def _of_line(label: str, line: bytes, max_mb: int) -> Offer:
    try:
        if len(line) > max_mb * 2**20:
            raise TooLarge(f"> {max_mb} MB")
        return record(label, json.loads(line))
    except ExtractionError as error:
        return Offer(label, error=error)
    except MemoryError:
        return Offer(label, error=OutOfMemory())
    except (ValueError, RecursionError):
        return Offer(label, error=BadMetadata("JSON"))


def record(label: str, values: Any) -> Offer:
    """A document as a JSON object says it; BadMetadata names the key that is wrong."""
    if not isinstance(values, dict):
        raise BadMetadata("{…}")
    identifier, text = values.get("id"), values.get("text")
    if not isinstance(identifier, str | int) or isinstance(identifier, bool) or not str(identifier).strip():
        raise BadMetadata("id")
    if not isinstance(text, str):
        raise BadMetadata("text")
    if _UNKEPT.search(str(identifier)):
        raise BadMetadata("id")
    if "last_modified" in values:
        values.setdefault("modified", values["last_modified"])
    name = re.sub(r"[^\w.-]+", "_", str(identifier).strip())[-200:]
    return Offer(label, f"{name}.txt", str(identifier).strip(), text=text, metadata=from_mapping(values))

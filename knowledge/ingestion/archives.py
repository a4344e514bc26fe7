"""ZIP archives of many documents, opened with limits; one file at a time is in memory."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from knowledge.ingestion.extract import formats, package
from knowledge.ingestion.extract.errors import Broken, ExtractionError, NestedArchive, TooLarge

MAX_FILES = 2000
MAX_UNPACKED_MB = 1000
_IN_UTF8 = 0x800
_BY_SYSTEMS = ("__MACOSX", "Thumbs.db", "desktop.ini")
"""what systems put into archives beside the files"""


@dataclass(frozen=True)
class Member:
    name: str
    """with its folders"""
    data: bytes = b""
    error: ExtractionError | None = None


def members(file: BinaryIO, max_mb: int) -> Iterator[Member]:
    """Its files, but no hidden ones; one above `max_mb`, or that is an archive itself, has its error. Raises Broken,
    Encrypted or TooMuchUnpacked where the archive cannot be opened."""
    package.check_directory(file, MAX_FILES)
    try:
        with zipfile.ZipFile(file) as archive:
            package.check(archive.infolist(), MAX_FILES, MAX_UNPACKED_MB)
            for part in archive.infolist():
                if not part.is_dir() and not is_hidden(_name(part)):
                    yield _member(archive, part, max_mb)
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise Broken(type(error).__name__) from error


def is_hidden(path: str) -> bool:
    return any(part.startswith(".") or part in _BY_SYSTEMS for part in path.split("/"))


def _member(archive: zipfile.ZipFile, part: zipfile.ZipInfo, max_mb: int) -> Member:
    name = _name(part)
    if name.lower().endswith(formats.ARCHIVE):
        return Member(name, error=NestedArchive())
    if part.file_size > max_mb * 1024 * 1024:
        return Member(name, error=TooLarge.of(part.file_size, max_mb))
    try:
        return Member(name, archive.read(part))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        return Member(name, error=Broken(type(error).__name__))


def _name(part: zipfile.ZipInfo) -> str:
    """Programs that do not say so write UTF-8, or what western systems wrote before."""
    if part.flag_bits & _IN_UTF8:
        return part.filename
    written = part.filename.encode("cp437", "replace")
    try:
        return written.decode()
    except UnicodeDecodeError:
        return written.decode("cp850")

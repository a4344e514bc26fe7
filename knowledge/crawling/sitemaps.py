"""Sitemaps and indexes of sitemaps: what a website says it has, and when each was changed."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.parsers import expat

MAX_BYTES = 50 * 1024 * 1024
MAX_ENTRIES = 50_000
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Entry:
    url: str
    lastmod: datetime | None
    is_sitemap: bool = False


class NotASitemap(ValueError):
    pass


def read(data: bytes) -> list[Entry]:
    """From XML, or text of an address a line; either may be gzipped."""
    if data.startswith(_GZIP):
        data = _unpacked(data)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _Reader().read(data)
    lines = data.decode("utf-8", "replace").split()
    return [Entry(line, None) for line in lines[:MAX_ENTRIES] if line.startswith(("http://", "https://"))]


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        unpacked = unpacker.decompress(data, MAX_BYTES)
    except zlib.error as error:
        raise NotASitemap(str(error)) from error
    if unpacker.unconsumed_tail:
        raise NotASitemap(f"> {MAX_BYTES} B")
    return unpacked


class _Reader:
    """Of the two formats, which differ in their elements' names alone. Entities and other doctypes are not read."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._path: list[str] = []
        self._text: list[str] = []
        self._values: dict[str, str] = {}

    def read(self, data: bytes) -> list[Entry]:
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text.append
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            # What was read before the fault holds.
            if not self.entries:
                raise NotASitemap(str(error)) from error
        return self.entries

    def _refuse(self, *doctype: object) -> None:
        raise NotASitemap("DOCTYPE")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name.rpartition(":")[2])
        self._text.clear()
        if len(self._path) == 2:
            self._values = {}

    def _end(self, name: str) -> None:
        element, depth = self._path.pop(), len(self._path)
        if depth == 2 and element in ("loc", "lastmod"):
            self._values[element] = "".join(self._text).strip()
        elif depth == 1 and self._values.get("loc") and len(self.entries) < MAX_ENTRIES:
            lastmod = moment(self._values.get("lastmod", ""))
            self.entries.append(Entry(self._values["loc"], lastmod, element == "sitemap"))


def moment(text: str) -> datetime | None:
    """A date or a time as the W3C writes them; None for anything else."""
    if not re.match(r"\d{4}(-\d\d){0,2}", text):
        return None
    padded = text + "-01" * (2 - text.count("-")) if len(text) < 10 else text
    try:
        found = datetime.fromisoformat(padded)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)

"""Files that are ZIP packages of XML parts (Office Open XML, OpenDocument, EPUB), opened with limits.

A package's directory says how large its parts become. It is asked before anything is unpacked, and nothing is unpacked
beyond what it says, so that a bomb costs a look at its directory.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import SEEK_END, BytesIO
from typing import BinaryIO, NamedTuple

from lxml import etree

from knowledge.ingestion.extract.errors import Broken, Encrypted, TooMuchUnpacked

Element = etree._Element
MAX_PARTS = 10_000
MAX_UNPACKED_MB = 400
_MAX_RATIO = 200
"""to which text is packed; XML of sheets comes near 50"""
_SMALL = 10 * 1024 * 1024
"""bytes that may be packed however tightly"""
_END = b"PK\x05\x06"
_END_SIZE = 22
# Of packages of more than 4 GB, or that say they are: before the end stands where their own end is.
_END64, _LOCATOR64 = b"PK\x06\x06", b"PK\x06\x07"
_END64_SIZE, _LOCATOR64_SIZE = 56, 20
_MAX_COMMENT = 65_535
_MAX_ENTRY = 512
"""bytes of the directory for each part"""
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
# Strict Office Open XML differs from the usual one in the names of its namespaces alone.
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_USUAL = rb"http://schemas.openxmlformats.org/\1/2006/"


class Link(NamedTuple):
    kind: str
    """the last word of the relationship's type: slide, worksheet, styles…"""
    part: str


@contextmanager
def opened(data: bytes) -> Iterator[zipfile.ZipFile]:
    """Broken, Encrypted or TooMuchUnpacked where it is no package that may be unpacked."""
    file = BytesIO(data)
    check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            check(archive.infolist())
            yield archive
    except (zipfile.BadZipFile, KeyError, etree.XMLSyntaxError, EOFError, NotImplementedError) as error:
        raise Broken(type(error).__name__) from error


def check(parts: list[zipfile.ZipInfo], max_parts: int = MAX_PARTS, max_mb: int = MAX_UNPACKED_MB) -> None:
    if len(parts) > max_parts:
        raise TooMuchUnpacked(f"{len(parts)} > {max_parts}")
    if any(part.flag_bits & 1 for part in parts):
        raise Encrypted
    size = sum(part.file_size for part in parts)
    if size > max_mb * 1024 * 1024:
        raise TooMuchUnpacked(f"{size // (1024 * 1024)} MB > {max_mb} MB")
    for part in parts:
        if part.file_size > max(_SMALL, _MAX_RATIO * part.compress_size):
            raise TooMuchUnpacked(f"{part.filename[:60]}: {part.compress_size} → {part.file_size}")


def xml(archive: zipfile.ZipFile, part: str) -> Element | None:
    """None where the package has no such part."""
    try:
        data = archive.read(part)
    except KeyError:
        return None
    return etree.fromstring(_STRICT.sub(_USUAL, data), _PARSER)


def links(archive: zipfile.ZipFile, part: str = "") -> Mapping[str, Link]:
    """What a part of Office Open XML refers to, by the reference's id; without a part, what the package begins with."""
    folder, name = posixpath.split(part)
    root = xml(archive, posixpath.join(folder, "_rels", f"{name}.rels"))
    found = {}
    for link in [] if root is None else root.iter(_RELATIONSHIP):
        if link.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, link.get("Target", ""))).lstrip("/")
            found[link.get("Id", "")] = Link(link.get("Type", "").rpartition("/")[2], target)
    return found


def main_part(archive: zipfile.ZipFile, usual: str) -> str:
    """The document itself, wherever the package keeps it."""
    return next((link.part for link in links(archive).values() if link.kind == "officeDocument"), usual)


def check_directory(file: BinaryIO, max_parts: int = MAX_PARTS) -> None:
    """Before it is read: each entry takes memory."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - _MAX_COMMENT - _END_SIZE - _LOCATOR64_SIZE - _END64_SIZE))
    tail = file.read()
    file.seek(0)
    place = tail.rfind(_END)
    if place < 0 or place + _END_SIZE > len(tail):
        raise Broken("zip")
    if max(_sizes(tail, place)) > max_parts * _MAX_ENTRY:
        raise TooMuchUnpacked(f"> {max_parts}")


def _sizes(tail: bytes, end: int) -> Iterator[int]:
    """Of the directory, in bytes: as its end says, and as the other end does, which is believed where there is one."""
    yield int.from_bytes(tail[end + 12 : end + 16], "little")
    if tail[end - _LOCATOR64_SIZE : end].startswith(_LOCATOR64):
        other = tail[max(0, end - _LOCATOR64_SIZE - _END64_SIZE) : end - _LOCATOR64_SIZE]
        if other.startswith(_END64):
            yield int.from_bytes(other[40:48], "little")

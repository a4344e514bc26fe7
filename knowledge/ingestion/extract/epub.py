"""Books (.epub): their chapters in order, each read as the page that it is."""

from __future__ import annotations

import posixpath
import zipfile
from dataclasses import replace
from urllib.parse import unquote

from knowledge.ingestion.extract import html, package
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits
from knowledge.ingestion.extract.errors import Broken, Encrypted, NoText
from knowledge.ingestion.metadata import DocumentMetadata, language_code
from knowledge.text.dates import parse_date

_PAGES = ("application/xhtml+xml", "text/html")


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        place = _book(archive)
        book = package.xml(archive, place)
        if book is None:
            raise Broken("package")
        chapters = _chapters(book, place)
        if _encrypted(archive) & set(chapters):
            raise Encrypted
        blocks: list[Block] = []
        for chapter in chapters:
            blocks += _read(archive, chapter, limits, max((block.group for block in blocks), default=0))
    if not blocks:
        raise NoText
    return ExtractedDocument(_metadata(book), tuple(blocks))


def _book(archive: zipfile.ZipFile) -> str:
    container = package.xml(archive, "META-INF/container.xml")
    root = container.find(".//{*}rootfile") if container is not None else None
    if root is None:
        raise Broken("container")
    return root.get("full-path", "")


def _chapters(book: package.Element, place: str) -> list[str]:
    """As the spine has them, without the table of contents."""
    items = {item.get("id", ""): item for item in book.iter("{*}item")}
    found = []
    for reference in book.iter("{*}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or item.get("media-type") not in _PAGES or "nav" in item.get("properties", "").split():
            continue
        if reference.get("linear") != "no":
            target = unquote(item.get("href", "").partition("#")[0])
            found.append(posixpath.normpath(posixpath.join(posixpath.dirname(place), target)))
    return found


def _encrypted(archive: zipfile.ZipFile) -> set[str]:
    """Books with locked fonts alone can be read."""
    root = package.xml(archive, "META-INF/encryption.xml")
    return set() if root is None else {unquote(one.get("URI", "")) for one in root.iter("{*}CipherReference")}


def _read(archive: zipfile.ZipFile, chapter: str, limits: Limits, groups: int) -> list[Block]:
    """With groups numbered from after `groups` on; a chapter that is a picture has no text."""
    try:
        read = html.extract(archive.read(chapter), limits).blocks
    except (KeyError, NoText):
        return []
    return [replace(block, group=block.group + groups) if block.group else block for block in read]


def _metadata(book: package.Element) -> DocumentMetadata:
    def said(name: str) -> str:
        return " ".join((book.findtext(f".//{{http://purl.org/dc/elements/1.1/}}{name}") or "").split())

    return DocumentMetadata(
        title=said("title"), language=language_code(said("language")), published_on=parse_date(said("date")[:10])
    )

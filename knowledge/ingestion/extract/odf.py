"""OpenDocument's common parts: text with its notes, styles, what the file says of itself."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date

from lxml import etree

from knowledge.ingestion.extract import package
from knowledge.ingestion.extract.base import clean
from knowledge.ingestion.extract.errors import Broken, Encrypted
from knowledge.text.dates import parse_date

Element = etree._Element
_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns"
_MAX_BLANKS = 100
MAX_DEPTH = 20


def tag(prefix: str, name: str) -> str:
    folder = {"fo": "xsl-fo-compatible", "draw": "drawing"}.get(prefix, prefix)
    return f"{{{_NAMESPACE}:{folder}:1.0}}{name}"


def text_tag(name: str) -> str:
    return tag("text", name)


def table_tag(name: str) -> str:
    return tag("table", name)


NOTE = text_tag("note")
FRAMES = (tag("draw", "frame"), tag("draw", "custom-shape"), tag("draw", "rect"))
_UNREAD = frozenset(
    (tag("office", "annotation"), tag("office", "annotation-end"), text_tag("tracked-changes"), text_tag("ruby-text"),
     *FRAMES)
)  # fmt: skip


def content(archive: zipfile.ZipFile, kind: str) -> tuple[Element, Element]:
    """The root of content.xml, and the body of that kind (text, spreadsheet, presentation)."""
    manifest = package.xml(archive, "META-INF/manifest.xml")
    if manifest is not None and manifest.find(f".//{tag('manifest', 'encryption-data')}") is not None:
        raise Encrypted
    root = package.xml(archive, "content.xml")
    body = root.find(f"{tag('office', 'body')}/{tag('office', kind)}") if root is not None else None
    if root is None or body is None:
        raise Broken("body")
    return root, body


def declared_title(archive: zipfile.ZipFile) -> str:
    meta = package.xml(archive, "meta.xml")
    return (
        " ".join((meta.findtext(".//{http://purl.org/dc/elements/1.1/}title") or "").split())
        if meta is not None
        else ""
    )


def modified(archive: zipfile.ZipFile) -> date | None:
    meta = package.xml(archive, "meta.xml")
    return (
        parse_date((meta.findtext(".//{http://purl.org/dc/elements/1.1/}date") or "")[:10])
        if meta is not None
        else None
    )


def plain(element: Element) -> str:
    """Its paragraphs, a line each; of a paragraph, its text."""
    if element.tag in (text_tag("p"), text_tag("h")):
        return clean("".join(pieces(element, [])))
    inner = element.iter(text_tag("p"), text_tag("h"))
    return "\n".join(filter(None, (clean("".join(pieces(paragraph, []))) for paragraph in inner)))


def pieces(element: Element, notes: list[Element]) -> Iterator[str]:
    """What a reader sees of a paragraph, without what is framed in it; its notes are added to `notes`."""
    yield element.text or ""
    for child in element:
        if child.tag == NOTE:
            notes.append(child)
            yield f" ({len(notes)})"
        elif child.tag == text_tag("s"):
            count = child.get(text_tag("c"), "1")
            yield " " * min(int(count) if count.isdecimal() else 1, _MAX_BLANKS)
        elif child.tag == text_tag("tab"):
            yield " "
        elif child.tag == text_tag("line-break"):
            yield "\n"
        elif isinstance(child.tag, str) and child.tag not in _UNREAD:
            yield from pieces(child, notes)
        yield child.tail or ""


def frames(element: Element) -> Iterator[Element]:
    """The outermost frames in a paragraph."""
    for child in element:
        if child.tag in FRAMES:
            yield child
        elif child.tag != NOTE:
            yield from frames(child)


def is_bold(style: Element | None) -> bool:
    properties = style.find(tag("style", "text-properties")) if style is not None else None
    return properties is not None and properties.get(tag("fo", "font-weight")) in ("bold", "600", "700", "800", "900")


def styles(root: Element | None, family: str) -> dict[str, Element]:
    found = root.iter(tag("style", "style")) if root is not None else ()
    return {one.get(tag("style", "name"), ""): one for one in found if one.get(tag("style", "family")) == family}


def repeated(element: Element, name: str, limit: int) -> int:
    """How often a row or cell stands there, at most `limit`."""
    count = element.get(table_tag(name), "1")
    return min(max(int(count), 1), limit) if count.isdecimal() else 1

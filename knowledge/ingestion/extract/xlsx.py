"""Workbooks (.xlsx): the values of cells as they are shown, sheet by sheet; hidden sheets are left out."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from knowledge.ingestion.extract import package, sheets
from knowledge.ingestion.extract.base import ExtractedDocument, Limits, clean
from knowledge.ingestion.extract.cell_formats import Shown, number_formats, shown
from knowledge.ingestion.extract.errors import Broken, NoText
from knowledge.ingestion.extract.ooxml import core_metadata, declared_title
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MAX_COLUMNS = 500


class _Span(NamedTuple):
    down: int
    across: int


class _Book(NamedTuple):
    strings: list[str]
    formats: list[Shown]
    epoch_1904: bool


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        found = list(_sheets(archive))
        blocks = typed(sheets.blocks(found))
        if not blocks:
            raise NoText
        title = declared_title(archive) or sheets.title(found)
        return ExtractedDocument(DocumentMetadata(title=title).over(core_metadata(archive)), blocks)


def _sheets(archive: zipfile.ZipFile) -> Iterator[sheets.Sheet]:
    part = package.main_part(archive, "xl/workbook.xml")
    book = package.xml(archive, part)
    if book is None:
        raise Broken("workbook")
    links = package.links(archive, part)
    named = {link.kind: link.part for link in links.values()}
    properties = book.find(f"{_S}workbookPr")
    read = _Book(
        _strings(archive, named.get("sharedStrings", "")),
        number_formats(package.xml(archive, named.get("styles", ""))),
        properties is not None and properties.get("date1904") in ("1", "true"),
    )
    for sheet in book.iter(f"{_S}sheet"):
        link = links.get(sheet.get(_RELATION, ""))
        if link is not None and link.kind == "worksheet" and sheet.get("state", "visible") == "visible":
            root = package.xml(archive, link.part)
            if root is not None:
                yield sheets.Sheet(sheet.get("name", ""), tuple(_rows(root, read)))


def _strings(archive: zipfile.ZipFile, part: str) -> list[str]:
    root = package.xml(archive, part) if part else None
    return [] if root is None else [_text(item) for item in root.iter(f"{_S}si")]


def _text(item: package.Element) -> str:
    """Without the readings of Japanese characters."""
    runs = (run for run in item.iter(f"{_S}t") if next(run.iterancestors(f"{_S}rPh"), None) is None)
    return clean("".join(run.text or "" for run in runs))


def _rows(root: package.Element, book: _Book) -> Iterator[sheets.Row]:
    spans = _spans(root)
    number = 0
    for row in root.iter(f"{_S}row"):
        number = int(row.get("r") or number + 1)
        cells: dict[int, sheets.Cell] = {}
        column = -1
        for cell in row.iter(f"{_S}c"):
            address = _ADDRESS.fullmatch(cell.get("r") or "")
            column = _column(address[1]) if address else column + 1
            if column < _MAX_COLUMNS:
                cells[column] = _cell(cell, book, spans.get((number, column), _Span(1, 1)))
        width = max((index + 1 for index, cell in cells.items() if cell.text), default=0)
        if width and row.get("hidden") not in ("1", "true"):
            yield sheets.Row(number, tuple(cells.get(index, sheets.Cell()) for index in range(width)))


def _spans(root: package.Element) -> Mapping[tuple[int, int], _Span]:
    found = {}
    for merged in root.iter(f"{_S}mergeCell"):
        ends = [_ADDRESS.fullmatch(end) for end in merged.get("ref", "").split(":")]
        if len(ends) == 2 and ends[0] and ends[1]:
            top, bottom = int(ends[0][2]), int(ends[1][2])
            left, right = _column(ends[0][1]), _column(ends[1][1])
            found[top, left] = _Span(bottom - top + 1, min(right - left + 1, _MAX_COLUMNS))
    return found


def _cell(cell: package.Element, book: _Book, span: _Span) -> sheets.Cell:
    style = cell.get("s", "0")
    place = int(style) if style.isdecimal() else 0
    shape = book.formats[place] if place < len(book.formats) else Shown()
    return sheets.Cell(_value(cell, book, shape), shape.bold, span.across, span.down)


def _value(cell: package.Element, book: _Book, shape: Shown) -> str:
    value = cell.findtext(f"{_S}v") or ""
    match cell.get("t", "n"):
        case "s":
            return book.strings[int(value)] if value.isdecimal() and int(value) < len(book.strings) else ""
        case "inlineStr":
            return _text(cell)
        case "str" | "d":
            return clean(value)
        case "b":
            return "☒" if value == "1" else "☐"
        case "e":
            return ""
        case _:
            return shown(value, shape, book.epoch_1904) if value else ""


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1

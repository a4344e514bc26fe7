"""OpenDocument presentations, slide by slide, without the speaker's notes."""

from __future__ import annotations

from dataclasses import replace

from knowledge.ingestion.extract import odf, package, slides, table_headers, tables
from knowledge.ingestion.extract.base import ExtractedDocument, Limits, clean
from knowledge.ingestion.extract.odf import Element, table_tag, tag, text_tag
from knowledge.ingestion.metadata import DocumentMetadata

_CLASS = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}class"
_NOTES = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}notes"
_MARGINS = frozenset(("footer", "header", "date-time", "page-number"))
_MAX_COLUMNS = 60


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        _root, body = odf.content(archive, "presentation")
        shown = [_slide(page) for page in body.iter(tag("draw", "page"))]
        declared = odf.declared_title(archive)
        return slides.document(shown, DocumentMetadata(modified_on=odf.modified(archive)), declared)


def _slide(page: Element) -> slides.Slide:
    slide = slides.Slide()
    for frame in odf.frames(page):
        role = frame.get(_CLASS, "")
        if frame.getparent().tag == _NOTES or role == "notes":
            continue
        if role == "title":
            slide = replace(slide, title=" ".join(odf.plain(frame).split()))
        elif role in _MARGINS:
            slide = replace(slide, margins=(*slide.margins, *odf.plain(frame).split("\n")))
        else:
            slide = replace(slide, shapes=(*slide.shapes, *_shapes(frame)))
    return slide


def _shapes(frame: Element) -> list[slides.Shape]:
    grids = [[[_cell(cell) for cell in _cells(row)] for row in table.iter(table_tag("table-row"))]
             for table in frame.iter(table_tag("table"))]  # fmt: skip
    if grids:
        return [slides.Shape(lines=tuple(tables.as_lines(grid, _header_rows(grid))), is_table=True) for grid in grids]
    lines = []
    for paragraph in frame.iter(text_tag("p"), text_tag("h")):
        text = clean("".join(odf.pieces(paragraph, [])))
        if text:
            is_item = next(paragraph.iterancestors(text_tag("list-item")), None) is not None
            lines.append(f"- {text}" if is_item else text)
    return [slides.Shape(lines=tuple(lines))]


def _cells(row: Element) -> list[Element]:
    kinds = (table_tag("table-cell"), table_tag("covered-table-cell"))
    return [
        cell
        for cell in row
        if cell.tag in kinds
        for _copy in range(odf.repeated(cell, "number-columns-repeated", _MAX_COLUMNS))
    ]


def _cell(cell: Element) -> str:
    return " ".join(odf.plain(cell).split("\n"))


def _header_rows(grid: tables.Rows) -> int:
    return int(table_headers.looks_like_header(grid))

"""Presentations (.pptx), slide by slide, without hidden slides and the speaker's notes."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from knowledge.ingestion.extract import package, slides, table_headers, tables
from knowledge.ingestion.extract.base import ExtractedDocument, Limits, clean
from knowledge.ingestion.extract.errors import Broken
from knowledge.ingestion.extract.numerals import numeral
from knowledge.ingestion.extract.ooxml import core_metadata, declared_title
from knowledge.ingestion.extract.package import Element

_BASE = "http://schemas.openxmlformats.org"
_P = f"{{{_BASE}/presentationml/2006/main}}"
_A = f"{{{_BASE}/drawingml/2006/main}}"
_RELATION = f"{{{_BASE}/officeDocument/2006/relationships}}id"
_TITLES = ("title", "ctrTitle")
_BODIES = ("body", "obj")
"""placeholders whose paragraphs have marks unless they say otherwise"""
_MARGINS = ("ftr", "dt", "hdr", "sldNum")
_NUMBERED = {"arabic": "1", "alphaLc": "a", "alphaUc": "A", "romanLc": "i", "romanUc": "I"}


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        shown = list(_slides(archive))
        return slides.document(shown, core_metadata(archive), declared_title(archive))


def _slides(archive: zipfile.ZipFile) -> Iterator[slides.Slide]:
    part = package.main_part(archive, "ppt/presentation.xml")
    presentation = package.xml(archive, part)
    if presentation is None:
        raise Broken("presentation")
    links = package.links(archive, part)
    for reference in presentation.iter(f"{_P}sldId"):
        link = links.get(reference.get(_RELATION, ""))
        root = package.xml(archive, link.part) if link is not None else None
        if root is not None:
            yield _slide(root)


def _slide(root: Element) -> slides.Slide:
    slide = slides.Slide(is_hidden=root.get("show") in ("0", "false"))
    for shape in _shapes(root):
        if shape.tag == f"{_P}graphicFrame":
            grids = (_grid(table) for table in shape.iter(f"{_A}tbl"))
            read = [
                slides.Shape(tuple(tables.as_lines(grid, int(table_headers.looks_like_header(grid)))), is_table=True)
                for grid in grids
            ]
            slide = replace(slide, shapes=(*slide.shapes, *read))
            continue
        placeholder = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
        role = placeholder.get("type", "obj") if placeholder is not None else ""
        if role in _TITLES:
            slide = replace(slide, title=" ".join(_lines(shape, role)))
        elif role in _MARGINS:
            slide = replace(slide, margins=(*slide.margins, *(_lines(shape, role) if role != "sldNum" else ())))
        else:
            slide = replace(slide, shapes=(*slide.shapes, slides.Shape(tuple(_lines(shape, role)))))
    return slide


def _shapes(root: Element) -> Iterator[Element]:
    """In the order of the slide; of a shape in two versions, the first."""
    for element in root.iter(f"{_P}sp", f"{_P}graphicFrame"):
        if not any(etree.QName(above).localname == "Fallback" for above in element.iterancestors()):
            yield element


def _lines(shape: Element, role: str) -> Iterator[str]:
    """Its paragraphs, with a mark where there is one."""
    paragraphs = [(paragraph, text) for paragraph in shape.iter(f"{_A}p") if (text := _text(paragraph))]
    numbers: dict[str, int] = {}
    for paragraph, text in paragraphs:
        mark = _mark(paragraph, numbers, marked=role in _BODIES and len(paragraphs) > 1)
        yield f"{mark} {text}" if mark else text


def _mark(paragraph: Element, numbers: dict[str, int], *, marked: bool) -> str:
    properties = paragraph.find(f"{_A}pPr")
    numbering = properties.find(f"{_A}buAutoNum") if properties is not None else None
    if properties is not None and numbering is not None:
        level, form = properties.get("lvl", "0"), numbering.get("type", "")
        started = numbering.get("startAt", "1")
        numbers[level] = numbers.get(level, int(started) - 1 if started.isdecimal() else 0) + 1
        sign = next((one for name, one in _NUMBERED.items() if form.startswith(name)), "1")
        return f"{numeral(numbers[level], sign)}{'.' if form.endswith('Period') else ')'}"
    if properties is not None and properties.find(f"{_A}buNone") is not None:
        return ""
    own = properties is not None and properties.find(f"{_A}buChar") is not None
    return "-" if own or marked else ""


def _text(paragraph: Element) -> str:
    parts = ("\n" if part.tag == f"{_A}br" else part.text or "" for part in paragraph.iter(f"{_A}t", f"{_A}br"))
    return clean("".join(parts))


def _grid(table: Element) -> list[list[str]]:
    """A cell that spans rows or columns is read in each; what spans a whole row is no value of its columns."""
    grid: list[list[str]] = []
    for row in table.iter(f"{_A}tr"):
        texts: list[str] = []
        cells = row.findall(f"{_A}tc")
        alone = sum(cell.get("hMerge") not in ("1", "true") for cell in cells) == 1
        for cell in cells:
            if cell.get("vMerge") in ("1", "true") and grid and len(texts) < len(grid[-1]):
                texts.append(grid[-1][len(texts)])
            elif cell.get("hMerge") in ("1", "true"):
                texts.append("" if alone or not texts else texts[-1])
            else:
                texts.append(" ".join(filter(None, map(_text, cell.iter(f"{_A}p")))))
        grid.append(texts)
    return grid

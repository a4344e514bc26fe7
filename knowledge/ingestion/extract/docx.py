"""Word documents: headings by style, lists with their numbers, tables row by row, footnotes below their mention."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from knowledge.ingestion.extract import package, table_headers, tables
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.docx_styles import CHECKED, Numbering, Styles, is_on, w
from knowledge.ingestion.extract.errors import Broken, NoText
from knowledge.ingestion.extract.ooxml import core_metadata, declared_title
from knowledge.ingestion.extract.package import Element
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title

_MAX_BOLD_HEADING = 110
_MAX_BOLD_SHARE = 0.4
_MAX_SPAN = 60
"""columns of a cell"""
"""of a document's paragraphs: where more are bold, bold says nothing"""
_DELETED = frozenset((w("del"), w("moveFrom"), w("pPr"), w("txbxContent")))
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_NOTES = {w("footnoteReference"): "footnotes", w("endnoteReference"): "endnotes"}
NoteId = tuple[str, str]
"""footnotes or endnotes, and its number there"""


@dataclass(frozen=True)
class _Paragraph:
    text: str
    level: int
    marker: str
    bold: bool
    notes: tuple[str, ...]
    """their texts, in the order in which the paragraph mentions them"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        return _read(archive)


def _read(archive: zipfile.ZipFile) -> ExtractedDocument:
    main = package.main_part(archive, "word/document.xml")
    root = package.xml(archive, main)
    body = root.find(w("body")) if root is not None else None
    if body is None:
        raise Broken("body")
    parts = _Parts(archive, main)
    notes = {(kind, note): text for kind in _NOTES.values() for note, text in _notes(parts.first(kind))}
    reader = _Reader(Styles(parts.first("styles")), Numbering(parts.first("numbering")), notes)
    blocks = typed(reader.blocks(body))
    if not blocks:
        raise NoText
    edges = dict.fromkeys(text for kind in ("header", "footer") for part in parts.all(kind) for text in _lines(part))
    title = find_title(blocks, declared_title(archive))
    metadata = DocumentMetadata(title=title).over(core_metadata(archive))
    return ExtractedDocument(metadata, blocks, margins=as_blocks(edges))


class _Parts:
    """What the document refers to, by kind, wherever the package keeps it."""

    def __init__(self, archive: zipfile.ZipFile, main: str) -> None:
        self._archive = archive
        self._links = sorted(package.links(archive, main).values(), key=lambda link: link.part)

    def all(self, kind: str) -> Iterator[Element]:
        for link in self._links:
            if link.kind == kind and (root := package.xml(self._archive, link.part)) is not None:
                yield root

    def first(self, kind: str) -> Element | None:
        return next(self.all(kind), None)


def _notes(root: Element | None) -> Iterator[tuple[str, str]]:
    for note in root.iter(w("footnote"), w("endnote")) if root is not None else ():
        if not note.get(w("type")):
            yield note.get(w("id"), ""), " ".join(_lines(note))


def _lines(root: Element) -> list[str]:
    texts = (clean("".join(_text(paragraph, []))) for paragraph in root.iter(w("p")))
    return [text for text in texts if text]


def _text(element: Element, notes: list[NoteId]) -> Iterator[str]:
    """What a reader sees of a paragraph; the ids of its footnotes are added to `notes`."""
    for child in element:
        if child.tag in _DELETED:
            continue
        if child.tag in (w("t"), _MATH):
            yield child.text or ""
        elif child.tag in (w("br"), w("cr")):
            yield "\n"
        elif child.tag == w("tab"):
            yield " "
        elif child.tag == w("noBreakHyphen"):
            yield "-"
        elif child.tag in _NOTES:
            notes.append((_NOTES[child.tag], child.get(w("id"), "")))
            yield f" ({len(notes)})"
        elif child.tag in CHECKED:
            yield "☒ " if is_on(child) else "☐ "
        elif etree.QName(child).localname != "Fallback":
            yield from _text(child, notes)


class _Reader:
    def __init__(self, styles: Styles, numbering: Numbering, notes: dict[NoteId, str]) -> None:
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._group = 0
        self._in_list = False
        self._has_title = False
        self._bold_is_heading = False

    def blocks(self, body: Element) -> list[Block]:
        bold = [self._is_bold(paragraph) for paragraph in body.iter(w("p")) if "".join(_text(paragraph, [])).strip()]
        self._bold_is_heading = bool(bold) and sum(bold) <= _MAX_BOLD_SHARE * len(bold)
        return self._within(body)

    def _within(self, container: Element) -> list[Block]:
        found: list[Block] = []
        for child in container:
            if child.tag == w("p"):
                found += self._paragraph_blocks(child)
            elif child.tag == w("tbl"):
                self._in_list = False
                found += self._table(child)
            elif child.tag in (w("sdt"), w("sdtContent"), w("ins"), w("customXml"), w("smartTag")):
                found += self._within(child)
        return found

    def _paragraph_blocks(self, element: Element) -> list[Block]:
        found = self._blocks_of(self._paragraph(element))
        for box in element.iter(w("txbxContent")):
            if not any(etree.QName(above).localname == "Fallback" for above in box.iterancestors()):
                found += self._within(box)
        return found

    def _blocks_of(self, paragraph: _Paragraph) -> list[Block]:
        notes = as_blocks(f"({number}) {note}" for number, note in enumerate(paragraph.notes, 1) if note)
        if not paragraph.text:
            return list(notes)
        if paragraph.level:
            self._in_list = False
            text = " ".join(f"{paragraph.marker} {paragraph.text}".split())
            return [Block(text, paragraph.level), *notes]
        if paragraph.marker:
            self._group += not self._in_list
            self._in_list = True
            return [Block(f"{paragraph.marker} {paragraph.text}", kind="item", group=self._group), *notes]
        self._in_list = False
        return [Block(paragraph.text), *notes]

    def _paragraph(self, element: Element) -> _Paragraph:
        notes: list[NoteId] = []
        text = clean("".join(_text(element, notes)))
        properties = element.find(w("pPr"))
        style = self._styles.of(properties)
        level = self._styles.level(properties, style)
        marker = self._numbering.marker(properties, style) if text else ""
        bold = self._is_bold(element)
        if style.is_title and text:
            self._has_title, level = True, 1
        elif level:
            level += self._has_title
        elif self._bold_is_heading and bold and not marker and _may_head(text):
            level = 9
        known = tuple(self._notes.get(note, "") for note in notes)
        return _Paragraph(text, level if text else 0, marker, bold, known)

    def _is_bold(self, element: Element) -> bool:
        runs = [run for run in element.iter(w("r")) if "".join(_text(run, [])).strip()]
        style = self._styles.of(element.find(w("pPr")))
        return bool(runs) and all(self._styles.is_bold(run, style) for run in runs)

    def _table(self, element: Element) -> list[Block]:
        rows = [row for row in element.iter(w("tr")) if next(row.iterancestors(w("tbl"))) is element]
        cells = [[cell for cell in row.iter(w("tc")) if next(cell.iterancestors(w("tr"))) is row] for row in rows]
        if all(len(row) <= 1 for row in cells):
            # It only frames the text.
            return [block for row in cells for cell in row for block in self._within(cell)]
        sheet = table_headers.is_sheet([list(map(_columns, row)) for row in cells])
        grid, header_rows = (
            self._grid(cells, repeats=not sheet),
            sum(row.find(f".//{w('tblHeader')}") is not None for row in rows),
        )
        if not header_rows and not sheet and len(grid) > 1 and self._heads(cells):
            header_rows = 1
        self._group += 1
        return list(as_blocks(tables.as_lines(grid, header_rows), "row", self._group))

    def _heads(self, cells: list[list[Element]]) -> bool:
        """The first row names the columns: in bold, alone of all, or as any first row of names does."""
        bold = [[self._is_bold(p) for cell in row for p in cell.iter(w("p")) if _lines(cell)] for row in cells]
        if bold[0] and all(bold[0]) and not all(all(row) for row in bold[1:]):
            return len(cells[0]) > 1
        return table_headers.looks_like_header([[" ".join(_lines(cell)) for cell in row] for row in cells])

    def _grid(self, cells: list[list[Element]], *, repeats: bool) -> list[list[str]]:
        """A cell that spans rows or columns is read in each, or in the first column alone; what spans a whole row is no
        value of its columns."""
        grid: list[list[str]] = []
        for row in cells:
            texts: list[str] = []
            for cell in row:
                merged = cell.find(f"{w('tcPr')}/{w('vMerge')}")
                above = grid[-1][len(texts)] if grid and len(texts) < len(grid[-1]) else ""
                goes_on = merged is not None and merged.get(w("val")) != "restart"
                text = above if goes_on else self._cell(cell)
                texts += [text, *[text if repeats and len(row) > 1 else ""] * (_columns(cell) - 1)]
            grid.append(texts)
        return grid

    def _cell(self, cell: Element) -> str:
        blocks = [replace(block, level=0) for block in self._within(cell)]
        self._in_list = False
        return " ".join(block.text for block in blocks)


def _columns(cell: Element) -> int:
    """Over how many it stands."""
    span = cell.find(f"{w('tcPr')}/{w('gridSpan')}")
    return min(int(span.get(w("val"), "1")), _MAX_SPAN) if span is not None else 1


def _may_head(text: str) -> bool:
    return 3 <= len(text) <= _MAX_BOLD_HEADING and not text.endswith((".", ",", ";")) and "\n" not in text

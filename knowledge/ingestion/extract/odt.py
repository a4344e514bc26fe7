"""OpenDocument text: headings by level, lists with their numbers, tables row by row, notes below their mention."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from knowledge.ingestion.extract import odf, package, table_headers, tables
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.errors import NoText
from knowledge.ingestion.extract.odf import Element, table_tag, tag, text_tag
from knowledge.ingestion.extract.odt_lists import Numbering
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title

_INDEXES = frozenset(
    text_tag(name)
    for name in ("table-of-content", "alphabetical-index", "illustration-index", "table-index", "user-index")
)
_CONTAINERS = frozenset(
    (text_tag("section"), text_tag("index-body"), tag("draw", "text-box"), tag("draw", "g"), *odf.FRAMES)
)
_MAX_COLUMNS = 60
_TITLES = ("Title", "Subtitle")
_MAX_BOLD_HEADING = 110
_MAX_BOLD_SHARE = 0.4
"""of a document's paragraphs: where more are bold, bold says nothing"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        root, body = odf.content(archive, "text")
        known = package.xml(archive, "styles.xml")
        blocks = typed(_Reader(root, known).blocks(body))
        if not blocks:
            raise NoText
        title = find_title(blocks, odf.declared_title(archive))
        metadata = DocumentMetadata(title=title, modified_on=odf.modified(archive))
        return ExtractedDocument(metadata, blocks, margins=_margins(known))


def _margins(known: Element | None) -> tuple[Block, ...]:
    frames = known.iter(tag("style", "header"), tag("style", "footer")) if known is not None else ()
    return as_blocks(dict.fromkeys(line for frame in frames for line in odf.plain(frame).split("\n")))


class _Reader:
    def __init__(self, root: Element, known: Element | None) -> None:
        self._styles = odf.styles(known, "paragraph") | odf.styles(root, "paragraph")
        self._spans = odf.styles(known, "text") | odf.styles(root, "text")
        self._numbering = Numbering(root, known)
        self._group = 0
        self._has_title = False
        self._bold_is_heading = False

    def blocks(self, body: Element) -> list[Block]:
        bold = [self._is_bold(one) for one in body.iter(text_tag("p")) if "".join(one.itertext()).strip()]
        self._bold_is_heading = bool(bold) and sum(bold) <= _MAX_BOLD_SHARE * len(bold)
        return self._within(body)

    def _within(self, container: Element) -> list[Block]:
        found: list[Block] = []
        for child in container:
            if child.tag in (text_tag("p"), text_tag("h")):
                found += self._paragraph(child)
            elif child.tag == text_tag("list"):
                self._group += 1
                found += self._list(child, self._numbering.started(child), 0)
            elif child.tag == table_tag("table"):
                found += self._table(child)
            elif child.tag in _CONTAINERS:
                found += self._within(child)
        return found

    def _paragraph(self, element: Element, marker: str = "", nested: bool = False) -> list[Block]:
        notes: list[Element] = []
        text = clean("".join(odf.pieces(element, notes)))
        level = self._level(element, text)
        if text and level:
            number = self._numbering.of_heading(element)
            found = [Block(" ".join(f"{number} {text}".split()), level)]
        elif text:
            kind = Block(f"{marker} {text}".strip(), kind="item" if nested else "paragraph")
            found = [replace(kind, group=self._group if nested else 0)]
        else:
            found = []
        bodies = [note.find(text_tag("note-body")) for note in notes]
        said = [" ".join(odf.plain(body).split()) if body is not None else "" for body in bodies]
        found += as_blocks(f"({number}) {note}" for number, note in enumerate(said, 1) if note)
        for frame in odf.frames(element):
            found += self._within(frame)
        return found

    def _level(self, element: Element, text: str) -> int:
        if self._named(element) in _TITLES[:1] and text:
            self._has_title = True
            return 1
        if element.tag == text_tag("h"):
            level = element.get(text_tag("outline-level"), "1")
            return (int(level) if level.isdecimal() else 1) + self._has_title
        may_head = 3 <= len(text) <= _MAX_BOLD_HEADING and not text.endswith((".", ",", ";")) and "\n" not in text
        in_list = next(element.iterancestors(text_tag("list-item"), table_tag("table-cell")), None) is not None
        return 9 if self._bold_is_heading and may_head and not in_list and self._is_bold(element) else 0

    def _named(self, element: Element) -> str:
        """The style that a person gave it; what programs make of it for one paragraph has that as its parent."""
        name = element.get(text_tag("style-name"), "")
        for _depth in range(odf.MAX_DEPTH):
            style = self._styles.get(name)
            parent = style.get(tag("style", "parent-style-name"), "") if style is not None else ""
            if name in _TITLES or not parent:
                return name
            name = parent
        return name

    def _is_bold(self, element: Element) -> bool:
        if odf.is_bold(self._styles.get(element.get(text_tag("style-name"), ""))):
            return True
        spans = [span for span in element if "".join(span.itertext()).strip()]
        loose = "".join([element.text or "", *(span.tail or "" for span in element)]).strip()
        return bool(spans) and not loose and all(self._is_bold_span(span) for span in spans)

    def _is_bold_span(self, span: Element) -> bool:
        return span.tag == text_tag("span") and odf.is_bold(self._spans.get(span.get(text_tag("style-name"), "")))

    def _list(self, element: Element, name: str, depth: int) -> list[Block]:
        found: list[Block] = []
        for item in element:
            marker = self._numbering.marker(name, depth) if item.tag == text_tag("list-item") else " "
            for child in item if depth < odf.MAX_DEPTH else ():
                if child.tag in (text_tag("p"), text_tag("h")):
                    found += self._paragraph(child, marker, nested=True)
                    marker = ""
                elif child.tag == text_tag("list"):
                    found += self._list(child, self._numbering.started(child, name), depth + 1)
        return found

    def _table(self, element: Element) -> list[Block]:
        rows = [
            row
            for row in element.iter(table_tag("table-row"))
            if next(row.iterancestors(table_tag("table"))) is element
        ]
        cells = [
            [cell for cell in row if cell.tag in (table_tag("table-cell"), table_tag("covered-table-cell"))]
            for row in rows
        ]
        if all(len(row) <= 1 for row in cells):
            # It only frames the text.
            return [block for row in cells for cell in row for block in self._within(cell)]
        header_rows = len(list(takewhile(lambda row: row.getparent().tag == table_tag("table-header-rows"), rows)))
        grid = self._grid(cells)
        if not header_rows and len(grid) > 1 and self._heads(cells, grid):
            header_rows = 1
        self._group += 1
        return list(as_blocks(tables.as_lines(grid, header_rows), "row", self._group))

    def _grid(self, cells: list[list[Element]]) -> list[list[str]]:
        """A cell that spans rows or columns is read in each; what spans a whole row is no value of its columns."""
        grid: list[list[str]] = []
        spans: dict[tuple[int, int], str] = {}
        for line, row in enumerate(cells):
            texts: list[str] = []
            own = sum(cell.tag == table_tag("table-cell") for cell in row)
            for cell in row:
                count = odf.repeated(cell, "number-columns-repeated", _MAX_COLUMNS)
                if cell.tag != table_tag("table-cell"):
                    texts += [spans.get((line, len(texts) + column), "") for column in range(count)]
                    continue
                text = " ".join(block.text for block in self._within(cell))
                across = odf.repeated(cell, "number-columns-spanned", _MAX_COLUMNS) if own > 1 else 1
                for down in range(odf.repeated(cell, "number-rows-spanned", len(cells) - line)):
                    spans |= {(line + down, len(texts) + column): text for column in range(across)}
                texts += [text] * count
            grid.append(texts)
        return grid

    def _heads(self, cells: list[list[Element]], grid: list[list[str]]) -> bool:
        """The first row names the columns: in bold, alone of all, or as any first row of names does."""
        bold = [
            [self._is_bold(one) for cell in row for one in cell.iter(text_tag("p")) if odf.plain(one)] for row in cells
        ]
        if bold[0] and all(bold[0]) and not all(all(row) for row in bold[1:]):
            return len(cells[0]) > 1
        return table_headers.looks_like_header(grid)

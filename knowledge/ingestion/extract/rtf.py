"""Rich text (.rtf): headings by style, lists with their marks, tables row by row, footnotes below their mention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from knowledge.ingestion.extract import table_headers, tables
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.errors import Broken, NoText
from knowledge.ingestion.extract.rtf_parts import Paragraph, TableRow
from knowledge.ingestion.extract.rtf_reader import Reader
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title

_MAX_BOLD_HEADING = 110
_MAX_BOLD_SHARE = 0.4
"""of a document's paragraphs: where more are bold, bold says nothing"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    reader = Reader()
    try:
        reader.read(data)
    except RecursionError as error:
        raise Broken(str(error)) from error
    blocks = typed(_blocks(reader.parts))
    if not blocks:
        raise NoText
    margins = as_blocks(dict.fromkeys(map(clean, reader.margins)))
    return ExtractedDocument(DocumentMetadata(title=find_title(blocks, clean(reader.title))), blocks, margins=margins)


def _blocks(parts: Sequence[Paragraph | TableRow]) -> list[Block]:
    paragraphs = [part for part in parts if isinstance(part, Paragraph)]
    bold = sum(paragraph.bold for paragraph in paragraphs)
    bold_is_heading = bold <= _MAX_BOLD_SHARE * len(paragraphs)
    found: list[Block] = []
    for group, (kind, run) in enumerate(groupby(parts, _kind), 1):
        if kind == "table":
            rows = [part for part in run if not isinstance(part, Paragraph)]
            found += as_blocks(tables.as_lines(_grid(rows), _header_rows(rows)), "row", group)
            continue
        for part in run:
            if isinstance(part, Paragraph):
                found += _told(part, group if kind == "list" else 0, bold_is_heading)
    return found


def _kind(part: Paragraph | TableRow) -> str:
    if not isinstance(part, Paragraph):
        return "table"
    return "list" if part.marker and not part.level else "text"


def _told(paragraph: Paragraph, group: int, bold_is_heading: bool) -> Iterator[Block]:
    text = clean(f"{_mark(paragraph.marker)} {paragraph.text}")
    may_head = 3 <= len(text) <= _MAX_BOLD_HEADING and not text.endswith((".", ",", ";")) and "\n" not in text
    level = paragraph.level or (9 if paragraph.bold and bold_is_heading and may_head and not group else 0)
    if text:
        yield Block(text, level, kind="item" if group else "paragraph", group=group)
    yield from as_blocks(f"({number}) {note}" for number, note in enumerate(paragraph.notes, 1) if note)


def _mark(marker: str) -> str:
    """A sign that is no letter and no figure is a bullet, whatever the font shows for it."""
    text = clean(marker)
    return text if not text or any(map(str.isalnum, text)) else "-"


def _grid(rows: Sequence[TableRow]) -> list[list[str]]:
    grid: list[list[str]] = []
    for row in rows:
        texts: list[str] = []
        for cell in row:
            if cell.goes_on == "down" and grid and len(texts) < len(grid[-1]):
                texts.append(grid[-1][len(texts)])
            elif cell.goes_on == "across" and texts:
                alone = all(other.goes_on == "across" for other in row[1:])
                texts.append("" if alone else texts[-1])
            else:
                texts.append(clean(cell.text))
        grid.append(texts)
    return grid


def _header_rows(rows: Sequence[TableRow]) -> int:
    bold = [all(cell.bold for cell in row if cell.text.strip()) for row in rows]
    if len(rows) > 1 and len(rows[0]) > 1 and bold[0] and not all(bold[1:]):
        return 1
    return int(table_headers.looks_like_header(_grid(rows)))

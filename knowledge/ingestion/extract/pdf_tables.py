"""Ruled tables of a PDF: their cells filled with the text of the page, their headers found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pdfplumber import table as plumber

from knowledge.ingestion.extract import tables
from knowledge.ingestion.layout.lines import Glyph, Line, Style, join_side_by_side, lines

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1"""
_SAME_COLUMN = 3.0


@dataclass(frozen=True)
class Table:
    box: Box
    rows: tuple[tuple[str, ...], ...]
    header_rows: int
    header_column: bool
    edges: tuple[float, ...]
    """where the columns of its fullest row start"""
    page: int


def find(ruled: Iterable[plumber.Table], glyphs: Sequence[Glyph], number: int) -> list[Table]:
    """Tables of two columns and rows at least; frames around text are none."""
    found = [_read(table, glyphs, number) for table in ruled]
    return [table for table in found if table is not None]


def outside(glyphs: list[Glyph], found: Sequence[Table]) -> list[Glyph]:
    """What stands in no table."""
    if not found:
        return glyphs
    held = {id(glyph) for table in found for glyph in _within(table.box, glyphs)}
    return [glyph for glyph in glyphs if id(glyph) not in held]


def as_lines(pages: Sequence[Sequence[Table]]) -> list[list[Line]]:
    """Each table as one line that holds its rows; a table that goes on from the page before keeps its headers."""
    placed: list[list[Line]] = []
    last: Table | None = None
    number = 0
    for found in pages:
        placed.append([])
        for table in found:
            whole = _with_header_of(last, table)
            number += whole is table
            rows = tuple(tables.as_lines(whole.rows, whole.header_rows, whole.header_column))
            placed[-1].append(Line(" ".join(rows), *whole.box, Style(0.0, False), whole.page, rows, number))
            last = whole
    return placed


def _read(table: plumber.Table, glyphs: Sequence[Glyph], number: int) -> Table | None:
    box: Box = table.bbox  # pdfplumber makes it anew each time, from all the cells
    inside = _within(box, glyphs)
    rows: list[tuple[str, ...]] = []
    bold: list[list[bool]] = []
    for row in table.rows:
        beside = _within(row.bbox, inside)
        cells = [_cell(cell, beside) for cell in row.cells]
        if any(text for text, _bold in cells):
            rows.append(tuple(text for text, _bold in cells))
            bold.append([heavy for text, heavy in cells if text])
    columns = max((sum(bool(cell) for cell in row) for row in rows), default=0)
    if len(rows) < 2 or columns < 2:
        return None
    header_rows, header_column = _headers(rows, bold)
    fullest = max(table.rows, key=lambda row: sum(cell is not None for cell in row.cells))
    edges = tuple(cell[0] for cell in fullest.cells if cell is not None)
    return Table(box, tuple(rows), header_rows, header_column, edges, number)


def _cell(box: Box | None, glyphs: Sequence[Glyph]) -> tuple[str, bool]:
    """The text of a cell, and whether all of it is bold."""
    if box is None:
        return "", False
    found = join_side_by_side(lines(_within(box, glyphs), 0))
    return " ".join(line.text for line in found), bool(found) and all(line.style.bold for line in found)


def _headers(rows: Sequence[Sequence[str]], bold: Sequence[Sequence[bool]]) -> tuple[int, bool]:
    """How many rows of headers there are, and whether each row starts with its own."""
    first_bold, rest_bold = all(bold[0]), any(all(row) for row in bold[1:])
    column_bold = all(row and row[0] and not all(row) for row in bold)
    if column_bold:
        return 0, True
    if first_bold and not rest_bold:
        return 1, False
    return int(tables.looks_like_header(rows)), False


def _with_header_of(last: Table | None, table: Table) -> Table:
    """`table` with the headers of the one before, if it goes on with it on the next page."""
    if last is None or not last.header_rows or table.page != last.page + 1 or not _same_columns(last, table):
        return table
    header = last.rows[: last.header_rows]
    if table.rows[: last.header_rows] == header:
        return replace(table, header_rows=last.header_rows)
    if table.header_rows and table.rows[0] != header[0] and table.box[1] > 200:
        return table
    return replace(table, rows=(*header, *table.rows), header_rows=last.header_rows, header_column=False)


def _same_columns(first: Table, second: Table) -> bool:
    if len(first.edges) != len(second.edges):
        return False
    return all(abs(a - b) <= _SAME_COLUMN for a, b in zip(first.edges, second.edges, strict=True))


def _within(box: Box, glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Those whose middle is in the box."""
    left, top, right, bottom = box
    return [
        glyph
        for glyph in glyphs
        if top <= (glyph.y0 + glyph.y1) / 2 <= bottom and left <= (glyph.x0 + glyph.x1) / 2 <= right
    ]

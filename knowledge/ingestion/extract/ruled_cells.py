"""What the cells of a ruled table say, those that span others filled in, and the rows within a ruled one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pdfplumber import table as plumber

from knowledge.ingestion.extract.merged_cells import Merged
from knowledge.ingestion.labels import is_label
from knowledge.ingestion.layout.banded import COLUMN_GAP
from knowledge.ingestion.layout.lines import Glyph, Line, join_side_by_side, lines, runs
from knowledge.ingestion.structure import MARKER, PAIR

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1"""
NO_VALUE = "–"
"""of a label that was left without one"""
_MIN_LABELS = 3
"""with values, to tell what labels of a sheet look like"""
_SAME_COLUMN = 3.0
_MAX_VALUE = 14
"""letters of a value that is never broken over lines"""
_FEW_COLUMNS = 3
_MAX_VALUE_OF_FEW = 24
"""the same in so few columns, where no timetable stands"""
_MIN_ROWS = 4
"""of lines side by side in a row without rules between them, from which on they are rows themselves"""


@dataclass
class Texts:
    """What the rows of a ruled table say."""

    rows: list[tuple[str, ...]] = field(default_factory=list)
    """what spans columns of the header said in each"""
    plain: list[tuple[str, ...]] = field(default_factory=list)
    """the same said once"""
    bold: list[list[bool]] = field(default_factory=list)
    """of the cells with text"""
    boxes: list[int] = field(default_factory=list)
    """how many cells each row has, with text or without"""
    read: set[int] = field(default_factory=set)
    """the ids of the glyphs"""

    def of_sheet(self) -> list[tuple[str, ...]]:
        """The rows of a sheet, where a label that was left without a value is no title of what stands below it: it
        looks like the labels that have one, and its cell ends where theirs do."""
        looks = [
            (row[0].isupper(), heavy[0]) if row[0] else None for row, heavy in zip(self.plain, self.bold, strict=True)
        ]
        with_value = Counter(look for look, row in zip(looks, self.plain, strict=True) if look and any(row[1:]))
        usual, count = with_value.most_common(1)[0] if with_value else (None, 0)
        return [
            (row[0], NO_VALUE, *row[2:])
            if count >= _MIN_LABELS and boxes > 1 and look == usual and not any(row[1:])
            else row
            for look, boxes, row in zip(looks, self.boxes, self.plain, strict=True)
        ]


def texts(table: plumber.Table, merged: Merged, inside: Sequence[Glyph]) -> Texts:
    found = Texts()
    known: dict[Box, str] = {}
    enclosed = {id(glyph) for cell in table.cells for glyph in within(cell, inside)}
    free = [glyph for glyph in inside if id(glyph) not in enclosed]
    for row in table.rows:
        beside = within(row.bbox, inside)
        held = _unparted(row, fullest(table), beside) or [
            within(cell, beside) if cell else within(_open_cell(row, whole), free)
            for cell, whole in zip(row.cells, fullest(table).cells, strict=True)
        ]
        found.read.update(id(glyph) for glyphs_of_cell in held for glyph in glyphs_of_cell)
        parts = _rows([join_side_by_side(lines(glyphs_of_cell, 0)) for glyphs_of_cell in held])
        for cells in parts:
            if any(cells):
                own = tuple(map(cell_text, cells))
                known |= {cell: text for cell, text in zip(row.cells, own, strict=True) if cell}
                is_whole = len(parts) == 1
                found.rows.append(merged.filled(row, own, known) if is_whole else own)
                found.plain.append(merged.filled(row, own, known, has_headers=False) if is_whole else own)
                found.boxes.append(sum(cell is not None for cell in row.cells))
                found.bold.append([all(line.style.bold for line in cell) for cell in cells if cell])
    return found


def fullest(table: plumber.Table) -> plumber.Row:
    return max(table.rows, key=lambda row: sum(cell is not None for cell in row.cells))


def _unparted(row: plumber.Row, whole: plumber.Row, inside: Sequence[Glyph]) -> list[list[Glyph]]:
    """What stands in each column of a row that no upright rule parts, as in every second row of some styles; `whole` is
    a row with all columns. Empty where its text does not stand apart as theirs does."""
    columns = [cell for cell in whole.cells if cell]
    if sum(cell is not None for cell in row.cells) > 1 or len(columns) < len(whole.cells) or len(columns) < 2:
        return []
    held: list[list[Glyph]] = [[] for _column in columns]
    for run in runs(inside, COLUMN_GAP):
        left, right = run[0].x0, run[-1].x1
        place = next((n for n, (x0, _y0, x1, _y1) in enumerate(columns) if x0 - 1 <= left and right <= x1 + 1), None)
        if place is None:
            return []
        held[place] += run
    return held if sum(map(bool, held)) >= max(2, len(columns) - 1) else []


def _open_cell(row: plumber.Row, whole: Box | None) -> Box:
    """Where a row's cell stands that its rules do not close, as at the end of a page; `whole` is one of its column."""
    return (whole[0], row.bbox[1], whole[2], row.bbox[3]) if whole else (0.0, 0.0, 0.0, 0.0)


def _rows(cells: list[list[Line]]) -> list[list[list[Line]]]:
    """The rows within a ruled one: where only the header is ruled, the lines of its columns stand side by side."""
    longest = _MAX_VALUE if len(cells) > _FEW_COLUMNS else _MAX_VALUE_OF_FEW
    short = [cell for cell in cells if len(cell) >= _MIN_ROWS and max(len(line.text) for line in cell) <= longest]
    most = max(short, key=len, default=[])
    if sum(len(cell) == len(most) for cell in short) < 2:
        return [cells]
    tops = [line.y0 - _SAME_COLUMN for line in most]
    placed = [[max(bisect_right(tops, line.y0) - 1, 0) for line in cell] for cell in cells]
    rows = [
        [
            [line for line, place in zip(cell, places, strict=True) if place == row]
            for cell, places in zip(cells, placed, strict=True)
        ]
        for row in range(len(most))
    ]
    # One label beside all of them is that of each.
    return [[cells[0], *row[1:]] for row in rows] if len(cells[0]) == 1 else rows


def cell_text(cell: Sequence[Line]) -> str:
    """Its lines joined, items and labels on lines of their own."""
    text = ""
    for line in cell:
        starts = MARKER.match(line.text) or PAIR.fullmatch(line.text) or is_label(line.text)
        text += ("\n" if starts else " ") + line.text
    return text.strip()


def within(box: Box, glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Those whose middle is in the box."""
    left, top, right, bottom = box
    return [
        glyph
        for glyph in glyphs
        if top <= (glyph.y0 + glyph.y1) / 2 <= bottom and left <= (glyph.x0 + glyph.x1) / 2 <= right
    ]

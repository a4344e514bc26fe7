"""Tables without rules on a page: lines whose pieces stand in the same columns, one below the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median

from knowledge.ingestion.layout import centred
from knowledge.ingestion.layout.lines import Line
from knowledge.ingestion.structure import MARKER, PAIR

MIN_ROWS = 3
"""with text in several columns"""
_MAX_GAP = 2.6
"""from one line to the next, in heights of a line"""
_WRAPPED = 0.85
"""of the usual way from one row to the next: a line that comes sooner goes on with the row before"""
_JUMP = 0.3
"""in heights of a line: gaps between rows are wider by it than those within cells"""
_BESIDE = 0.45
"""of the height of a line: what stands in the middle of two lines is beside the first"""
_IN_CELL = 0.6
"""in heights of a line: from one line of a cell to the next"""
_SLACK = 2.0
"""points"""
_PROSE = 0.25
"""of a column's lines begin in small letters: from this share on they are running text"""
_MOSTLY = 0.6
_MAX_LETTERS = 40
"""of a line in a cell, in all columns but one"""
_MAX_LABEL = 25
"""letters of what names a text beside it, in two columns"""
_MAX_LINES = 8
"""of a cell: the sheets of a calendar and pictures with text have more"""
_LEADERS = re.compile(r"(?:[.·…] ?){4}")
_WEEK = re.compile(r"(?:\d{1,2}\s+){3,}\d{1,2}")
_VALUE = re.compile(r"[\d@%€]")
_MARK = re.compile(r"[\[(]?\w{1,3}[\])]?[.)º°ª]?")
_MAX_LEVELS = 300
"""heights at which text stands on a page: plans and maps have more, and no tables"""
_LONG_RUN = 60
"""levels: where more are no table, not each of them is tried as the first of one"""

Stretch = tuple[float, float]
"""of the page's width, in points"""
Cells = tuple[tuple[Line, ...], ...]
"""the lines of each column in a row, from the top down"""


@dataclass(frozen=True)
class Found:
    rows: tuple[Cells, ...]
    lefts: tuple[float, ...]
    """where the columns begin"""

    @property
    def lines(self) -> list[Line]:
        return [line for row in self.rows for cell in row for line in cell]


def find(lines: Sequence[Line]) -> Iterator[Found]:
    """`lines` are the pieces of text of a page, as `layout.lines.lines` parts them."""
    levels = _levels(lines)
    start = taken = 0
    while start < len(levels) <= _MAX_LEVELS:
        run = _with_header(_run(levels[start:]), levels[taken:start])
        columns = merged([stretch for level in run for stretch in stretches(level)])
        rows = tuple(_rows(run, columns)) if _are_rows(run, columns) else ()
        if len(rows) >= MIN_ROWS and are_filled(rows):
            yield Found(rows, tuple(left for left, _right in columns))
            start = taken = levels.index(run[-1]) + 1
        else:
            start += max(1, len(run) // _LONG_RUN)


def _levels(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines at the same height, from the top down; those of a level from the left."""
    levels: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.y0 + line.y1, line.x0)):
        first = levels[-1][0] if levels else None
        if first and min(first.y1, line.y1) - max(first.y0, line.y0) > _BESIDE * min(first.height, line.height):
            levels[-1].append(line)
        else:
            levels.append([line])
    return [sorted(level, key=lambda line: line.x0) for level in levels]


def _run(levels: Sequence[list[Line]]) -> list[list[Line]]:
    """The first levels that leave the same columns free between them; it begins with one of several pieces."""
    if len(levels[0]) < 2:
        return []
    run = [levels[0]]
    columns = merged(stretches(levels[0]))
    for level in levels[1:]:
        last = run[-1]
        more = merged([*columns, *stretches(level)])
        is_near = level[0].y0 - last[0].y0 <= _MAX_GAP * max(level[0].height, last[0].height)
        if not is_near or len(more) < len(columns):
            break
        run.append(level)
        columns = more
    while len(run) > 1 and len(run[-1]) < 2 and not _is_below(run[-1][0], run[-2], columns[0][1]):
        run.pop()
    return run


def _with_header(run: list[list[Line]], above: Sequence[list[Line]]) -> list[list[Line]]:
    """With what stands above its first level, beside the first column, as close as the lines of a cell do."""
    whole = run
    for level in reversed(above):
        first = whole[0] if whole else []
        columns = merged([stretch for one in whole for stretch in stretches(one)])
        is_close = bool(first) and first[0].y0 - level[0].y1 < _IN_CELL * level[0].height
        is_beside = bool(columns) and level[0].x0 > columns[0][1]
        if len(level) > 1 or not is_close or not is_beside or len(merged([*columns, *stretches(level)])) < len(columns):
            break
        whole = [level, *whole]
    return whole


def _is_below(line: Line, level: Sequence[Line], labels: float) -> bool:
    """Whether a single line at the end of a table goes on with one of its cells or stands beside it; `labels` is where
    the first column ends."""
    beside = max(one.y1 for one in level) > line.y0
    cells = [one for one in level if one.x0 > labels] or level
    return beside or line.text[:1].islower() or min(abs(line.x0 - one.x0) for one in cells) <= _SLACK


def stretches(level: Sequence[Line]) -> list[Stretch]:
    return [(line.x0, line.x1) for line in level]


def merged(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Those that overlap as one: the columns that no blank parts from the top to the bottom."""
    columns: list[Stretch] = []
    for left, right in sorted(stretches):
        if columns and left < columns[-1][1] + _SLACK:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _are_rows(run: Sequence[Sequence[Line]], columns: Sequence[Stretch]) -> bool:
    """And no columns of running text, no lists or fields side by side, no table of contents."""
    parted = [level for level in run if len(level) > 1]
    if len(columns) < 2 or len(parted) < MIN_ROWS:
        return False
    if sum(bool(_LEADERS.search(level[0].text)) for level in run) > (1 - _MOSTLY) * len(run):
        return False
    by_column = [[line for level in run for line in level if left <= line.x0 <= right] for left, right in columns]
    if sum(map(_is_prose, by_column)) > 1 or sum(map(_is_list, by_column)) > 1:
        return False
    return len(columns) > 2 or _are_values(*by_column)


def are_filled(rows: Sequence[Cells]) -> bool:
    """Every column in half of the rows, all but one by short lines, and few of them in a cell; labels of several
    columns are short."""
    by_column = list(zip(*rows, strict=True))
    if not all(map(any, by_column)):
        return False
    long = [median(len(line.text) for cell in column for line in cell) > _MAX_LETTERS for column in by_column]
    if sum(long) > 1 or (long[0] and len(long) > 2) or any(map(_are_weeks, by_column)):
        return False
    if max(len(cell) for row in rows for cell in row) > _MAX_LINES:
        return False
    return all(2 * sum(map(bool, column)) >= len(rows) for column in by_column)


def _is_prose(column: Sequence[Line]) -> bool:
    return sum(line.text[:1].islower() for line in column) > _PROSE * len(column)


def _is_list(column: Sequence[Line]) -> bool:
    """Of items, or of labels with their values."""
    marked = sum(bool(MARKER.match(line.text) or PAIR.fullmatch(line.text)) for line in column)
    return marked > _MOSTLY * len(column)


def _are_weeks(column: Sequence[Sequence[Line]]) -> bool:
    """Of a sheet of a calendar."""
    return 2 * sum(bool(_WEEK.fullmatch(" ".join(line.text for line in cell))) for cell in column) > len(column)


def _are_values(labels: Sequence[Line], values: Sequence[Line]) -> bool:
    """Two columns are a table where one names what the other says: with colons or bold, words beside numbers, or dates
    and hours beside words."""
    announced = sum(line.text.rstrip().endswith(":") for line in labels)
    if announced >= _MOSTLY * len(labels):
        return True
    with_values, named_by_values = (sum(bool(_VALUE.search(line.text)) for line in side) for side in (values, labels))
    if with_values >= _MOSTLY * len(values):
        return named_by_values <= (1 - _MOSTLY) * len(labels)
    if _are_marks(labels) or median(len(line.text) for line in labels) > _MAX_LABEL:
        return False
    return named_by_values >= _MOSTLY * len(labels) or _are_bold_beside(labels, values)


def _are_bold_beside(labels: Sequence[Line], values: Sequence[Line]) -> bool:
    return all(line.style.bold for line in labels) and sum(line.style.bold for line in values) < _PROSE * len(values)


def _are_marks(labels: Sequence[Line]) -> bool:
    """Of items, notes or references."""
    return sum(bool(_MARK.fullmatch(line.text)) for line in labels) > (1 - _MOSTLY) * len(labels)


def _rows(run: Sequence[Sequence[Line]], columns: Sequence[Stretch]) -> Iterator[Cells]:
    """Cells that are wrapped become whole: what stands in them over several lines is of one row."""
    levels = [[[line for line in level if left <= line.x0 <= right] for left, right in columns] for level in run]
    if centrally := centred.rows(levels):
        yield from centrally
        return
    rows: list[list[list[Line]]] = []
    side_by_side = 2 * sum(len(level) > 1 for level in run) >= len(run)
    begins = _apart(run, levels) or (_begun(run, levels) if side_by_side else [False] * len(run))
    for cells, is_first in zip(levels, begins, strict=True):
        if is_first or not rows:
            rows.append(cells)
        else:
            rows[-1] = [[*cell, *more] for cell, more in zip(rows[-1], cells, strict=True)]
    for row in rows:
        yield tuple(map(tuple, row))


def _apart(run: Sequence[Sequence[Line]], levels: Sequence[Sequence[Sequence[Line]]]) -> list[bool]:
    """Which levels begin a row, told by wider gaps above them; empty where the gaps do not tell."""
    bottoms = list(accumulate((max(line.y1 for line in level) for level in run), max))
    gaps = [min(line.y0 for line in level) - bottom for bottom, level in zip(bottoms, run[1:], strict=False)]
    least = _JUMP * median(line.height for level in run for line in level)
    for narrow, wide in pairwise(sorted(gap for gap in gaps if gap > 0)):
        begins = [True, *(gap >= wide for gap in gaps)]
        if wide - narrow >= least and _all_named(begins, levels):
            return begins
    return []


def _all_named(begins: Sequence[bool], levels: Sequence[Sequence[Sequence[Line]]]) -> bool:
    """Whether each row but the first has something in the first column."""
    rows = list(accumulate(begins))
    named = {row for row, cells in zip(rows, levels, strict=True) if cells[0]}
    return rows[-1] >= MIN_ROWS and len(named | {1}) == rows[-1]


def _begun(run: Sequence[Sequence[Line]], levels: Sequence[Sequence[Sequence[Line]]]) -> list[bool]:
    """The same by what stands in the first column, and by how soon a level follows."""
    tops = [level[0].y0 for level, cells in zip(run, levels, strict=True) if cells[0] and len(level) > 1]
    usual = median(below - above for above, below in pairwise(tops)) if len(tops) > 1 else 0.0
    soon = [False, *(below[0].y0 - above[0].y0 < _WRAPPED * usual for above, below in pairwise(run))]
    return [not _goes_on(cells, is_close) for cells, is_close in zip(levels, soon, strict=True)]


def _goes_on(cells: Sequence[Sequence[Line]], is_close: bool) -> bool:
    """Below a row: without what rows begin with, or one cell alone that goes on."""
    if not cells[0]:
        return True
    return sum(map(bool, cells)) == 1 and (is_close or cells[0][0].text[:1].islower())

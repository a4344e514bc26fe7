"""Labels set in the middle of the rows that they are of, as LaTeX's multirow sets them: each row gets its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from knowledge.ingestion.layout.lines import Line

MIN_COLUMNS = 3
"""One that is named, and two that tell a row from a line that goes on with it."""
_OFF = 0.4
"""of the way from a row to the next: a label stands no farther from the middle of its rows"""
_WORTH = 0.1
"""of that way: so much farther from the middles of their rows labels may be, to be one more"""
_IN_CELL = 0.6
"""in heights of a line: from one line of a label to the next"""
_BETWEEN = 0.25
"""of that way: a label as far from every row stands between two"""
_LEVEL = 0.3
"""of the height of a line: feet of one line of print differ by no more, for raised figures change its top"""
_MAX_ROWS = 60
_MAX_LINES = 4
"""of a label"""

_VALUE = re.compile(r"[\d@%€]")

Cells = tuple[tuple[Line, ...], ...]


class _Group(NamedTuple):
    """Lines of a label and the rows that it is in the middle of; those at the ends are not among them."""

    label: int
    label_end: int
    row: int
    row_end: int


@dataclass(frozen=True)
class _Row:
    middle: float
    cells: Cells
    """without the labels; the first is empty"""


def rows(levels: Sequence[Sequence[Sequence[Line]]]) -> list[Cells]:
    """The lines of each column at each height, first column first → rows, each with the label in whose middle part it
    stands; none where labels stand beside the first of their rows, as they do as a rule."""
    if len(levels[0]) < MIN_COLUMNS:
        return []
    labels = [line for cells in levels for line in cells[0]]
    found = list(_unlabelled(levels))
    if not MIN_COLUMNS <= len(found) <= _MAX_ROWS or not labels or len(labels) > 2 * len(found):
        return []
    middles = [row.middle for row in found]
    step = min(below - above for above, below in pairwise(middles))
    if step <= 0 or not _has_centred(labels, middles, step):
        return []
    groups = _groups(labels, middles, step)
    if not any(group.row_end - group.row > 1 for group in groups[1:]) or not _has_values(found[groups[0].row_end :]):
        return []
    labelled = [list(_labelled(labels[one.label : one.label_end], found[one.row : one.row_end])) for one in groups]
    if not any(_VALUE.search(line.text) for row in labelled[0] for cell in row for line in cell):
        labelled[0] = [(tuple(labels[: groups[0].label_end]), *_joined(labelled[0])[1:])]  # headers of several lines
    return [row for group in labelled for row in group]


def _unlabelled(levels: Sequence[Sequence[Sequence[Line]]]) -> Iterator[_Row]:
    """A height at which two columns say something begins a row; what follows with one goes on with its cell."""
    row: _Row | None = None
    for lines in _on_lines(levels):
        cells: Cells = tuple(tuple(line for place, line in lines if place == at) for at in range(len(levels[0])))
        if row is not None and sum(map(bool, cells)) < 2:
            row = _Row(row.middle, _joined([row.cells, cells]))
            continue
        if row:
            yield row
        row = _Row(sum(_middle(line) for _place, line in lines) / len(lines), cells)
    if row:
        yield row


def _on_lines(levels: Sequence[Sequence[Sequence[Line]]]) -> Iterator[list[tuple[int, Line]]]:
    """Those on one line of print, with their columns, from the top down; labels between two lines part none."""
    placed = [(at, line) for cells in levels for at, cell in enumerate(cells) if at for line in cell]
    level: list[tuple[int, Line]] = []
    for at, line in sorted(placed, key=lambda one: (one[1].y1, one[0])):
        if level and line.y1 - level[0][1].y1 > _LEVEL * line.height:
            yield level
            level = []
        level.append((at, line))
    if level:
        yield level


def _has_centred(labels: Sequence[Line], found: Sequence[float], step: float) -> bool:
    """Whether the first row below the header has none beside it, or a label stands between two rows."""
    alone = all(abs(_middle(label) - found[1]) > _BETWEEN * step for label in labels)
    return alone or any(min(abs(_middle(label) - row) for row in found) > _BETWEEN * step for label in labels)


def _has_values(found: Sequence[_Row]) -> bool:
    """Whether a column has a figure in each row: in a timetable, what stands beside an hour are the lines of a cell."""
    columns = zip(*(row.cells for row in found), strict=True)
    return any(all(any(_VALUE.search(line.text) for line in cell) for cell in column) for column in columns)


def _groups(labels: Sequence[Line], found: Sequence[float], step: float) -> list[_Group]:
    """Which rows each label is in the middle of, so that nothing is left over; of all ways the one with the labels
    nearest to the middle, of like ones that with the most labels. None where they do not come out even."""

    @cache
    def best(label: int, row: int) -> tuple[float, tuple[_Group, ...]] | None:
        if label == len(labels) or row == len(found):
            return (0.0, ()) if label == len(labels) and row == len(found) else None
        options = []
        for end in range(label + 1, min(label + _MAX_LINES, len(labels)) + 1):
            if end > label + 1 and labels[end - 1].y0 - labels[end - 2].y1 > _IN_CELL * labels[label].height:
                break
            middle = (labels[label].y0 + labels[end - 1].y1) / 2
            for last in range(row + 1, len(found) + 1):
                off = ((found[row] + found[last - 1]) / 2 - middle) / step
                if off > _OFF:
                    break
                if off >= -_OFF and (rest := best(end, last)):
                    options.append((rest[0] + abs(off) - _WORTH, (_Group(label, end, row, last), *rest[1])))
        return min(options, default=None)

    whole = best(0, 0)
    return list(whole[1]) if whole else []


def _labelled(label: Sequence[Line], group: Sequence[_Row]) -> Iterator[Cells]:
    """What other columns say in the middle of the rows alone is of all of them, too."""
    middle = (group[0].middle + group[-1].middle) / 2
    columns = list(zip(*(row.cells for row in group), strict=True))[1:]
    said = [_shared(column, middle) if len(group) > 1 else () for column in columns]
    for row in group:
        yield (tuple(label), *(shared or cell for shared, cell in zip(said, row.cells[1:], strict=True)))


def _shared(column: Sequence[tuple[Line, ...]], middle: float) -> tuple[Line, ...]:
    (filled, *others) = [cell for cell in column if cell] or [()]
    if others or not filled:
        return ()
    height = filled[0].height
    return filled if abs((filled[0].y0 + filled[-1].y1) / 2 - middle) < _OFF * height else ()


def _joined(several: Sequence[Cells]) -> Cells:
    return tuple(tuple(line for cell in column for line in cell) for column in zip(*several, strict=True))


def _middle(line: Line) -> float:
    return (line.y0 + line.y1) / 2

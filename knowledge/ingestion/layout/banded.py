"""Tables whose rows level rules part, or stripes, and whose columns nothing does: what stands in a band is a row."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from knowledge.ingestion.layout.lines import MAX_PIECES, Line
from knowledge.ingestion.layout.unruled import MIN_ROWS, Cells, Found, Stretch, are_filled, merged, stretches

COLUMN_GAP = 0.8
"""in units of the letters' size: rules part the rows, so that the gaps need to part no more than columns"""
_LARGER = 1.15
_MAX_OPEN = 2.5
"""in heights of a line: of a row that no rule closes"""
_MAX_BAND = 140.0
"""points: what stands farther apart is no row"""


@dataclass(frozen=True)
class Bands:
    """What level rules of the same length part on a page."""

    x0: float
    x1: float
    rules: tuple[float, ...]
    """their heights, from the top down"""


def find(lines: Sequence[Line], drawn: Sequence[Bands], *, open_ended: bool) -> Iterator[Found]:
    """`lines` are the pieces of text of a page, parted at COLUMN_GAP; `open_ended` with a row above the first rule and
    below the last, for where rules stand between the rows only."""
    for bands in drawn if len(lines) <= MAX_PIECES else ():
        run: list[list[Line]] = []
        for band in [*_filled(lines, bands, open_ended=open_ended), []]:
            if band and _goes_on(run, band):
                run.append(band)
            else:
                yield from _table(run)
                run = [band] if len(band) > 1 else []


def _filled(lines: Sequence[Line], bands: Bands, *, open_ended: bool) -> Iterator[list[Line]]:
    """The lines of each band, and none between two tables; a title below a table's last row stands in none."""
    inside = [line for line in lines if bands.x0 <= (line.x0 + line.x1) / 2 <= bands.x1]
    rules = bands.rules
    if open_ended and inside:
        height = _MAX_OPEN * median(line.height for line in inside)
        usual = min(height, median(below - above for above, below in pairwise(rules)))
        rules = (rules[0] - usual, *rules, rules[-1] + usual)
    for top, bottom in pairwise(rules):
        held = [line for line in inside if top <= (line.y0 + line.y1) / 2 < bottom]
        row = [line for line in held if line.style.size <= _LARGER * min(one.style.size for one in held)]
        yield row if bottom - top <= _MAX_BAND and (len(row) > 1 or row == held) else []
        if len(row) < len(held):
            yield []


def _goes_on(run: Sequence[Sequence[Line]], band: Sequence[Line]) -> bool:
    """Whether it is a row of the table above it: no title, no header of another one, and what it says leaves the
    columns apart."""
    if not run or (len(band) == 1 and band[0].style.size > _LARGER * run[-1][0].style.size):
        return False
    if len(band) > 1 and _is_bold(band) and _is_bold(run[0]) and not all(map(_is_bold, run)):
        return False
    return len(_columns([*run, band])) >= max(2, min(len(merged(stretches(one))) for one in run[:2] if len(one) > 1))


def _columns(run: Sequence[Sequence[Line]]) -> list[Stretch]:
    """What no blank parts from the top to the bottom, whatever goes over several columns behind the first."""
    return merged(stretches([line for band in run for line in band if not _is_across(line, run[0])]))


def _is_across(line: Line, first: Sequence[Line]) -> bool:
    columns = merged(stretches(first))
    return line.x0 > columns[0][1] and sum(line.x0 < right and left < line.x1 for left, right in columns) > 1


def _is_bold(band: Sequence[Line]) -> bool:
    return all(line.style.bold for line in band)


def _table(run: Sequence[Sequence[Line]]) -> Iterator[Found]:
    lefts = tuple(left for left, _right in _columns(run)) if run else ()
    rows: list[Cells] = [_cells(band, lefts) for band in run]
    while rows and sum(map(bool, rows[-1])) < 2:
        rows.pop()
    if sum(sum(map(bool, row)) > 1 for row in rows) >= MIN_ROWS and are_filled(rows):
        yield Found(tuple(rows), lefts)


def _cells(band: Sequence[Line], lefts: Sequence[float]) -> Cells:
    """Each line in the column in which it begins."""
    places = [max(bisect_right(lefts, line.x0) - 1, 0) for line in band]
    return tuple(
        tuple(line for line, place in zip(band, places, strict=True) if place == column) for column in range(len(lefts))
    )

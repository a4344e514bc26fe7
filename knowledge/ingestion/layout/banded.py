"""Tables whose rows level rules part, or stripes, and whose columns nothing does: what stands in a band is a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from knowledge.ingestion.layout.lines import Line
from knowledge.ingestion.layout.unruled import MIN_ROWS, Cells, Found, are_filled, merged, stretches

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


def find(lines: Sequence[Line], drawn: Sequence[Bands]) -> Iterator[Found]:
    """`lines` are the pieces of text of a page, parted at COLUMN_GAP."""
    for bands in drawn:
        run: list[list[Line]] = []
        for band in [*_filled(lines, bands), []]:
            if band and _goes_on(run, band):
                run.append(band)
            else:
                yield from _table(run)
                run = [band] if len(band) > 1 else []


def _filled(lines: Sequence[Line], bands: Bands) -> Iterator[list[Line]]:
    """The lines of each band, and none between two tables; a title below a table's last row stands in none."""
    inside = [line for line in lines if bands.x0 <= (line.x0 + line.x1) / 2 <= bands.x1]
    # Where rules stand between the rows only, the first one has none above it, and the last one none below.
    letters = median(line.height for line in inside) if inside else 0.0
    usual = min(_MAX_OPEN * letters, median(below - above for above, below in pairwise(bands.rules)))
    for top, bottom in pairwise((bands.rules[0] - usual, *bands.rules, bands.rules[-1] + usual)):
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
    columns = merged([stretch for one in [*run, band] for stretch in stretches(one)])
    return len(columns) >= max(2, min(len(merged(stretches(one))) for one in run[:2] if len(one) > 1))


def _is_bold(band: Sequence[Line]) -> bool:
    return all(line.style.bold for line in band)


def _table(run: Sequence[Sequence[Line]]) -> Iterator[Found]:
    columns = merged([stretch for band in run for stretch in stretches(band)])
    rows: list[Cells] = [
        tuple(tuple(line for line in band if left <= line.x0 <= right) for left, right in columns) for band in run
    ]
    while rows and sum(map(bool, rows[-1])) < 2:
        rows.pop()
    if sum(sum(map(bool, row)) > 1 for row in rows) >= MIN_ROWS and are_filled(rows):
        yield Found(tuple(rows), tuple(left for left, _right in columns))

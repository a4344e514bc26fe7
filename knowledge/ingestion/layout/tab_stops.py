"""Lines parted where columns begin: a long label may end so near the next column that no gap parts them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.ingestion.layout.lines import MAX_PIECES, Glyph, Line, line_of

_MIN_GAP = 0.4
"""in units of the glyph's size: wider than a blank, narrower than what parts columns anywhere"""
_MIN_BEGINNING = 3
"""pieces right of others that begin a column together"""
_NEAR = 12.0
"""in heights of a line: as far above or below they may stand"""
_ALIGNED = 1.0
"""points"""


@dataclass(frozen=True)
class Parted:
    whole: Line
    parts: tuple[Line, ...]
    """the line itself, where no column begins within it"""


def parted(runs: Sequence[Sequence[Glyph]], page: int) -> list[Parted]:
    """`runs` are the glyphs of each line of a page, as `layout.lines.runs` parts them."""
    wholes = [line_of(run, page) for run in runs]
    if len(wholes) > MAX_PIECES:
        return [Parted(whole, (whole,)) for whole in wholes if whole.text]
    stops = sorted((line.x0, line.y0) for line in _beside_others(wholes))
    found = []
    for run, whole in zip(runs, wholes, strict=True):
        pieces = list(_pieces(run, stops, whole))
        parts = tuple(line_of(piece, page) for piece in pieces) if len(pieces) > 1 else (whole,)
        if whole.text:
            found.append(Parted(whole, parts))
    return found


def whole_again(lines: Sequence[Line], parted: Sequence[Parted]) -> list[Line]:
    """With lines whole that were parted, where all their parts are among `lines`."""
    left = set(map(id, lines))
    whole = [one for one in parted if len(one.parts) > 1 and left.issuperset(map(id, one.parts))]
    by_first = {id(one.parts[0]): one.whole for one in whole}
    others = {id(part) for one in whole for part in one.parts[1:]}
    return [by_first.get(id(line), line) for line in lines if id(line) not in others]


def _beside_others(lines: Sequence[Line]) -> Iterator[Line]:
    """Those with another one to their left."""
    ordered = sorted(lines, key=lambda line: line.y0)
    tops = [line.y0 for line in ordered]
    for line in lines:
        near = ordered[bisect_left(tops, line.y0 - line.height / 2) : bisect_right(tops, line.y0 + line.height / 2)]
        if any(one.x1 <= line.x0 for one in near):
            yield line


def _pieces(run: Sequence[Glyph], stops: Sequence[tuple[float, float]], whole: Line) -> Iterator[Sequence[Glyph]]:
    start = 0
    for place, (last, glyph) in enumerate(pairwise(run), 1):
        if glyph.x0 - last.x1 >= _MIN_GAP * glyph.style.size and _begins_column(glyph, stops, whole.height):
            yield run[start:place]
            start = place
    yield run[start:]


def _begins_column(glyph: Glyph, stops: Sequence[tuple[float, float]], height: float) -> bool:
    aligned = stops[bisect_left(stops, (glyph.x0 - _ALIGNED, 0.0)) : bisect_right(stops, (glyph.x0 + _ALIGNED, 0.0))]
    return sum(abs(y0 - glyph.y0) <= _NEAR * height for _x0, y0 in aligned) >= _MIN_BEGINNING

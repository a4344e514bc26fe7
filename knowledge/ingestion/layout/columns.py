"""The order in which the lines of a page are read: columns one after the other, between what crosses them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from knowledge.ingestion.layout import boxes
from knowledge.ingestion.layout.lines import Line, join_side_by_side

_MIN_LINES = 4
"""in each column"""
_STEP = 2.0
_SLACK = 2.0
# Lines of running text fill most of their column; cells of a table that has no rules do not.
_FILLED = 0.55
_FULL = 0.88
_PROSE = 0.2
_HALF = 0.8


def regions(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that are read together from the top down, in reading order."""
    gutter = _gutter(lines)
    if gutter is None:
        return _around_box(lines)
    crossing = sorted((line for line in lines if _crosses(line, gutter)), key=lambda line: line.y0)
    rest = [line for line in lines if not _crosses(line, gutter)]
    found: list[list[Line]] = []
    for barrier in crossing:
        above = [line for line in rest if _middle(line) < _middle(barrier)]
        rest = [line for line in rest if _middle(line) >= _middle(barrier)]
        if above or not found or not _crosses(found[-1][0], gutter):
            found += [*_sides(above, gutter), [barrier]]
        else:
            found[-1].append(barrier)
    found += _sides(rest, gutter)
    return [join_side_by_side(region) for region in found]


def _around_box(lines: Sequence[Line]) -> list[list[Line]]:
    """Of a page of one column, with what is set in two columns between its paragraphs."""
    found = boxes.find(lines)
    if found is None:
        return [join_side_by_side(lines)] if lines else []
    above, left, right, below = found
    return [*_around_box(above), *regions(left), *regions(right), *_around_box(below)]


def _sides(lines: Sequence[Line], gutter: float) -> list[list[Line]]:
    left = [line for line in lines if _center(line) < gutter]
    right = [line for line in lines if _center(line) >= gutter]
    return [region for side in (left, right) if side for region in regions(side)]


def _gutter(lines: Sequence[Line]) -> float | None:
    """The x between two columns, crossed by the fewest lines; None on a page of one column."""
    text = [line for line in lines if not line.rows]
    if len(text) < 2 * _MIN_LINES:
        return None
    left, right = min(line.x0 for line in text), max(line.x1 for line in text)
    steps = int((right - left) / _STEP)
    candidates = [left + _STEP * step for step in range(steps // 5, steps - steps // 5 + 1)]
    if not candidates:
        return None
    ends = [(line.x0, line.x1) for line in text]
    crossings = [sum([x0 < x - _SLACK and x1 > x + _SLACK for x0, x1 in ends]) for x in candidates]
    fewest = min(crossings)
    best = [x for x, count in zip(candidates, crossings, strict=True) if count == fewest]
    middle = (left + right) / 2
    x = min(best, key=lambda x: abs(x - middle))
    return x if _are_columns(text, x, fewest) else None


def _are_columns(lines: Sequence[Line], x: float, crossing: int) -> bool:
    left = [line for line in lines if line.x1 <= x + _SLACK]
    right = [line for line in lines if line.x0 >= x - _SLACK]
    if min(len(left), len(right)) < max(_MIN_LINES, crossing):
        return False
    sides = [(min(line.y0 for line in side), max(line.y1 for line in side)) for side in (left, right)]
    shared = min(bottom for _top, bottom in sides) - max(top for top, _bottom in sides)
    shortest = min(bottom - top for top, bottom in sides)
    if shared <= 0.3 * shortest:
        return False
    return all(map(_is_filled, (left, right))) or (_halves(left, right) and all(map(_has_prose, (left, right))))


def _is_filled(side: Sequence[Line]) -> bool:
    return median(line.width for line in side) >= _FILLED * _width(side)


def _width(side: Sequence[Line]) -> float:
    """Of a column, whatever a few lines do that stick out of it."""
    lefts, rights = sorted(line.x0 for line in side), sorted(line.x1 for line in side)
    few = len(side) // 20
    return rights[-1 - few] - lefts[few]


def _halves(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether the two sides are about as wide."""
    widths = [_width(left), _width(right)]
    return min(widths) > _HALF * max(widths)


def _has_prose(side: Sequence[Line]) -> bool:
    """Among lists and short lines, some that fill their column, as no table has in every column."""
    width = _width(side)
    return sum(line.width >= _FULL * width for line in side) >= _PROSE * len(side)


def _crosses(line: Line, x: float) -> bool:
    return line.x0 < x - _SLACK and line.x1 > x + _SLACK


def _center(line: Line) -> float:
    return (line.x0 + line.x1) / 2


def _middle(line: Line) -> float:
    return (line.y0 + line.y1) / 2

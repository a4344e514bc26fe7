"""Two short columns of running text between paragraphs that are as wide as both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise

from knowledge.ingestion.layout.lines import Line

_MIN_LINES = 4
"""in each column"""
_MAX_LINES = 500
"""on a page: plans and maps have more"""
_MIN_WRAPPED = 2
"""of them go on with the line above"""
_WRAPPED = 0.2
"""the same as a share of them: cells are wrapped less often"""
_MIN_ROWS = 3
_SLACK = 2.0
"""points"""
_HALF = 0.8
_SHARED = 0.5
"""of the height of the shorter column: the other one stands beside it"""
_IN_PARAGRAPH = 0.7
"""in heights of a line: from one line to the next"""
_EDGE = 0.2
"""of the width of the page's text, on either side: no column is that narrow"""
_TERMINAL = (".", ":", ";", "!", "?")

Parts = tuple[list[Line], list[Line], list[Line], list[Line]]
"""above the columns, left, right, below"""


def find(lines: Sequence[Line]) -> Parts | None:
    """The tallest box among the lines of a page that has no columns from top to bottom."""
    best: tuple[list[Line], list[Line]] | None = None
    for left, right in _candidates(lines) if 2 * _MIN_LINES <= len(lines) <= _MAX_LINES else ():
        if (best is None or len(left) + len(right) > sum(map(len, best))) and _are_columns(left, right):
            best = left, right
    if best is None:
        return None
    left, right = best
    held = set(map(id, (*left, *right)))
    top = min(line.y0 for line in (*left, *right))
    rest = [line for line in lines if id(line) not in held]
    return [line for line in rest if line.y0 < top], left, right, [line for line in rest if line.y0 >= top]


def _candidates(lines: Sequence[Line]) -> Iterator[tuple[list[Line], list[Line]]]:
    """What stands on both sides of where lines begin, between lines that go across."""
    first, last = min(line.x0 for line in lines), max(line.x1 for line in lines)
    edge = _EDGE * (last - first)
    ordered = sorted(lines, key=lambda line: line.y0 + line.y1)
    for x in sorted({round(line.x0) for line in lines if first + edge < line.x0 < last - edge}):
        runs = [list(run) for _crossed, run in groupby(ordered, partial(_crosses, x=x))]
        for place, run in enumerate(runs):
            above = runs[place - 1][-1].y1 if place else -math.inf
            below = runs[place + 1][0].y0 if place + 1 < len(runs) else math.inf
            left, right = ([line for line in run if (line.x0 < x - _SLACK) == is_left] for is_left in (True, False))
            if min(len(left), len(right)) >= _MIN_LINES:
                yield _beside(left, right, above, below), _beside(right, left, above, below)


def _crosses(line: Line, x: float) -> bool:
    return line.x0 < x - _SLACK and line.x1 > x + _SLACK


def _beside(side: Sequence[Line], other: Sequence[Line], above: float, below: float) -> list[Line]:
    """Without what stands above or below the other column and closer to what goes across there: the end of a paragraph,
    the heading of the next one."""
    kept = list(side)
    top, bottom = min(line.y0 for line in other), max(line.y1 for line in other)
    while len(kept) > 1 and kept[0].y1 <= top and kept[0].y0 - above < kept[1].y0 - kept[0].y1:
        above = kept.pop(0).y1
    while len(kept) > 1 and kept[-1].y0 >= bottom and below - kept[-1].y1 < kept[-1].y0 - kept[-2].y1:
        below = kept.pop().y0
    return kept


def _are_columns(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """About as wide, side by side, of running text both; and no rows, which begin at the same heights."""
    widths = [max(line.x1 for line in side) - min(line.x0 for line in side) for side in (left, right)]
    if min(widths) <= _HALF * max(widths):
        return False
    tops, bottoms = zip(*((side[0].y0, max(line.y1 for line in side)) for side in (left, right)), strict=True)
    shortest = min(bottom - top for top, bottom in zip(tops, bottoms, strict=True))
    if min(bottoms) - max(tops) < _SHARED * shortest:
        return False
    if not all(map(_is_wrapped, (left, right))):
        return False
    return all(map(_has_headings, (left, right))) or not _are_rows(_begun(left), _begun(right))


def _is_wrapped(side: Sequence[Line]) -> bool:
    """Whether enough of its lines go on in the middle of a sentence that found no place on the line above."""
    right = max(line.x1 for line in side)
    wrapped = sum(
        _is_near(last, line) and _is_full(last, line, right)
        and not last.text.endswith(_TERMINAL) and not line.text[:1].isupper()
        for last, line in pairwise(side)
    )  # fmt: skip
    return wrapped >= max(_MIN_WRAPPED, _WRAPPED * len(side))


def _has_headings(side: Sequence[Line]) -> bool:
    """Below its first line: no row of a table has a heading in each of its cells."""
    usual, _count = Counter(line.style for line in side).most_common(1)[0]
    return any(line.style > usual for line in side[1:])


def _begun(side: Sequence[Line]) -> list[Line]:
    """The first line of each paragraph."""
    right = max(line.x1 for line in side)
    begun = (line for last, line in pairwise(side) if not (_is_near(last, line) and _is_full(last, line, right)))
    return [side[0], *begun]


def _is_near(last: Line, line: Line) -> bool:
    """As the lines of a paragraph are to each other."""
    is_text = not line.rows and line.style == last.style
    return is_text and line.y0 - last.y1 < _IN_PARAGRAPH * last.height


def _is_full(last: Line, line: Line, right: float) -> bool:
    """Whether the first word of `line` would not have fitted above."""
    word = len(line.text.split(" ", 1)[0]) * line.width / len(line.text)
    return last.x1 + word > right - line.style.size


def _are_rows(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether all that begins in the column of fewer paragraphs stands beside what begins in the other one."""
    fewer, more = sorted((left, right), key=len)
    beside = [any(abs(line.y0 - other.y0) <= line.height / 2 for other in more) for line in fewer]
    return len(fewer) >= _MIN_ROWS and all(beside)

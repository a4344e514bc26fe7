"""Glyphs to lines of text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from knowledge.text.terms import fold

# In units of the glyph's size. A wider gap separates columns or cells; a smaller one still parts words.
_COLUMN_GAP = 1.6
_WORD_GAP = 0.28
_BACKSTEP = 0.6
_RAISED = 0.15
_SMALL = 0.75
# Letters of a title that stand apart: so many, nearly all, and not as far as columns do.
_MIN_SPACED = 8
_VOWELS = 0.25
"""of its letters: the initials of weekdays have none"""
_MOSTLY = 0.75
_MAX_SPACING = 0.8
"""in units of the glyph's size"""
_BETWEEN_WORDS = 1.6
"""times as far as between their letters"""
MAX_PIECES = 3000
"""of text on a page: plans and maps have more, whose words are no cells and no justified lines"""
_UNEVEN = 0.2
"""in units of the glyph's size: gaps between justified words differ by no more"""
_EVEN = 0.05
"""in units of the letters' size: tops or feet of words of one line differ by no more"""
_ALIGNED = 2.0
"""points"""
# Of the letters of the commonest style, so many make a larger one that of the text, too.
_OFTEN = 0.5


class Style(NamedTuple):
    size: float
    """in points, rounded to half a point"""
    bold: bool


class Glyph(NamedTuple):
    char: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    after_space: bool
    begins_line: bool = False
    """whatever stands before it"""


@dataclass(frozen=True)
class Line:
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    """that of most of its letters; bold only if all of it is"""
    page: int
    rows: tuple[str, ...] = ()
    """of a table, which takes the place of a line; empty for text"""
    table: int = 0
    """its number in the document; what goes on over pages is one table"""
    titles: frozenset[str] = frozenset()
    """those of its rows that name what stands below them"""

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


def lines(glyphs: Iterable[Glyph], page: int, column_gap: float = _COLUMN_GAP) -> list[Line]:
    return [line for run in runs(glyphs, column_gap) if (line := line_of(run, page)).text]


def runs(glyphs: Iterable[Glyph], column_gap: float = _COLUMN_GAP) -> list[list[Glyph]]:
    """Glyphs in the order in which the page draws them, parted where the line or the column ends."""
    found: list[list[Glyph]] = []
    for glyph in glyphs:
        if found and _continues(found[-1][-1], glyph, column_gap):
            found[-1].append(glyph)
        else:
            found.append([glyph])
    return found


def _continues(last: Glyph, glyph: Glyph, column_gap: float) -> bool:
    if glyph.begins_line:
        return False
    size = last.style.size if last.style is glyph.style else max(last.style.size, glyph.style.size)
    if not -_BACKSTEP * size < glyph.x0 - last.x1 < column_gap * size:
        return False
    if last.y0 == glyph.y0 and last.y1 == glyph.y1:  # most are
        return glyph.y1 > glyph.y0
    overlap = min(last.y1, glyph.y1) - max(last.y0, glyph.y0)
    return overlap > 0.4 * min(last.y1 - last.y0, glyph.y1 - glyph.y0)


def line_of(run: Sequence[Glyph], page: int) -> Line:
    text = run[0].char
    spacing = _spacing(run)
    for last, glyph in pairwise(run):
        gap = glyph.x0 - last.x1
        if spacing:
            parted = gap > _BETWEEN_WORDS * spacing
        else:
            parted = glyph.after_space or gap > _WORD_GAP * glyph.style.size or _is_note(last, glyph)
        text += f" {glyph.char}" if parted else glyph.char
    _chars, lefts, tops, rights, bottoms, styles, *_how = zip(*run, strict=True)
    size, _count = Counter(style.size for style in styles).most_common(1)[0]
    letters = [glyph.style.bold for glyph in run if glyph.char.isalnum()]
    style = Style(size, bool(letters) and all(letters))
    return Line(text, min(lefts), min(tops), max(rights), max(bottoms), style, page)


def _spacing(run: Sequence[Glyph]) -> float:
    """The usual gap between letters of a line that is spaced out, "T I T L E"; 0 of any other."""
    gaps = [glyph.x0 - last.x1 for last, glyph in pairwise(run)]
    vowels = sum(fold(glyph.char) in "aeiou" for glyph in run)
    if len(run) < _MIN_SPACED or not all(glyph.char.isalpha() for glyph in run) or vowels < _VOWELS * len(run):
        return 0.0
    usual, size = median(gaps), run[0].style.size
    apart = [gap for gap in gaps if usual / _BETWEEN_WORDS <= gap]
    is_spaced = _WORD_GAP / 2 * size < usual < _MAX_SPACING * size and len(apart) >= _MOSTLY * len(gaps)
    return usual if is_spaced else 0.0


def _is_note(last: Glyph, glyph: Glyph) -> bool:
    """A small raised digit after a number: a footnote's mark, and no digit of it."""
    raised = glyph.y1 < last.y1 - _RAISED * last.style.size and glyph.style.size <= _SMALL * last.style.size
    return raised and glyph.char.isdecimal() and last.char.isdecimal()


def with_justified(found: Sequence[Line]) -> list[Line]:
    """With the words made one line again that were moved apart to fill their column, as far as columns are: they are
    equally far from each other, and what goes on below them begins where they do and passes under the first gap."""
    if len(found) > MAX_PIECES:
        return list(found)
    ordered = sorted(found, key=lambda line: line.y0)
    tops = [line.y0 for line in ordered]
    joined: dict[int, Line | None] = {}
    for line in found:
        near = ordered[bisect_left(tops, line.y0 - line.height) : bisect_right(tops, line.y0 + 2 * line.height)]
        after = [one for one in near if one.x0 >= line.x1 and id(one) not in joined and _same_height(line, one)]
        words = [line, *sorted(after, key=lambda one: one.x0)]
        while len(words) > 1 and not _are_justified(words):
            words.pop()
        if len(words) > 1 and id(line) not in joined and any(_goes_below(one, words) for one in near):
            joined |= dict.fromkeys(map(id, words))
            joined[id(line)] = reduce(_beside, words)
    return [whole for line in found if (whole := joined.get(id(line), line)) is not None]


def _are_justified(words: Sequence[Line]) -> bool:
    gaps = [right.x0 - left.x1 for left, right in pairwise(words)]
    return all(" " not in word.text for word in words) and max(gaps) - min(gaps) <= _UNEVEN * words[0].style.size


def _goes_below(line: Line, words: Sequence[Line]) -> bool:
    height = max(word.height for word in words)
    is_next = 0 <= line.y0 - words[0].y0 - height / 2 <= height
    return is_next and abs(line.x0 - words[0].x0) <= _ALIGNED and line.x1 > words[1].x0


def join_side_by_side(ordered: Sequence[Line]) -> list[Line]:
    """Lines of one column from the top down, those at the same height made one, from the left whatever their letters
    reach up and down."""
    levels: list[list[Line]] = []
    for line in sorted(ordered, key=lambda line: (line.y0 + line.y1, line.x0)):
        level = levels[-1] if levels else []
        if level and not line.rows and not level[0].rows and _is_of_level(line, level):
            level.append(line)
        else:
            levels.append([line])
    return [reduce(_beside, sorted(level, key=lambda line: line.x0)) for level in levels]


def _is_of_level(line: Line, level: Sequence[Line]) -> bool:
    """Whether it stands beside those of `level`, or between two of them as words of one line do: their tops or their
    feet are even."""
    if not all(_same_height(other, line) for other in level):
        return False
    is_outside = line.x0 >= max(one.x1 for one in level) - 1 or line.x1 <= min(one.x0 for one in level) + 1
    slack = _EVEN * line.style.size
    return is_outside or any(abs(line.y0 - one.y0) <= slack or abs(line.y1 - one.y1) <= slack for one in level)


def _same_height(first: Line, second: Line) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    apart = second.x0 >= first.x1 - 1 or first.x0 >= second.x1 - 1
    return apart and overlap > 0.6 * min(first.height, second.height)


def _beside(first: Line, second: Line) -> Line:
    left, right = (first, second) if first.x0 <= second.x0 else (second, first)
    longer = left if len(left.text) >= len(right.text) else right
    return Line(
        f"{left.text} {right.text}", left.x0, min(left.y0, right.y0), max(left.x1, right.x1), max(left.y1, right.y1),
        Style(longer.style.size, left.style.bold and right.style.bold), left.page,
    )  # fmt: skip


def body_style(pages: Iterable[Sequence[Line]]) -> Style:
    """The style that most letters outside tables have; a larger one that has half as many.

    Tables whose cells were not recognised are in small print, and say more than the text of a filled-in form.
    """
    counts: Counter[Style] = Counter()
    for page in pages:
        for line in page:
            if not line.rows:
                counts[line.style] += len(line.text)
    if not counts:
        return Style(10.0, False)
    commonest, letters = counts.most_common(1)[0]
    return max(style for style, count in counts.items() if style.bold == commonest.bold and count >= _OFTEN * letters)

"""Lines that text recognition read, as the glyphs of a page that was scanned straight."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from knowledge.ingestion.extract.ocr import Box, ReadLine
from knowledge.ingestion.layout.lines import Glyph, Line, Style, body_style

_SIZE = 0.75
"""of the height of a line's box: the size of its letters"""
_SMALLER, _LARGER, _STEP = 0.75, 1.3, 1.25
"""times the size of most letters: what is nearer has the same, as far as can be told from a box; then in steps"""
_BOLD = 1.08
"""times as thick as most strokes; on pages of our own, degraded in five ways, all but 2 % of bold lines are, and 1 % of
the others"""


@dataclass(frozen=True)
class Place:
    """From pixels of the picture to the page."""

    page_size: tuple[float, float]
    """points, as the page is shown"""
    scale: float
    """pixels per point"""
    quarters: int
    """by which the picture was turned to the left"""
    angle: float
    """radians by which its lines fall to the right"""

    @property
    def size(self) -> tuple[float, float]:
        """Of the page as it is read."""
        width, height = self.page_size
        return (height, width) if self.quarters % 2 else (width, height)

    def straight(self, x: float, y: float) -> tuple[float, float]:
        """Where, in points, it would stand if the lines did not fall."""
        middle_x, middle_y = self.size[0] / 2, self.size[1] / 2
        across, down = x / self.scale - middle_x, y / self.scale - middle_y
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        return middle_x + across * cosine + down * sine, middle_y - across * sine + down * cosine

    def share(self, box: Box) -> Box:
        """In shares of the page as it is shown."""
        width, height = self.size[0] * self.scale, self.size[1] * self.scale
        x0, y0, x1, y1 = box[0] / width, box[1] / height, box[2] / width, box[3] / height
        for _quarter in range(self.quarters):
            x0, y0, x1, y1 = 1 - y1, x0, 1 - y0, x1
        return x0, y0, x1, y1


def glyphs(lines: Sequence[ReadLine], strokes: Sequence[float], place: Place) -> Iterator[Glyph]:
    """Letters spread over their words, each line at one height."""
    usual_height = _usual(lines, [line.height for line in lines])
    usual_stroke = _usual(lines, strokes)
    for line, stroke in zip(lines, strokes, strict=True):
        larger = _stepped(line.height / usual_height)
        height = larger * usual_height / place.scale
        style = Style(round(2 * _SIZE * height) / 2, stroke > _BOLD * usual_stroke * larger)
        ends = [(place.straight(x0, (y0 + y1) / 2), place.straight(x1, (y0 + y1) / 2)) for x0, y0, x1, y1 in line.words]
        middle = median(y for both in ends for _x, y in both)
        top, bottom = middle - height / 2, middle + height / 2
        for number, (word, (start, end)) in enumerate(zip(line.text.split(" "), ends, strict=True)):
            step = (end[0] - start[0]) / len(word)
            for letter, char in enumerate(word):
                left = start[0] + letter * step
                yield Glyph(char, left, top, left + step, bottom, style, not letter, not letter and not number)


def in_common_sizes(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The lines of each page, whose letters have the sizes that they would have if the body text of all pages had one:
    what is measured differs by some points from page to page, and would make as many levels of headings."""
    usual = [body_style([lines]).size for lines in pages]
    whole = body_style(pages).size
    return [
        [_sized(line, whole / size) for line in lines] if _SMALLER < whole / size < _LARGER else list(lines)
        for lines, size in zip(pages, usual, strict=True)
    ]


def _sized(line: Line, ratio: float) -> Line:
    return replace(line, style=Style(round(2 * ratio * line.style.size) / 2, line.style.bold))


def _usual(lines: Sequence[ReadLine], values: Sequence[float]) -> float:
    """That of most letters."""
    return median([value for line, value in zip(lines, values, strict=True) for _letter in line.text] or [1.0])


def _stepped(ratio: float) -> float:
    if ratio < _SMALLER:
        return _SMALLER
    return _LARGER * _STEP ** int(math.log(ratio / _LARGER, _STEP)) if ratio >= _LARGER else 1.0

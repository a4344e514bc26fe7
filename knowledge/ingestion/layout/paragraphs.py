"""Lines to paragraphs, headings and rows, in reading order, with the page of every character."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from knowledge.ingestion.divisions import begins_division
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.layout.headings import Headings
from knowledge.ingestion.layout.hyphens import HYPHENS, Hyphens
from knowledge.ingestion.layout.items import begins_item
from knowledge.ingestion.layout.lines import Line
from knowledge.ingestion.structure import MARKER, PAIR, TYPED_BULLET

_FILLED = 0.6
"""of the width between a line's beginning and the column's right margin"""
_TERMINAL = (".", ":", ";", "!", "?", "…", ".»", ".”", '."', ".)")


class Builder:
    """Takes the regions of all pages in reading order."""

    def __init__(self, regions: Sequence[Sequence[Line]], headings: Headings) -> None:
        self._headings = headings
        self._hyphens = Hyphens([line.text for line in region] for region in regions)
        self._leading = _typical_leading(regions)
        self._blocks: list[Block] = []
        self._lines: list[Line] = []
        self._right = 0.0
        """margin of the region of the last line"""

    def blocks(self, regions: Iterable[Sequence[Line]]) -> list[Block]:
        for region in regions:
            right = max(line.x1 for line in region)
            for line in region:
                self._add(line, right)
            self._end_of_region()
        self._flush()
        return self._blocks

    def _add(self, line: Line, right: float) -> None:
        if line.rows:
            self._flush()
            self._blocks += [self._row(row, line) for row in line.rows]
            return
        if self._lines and not self._continues(line, right):
            self._flush()
        self._lines.append(line)
        self._right = right

    def _row(self, row: str, table: Line) -> Block:
        """A record's name, such as "Profesora: Ana Pérez", is the heading of what the table says of it."""
        level = self._headings.record_level if row in table.titles and PAIR.fullmatch(row) else 0
        return Block(row, level, ((0, table.page),), "row", table.table)

    def _continues(self, line: Line, right: float) -> bool:
        """Whether `line` goes on with the paragraph or the heading of the lines before it."""
        first, last = self._lines[0], self._lines[-1]
        if line.page != last.page or line.y0 < last.y0 - 1:
            return self._goes_on_elsewhere(line)
        if line.y0 - last.y0 > 1.3 * self._leading.get(line.style.size, 1.25 * line.height):
            return False
        if self._headings.level(first):
            # "1. Bookings" below a title in the same letters is a heading of its own.
            is_numbered = line.text[:1].isdigit() and begins_item(line.text, last.text)
            return line.style == last.style and self._headings.goes_on(first, line) and not is_numbered
        if self._headings.level(line) or abs(line.style.size - last.style.size) > 0.6:
            return False
        if begins_item(line.text, last.text) or self._breaks_early(last, line, right):
            return False
        if last.text.endswith(_TERMINAL) and begins_division(line.text):
            return False
        return MARKER.match(first.text) is not None or not self._is_indented(last, line)

    def _goes_on_elsewhere(self, line: Line) -> bool:
        """In the next column or on the next page: only in the middle of a sentence."""
        last = self._lines[-1]
        if self._headings.level(line) or self._headings.level(self._lines[0]) or last.text.endswith(_TERMINAL):
            return False
        filled = last.x1 >= self._right - 1.5 * last.style.size and not MARKER.match(line.text)
        return abs(line.style.size - last.style.size) <= 0.6 and (line.text[:1].islower() or filled)

    def _breaks_early(self, last: Line, line: Line, right: float) -> bool:
        """The next word would have fitted on the line before: whoever broke it meant to."""
        if last.text.endswith(HYPHENS) and line.text[:1].islower():
            return False
        # Nobody breaks a sentence on purpose where the line is nearly full.
        filled = last.width >= _FILLED * (right - last.x0)
        goes_on = line.text[:1].islower() and not TYPED_BULLET.match(line.text)
        if filled and goes_on and not last.text.endswith(_TERMINAL):
            return False
        letter = line.width / len(line.text)
        word = len(line.text.split(" ", 1)[0]) * letter
        return last.x1 + word + letter < right - 1.5 * line.style.size

    def _is_indented(self, last: Line, line: Line) -> bool:
        return line.x0 - last.x0 > 0.8 * line.style.size and last.text.endswith(_TERMINAL)

    def _end_of_region(self) -> None:
        """A paragraph that has come to its end does not go on in the next region."""
        if self._lines and self._lines[-1].text.endswith(_TERMINAL):
            self._flush()

    def _flush(self) -> None:
        if self._lines:
            level = self._headings.level(self._lines[0])
            self._blocks.append(self._join(level))
            self._lines = []

    def _join(self, level: int) -> Block:
        text, breaks = "", []
        for line in self._lines:
            text = self._hyphens.before(text, line.text) if text else ""
            if not breaks or breaks[-1][1] != line.page:
                breaks.append((len(text), line.page))
            text += line.text
        return Block(text, level, tuple(breaks))


def _typical_leading(regions: Sequence[Sequence[Line]]) -> dict[float, float]:
    """From one line to the next of a paragraph, for each size of letter."""
    steps: dict[float, list[float]] = {}
    for region in regions:
        for last, line in pairwise(region):
            step = line.y0 - last.y0
            if line.style.size == last.style.size and 0.8 * line.style.size < step < 2.2 * line.style.size:
                steps.setdefault(line.style.size, []).append(step)
    # The lower quartile: steps between paragraphs are among them.
    return {size: sorted(found)[len(found) // 4] for size, found in steps.items()}

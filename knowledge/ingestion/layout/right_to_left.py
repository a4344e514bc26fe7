"""Lines of Hebrew, Arabic and the like, mirrored where they stand: what reads from left to right reads them rightly."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from knowledge.ingestion.layout.lines import Glyph

# Of the glyph's size: a wider gap is a blank.
_BLANK = 0.18
_LEFTWARDS = ("R", "AL")
_RIGHTWARDS = ("L", "EN", "AN")


def mirrored(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """In a line that is mostly leftwards everything is mirrored but words and figures that are not; in another, only
    what is leftwards."""
    if not any(map(_is_leftwards, glyphs)):
        return list(glyphs)
    return [glyph for line in _lines(glyphs) for glyph in _line(line)]


def _lines(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    line: list[Glyph] = []
    for glyph in glyphs:
        if line and not (line[0].y0 < (glyph.y0 + glyph.y1) / 2 < line[0].y1):
            yield line
            line = []
        line.append(glyph)
    yield line


def _line(line: list[Glyph]) -> list[Glyph]:
    leftwards = sum(map(_is_leftwards, line))
    if not leftwards:
        return line
    if leftwards > sum(glyph.char.isalpha() for glyph in line) / 2:
        turned = _turned(_turned(line, lambda glyph: True), _is_rightwards)
    else:
        turned = _turned(line, _is_leftwards)
    return [glyph._replace(after_space=_is_parted(turned, index)) for index, glyph in enumerate(turned)]


def _turned(line: list[Glyph], belongs: Callable[[Glyph], bool]) -> list[Glyph]:
    """From the left, each stretch that belongs together mirrored; marks within a stretch are part of it."""
    line = sorted(line, key=lambda glyph: glyph.x0)
    found: list[Glyph] = []
    index = 0
    while index < len(line):
        end = index
        for later in range(index, len(line) if belongs(line[index]) else index):
            if belongs(line[later]):
                end = later + 1
            elif line[later].char.isalnum():
                break
        stretch = line[index : max(end, index + 1)]
        edges = stretch[0].x0 + max(glyph.x1 for glyph in stretch)
        turn = end > index
        found += [glyph._replace(x0=edges - glyph.x1, x1=edges - glyph.x0) if turn else glyph for glyph in stretch]
        index += len(stretch)
    return sorted(found, key=lambda glyph: glyph.x0)


def _is_parted(line: Sequence[Glyph], index: int) -> bool:
    return index > 0 and line[index].x0 - line[index - 1].x1 > _BLANK * line[index].style.size


def _is_leftwards(glyph: Glyph) -> bool:
    return unicodedata.bidirectional(glyph.char[0]) in _LEFTWARDS


def _is_rightwards(glyph: Glyph) -> bool:
    return unicodedata.bidirectional(glyph.char[0]) in _RIGHTWARDS

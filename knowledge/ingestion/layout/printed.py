"""What browsers write in the margins of a page that they print: when, its title, its address and how many pages there
are. It is told by its form, since on a single page nothing repeats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from knowledge.ingestion.layout.lines import Line

_EDGE = 0.08
"""of the page's height"""
_WHEN = r"\d{1,4}([/.-])\d{1,2}\1\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\b\.?)?"
_ADDRESS = r"(?:https?|file)://\S+"
_HEAD = re.compile(rf"{_WHEN}(?:\s.*)?|(?:.*\s)?{_ADDRESS}", re.IGNORECASE)
_FOOT = re.compile(
    rf"{_ADDRESS}\s+\d{{1,4}}\s?/\s?\d{{1,4}}|\d{{1,4}}\s?(?:/|[^\W\d]{{1,5}})\s?\d{{1,4}}\s+{_WHEN}", re.IGNORECASE
)
_OF_THE_PRINT = re.compile(rf"{_WHEN}.*|file://.*", re.IGNORECASE)


def by_browser(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> Iterator[Line]:
    """The line at the very foot of each page, if it is a browser's, and then the one at its head."""
    for lines, height in zip(pages, heights, strict=True):
        foot = _level([line for line in lines if line.y0 > (1 - _EDGE) * height], lowest=True)
        head = _level([line for line in lines if line.y1 < _EDGE * height], lowest=False)
        if _FOOT.fullmatch(_text(foot)):
            yield from foot
            yield from head if _HEAD.fullmatch(_text(head)) else ()


def is_of_the_print(text: str) -> bool:
    """Whether it says when the page was printed, or from which file, and so nothing of the document."""
    return _OF_THE_PRINT.fullmatch(text) is not None


def _level(lines: Sequence[Line], *, lowest: bool) -> list[Line]:
    """The pieces of the outermost line, from the left."""
    if not lines:
        return []
    outermost = max(lines, key=lambda line: line.y1) if lowest else min(lines, key=lambda line: line.y0)
    beside = (line for line in lines if line.y0 < outermost.y1 and outermost.y0 < line.y1)
    return sorted(beside, key=lambda line: line.x0)


def _text(level: Sequence[Line]) -> str:
    return " ".join(line.text for line in level)

"""Running headers, footers and page numbers: what stands in the margins of page after page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.layout.lines import Line, Style, body_style
from knowledge.ingestion.layout.printed import by_browser, is_of_the_print

_ZONE = 0.15
"""of the page's height, at the top and at the bottom"""
_SHARE = 0.4
"""of the pages, at least two, on which furniture stands"""
_SAME_PLACE = 4.0
_MAX_DIGITS = 6
_MIN_LETTERS = 12
_NEAR = 12.0
_ALIKE = 0.85
"""ratio of Ratcliff and Obershelp"""
_PAGE_NUMBER = re.compile(
    r"\W*+(?:(?:p[áa]x(?:ina)?|p[áa]g(?:ina)?|page|p)\b\.?)?\s*+(?:\d{1,4}|[ivxlc]{1,6})\s*+(?:(?:/|de|of|-)\s*+\d{1,4})?\W*+",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")


def without_furniture(
    pages: Sequence[Sequence[Line]], heights: Sequence[float], scanned: Container[int] = ()
) -> tuple[list[list[Line]], tuple[Block, ...]]:
    """The lines of each page less those that only belong to the page, and those, each once, on the page where it first
    stands; a large title that is repeated stays once. On pages that were `scanned`, a line is read a little differently
    each time."""
    body = body_style(pages)
    seen: dict[str, list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in lines:
            if _in_margin(line, height):
                key = _key(line)
                seen[_like(key, line, seen) if line.page in scanned else key].append(line)
    least = max(2, _SHARE * len(pages))
    dropped: set[int] = set()
    for places in seen.values():
        if len({line.page for line in places}) >= least and _same_place(places):
            title = next((line for line in places if line.style.size > 1.15 * body.size), None)
            dropped |= {id(line) for line in places if line is not title}
    dropped |= {id(line) for line in _counting(pages, heights)}
    dropped |= {id(line) for line in _naming(pages, heights, body.size)}
    dropped |= {id(line) for line in by_browser(pages, heights)}
    kept = [
        [line for line in lines if id(line) not in dropped and not _is_page_number(line, height)]
        for lines, height in zip(pages, heights, strict=True)
    ]
    margins = [
        [line for line in places if id(line) in dropped and not _says_nothing(line.text)] for places in seen.values()
    ]
    return kept, tuple(_read([places[0] for places in margins if places]))


def _says_nothing(text: str) -> bool:
    return _PAGE_NUMBER.fullmatch(text) is not None or is_of_the_print(text)


def _read(lines: Sequence[Line]) -> Iterator[Block]:
    """In reading order; what goes on in the next line is one with it, and lines close to each other are a group."""
    group = 0
    last: Line | None = None
    text = ""
    for line in sorted(lines, key=lambda line: (line.page, line.y0 + line.y1, line.x0)):
        near = last is not None and line.page == last.page and line.y0 - last.y1 < line.height
        if last is not None and near and line.text[:1].islower() and line.y0 > (last.y0 + last.y1) / 2:
            text += f" {line.text}"
        else:
            if last is not None:
                yield _margin(text, last.page, group)
            text = line.text
            group += not near
        last = line
    if last is not None:
        yield _margin(text, last.page, group)


def _margin(text: str, page: int, group: int) -> Block:
    return Block(text, page_breaks=((0, page),), kind="pair", group=group)


def _in_margin(line: Line, height: float) -> bool:
    return line.y1 < _ZONE * height or line.y0 > (1 - _ZONE) * height


def _is_page_number(line: Line, height: float) -> bool:
    """Alone at the very edge; a number in the text's first or last line is left alone."""
    edge = line.y1 < 0.08 * height or line.y0 > 0.92 * height
    return edge and _PAGE_NUMBER.fullmatch(line.text) is not None


def _counting(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> list[Line]:
    """Numbers alone in the margins that go on from page to page, where they stand further in than others do."""
    numbers: dict[int, list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in lines:
            if line.text.isdecimal() and len(line.text) <= _MAX_DIGITS and _in_margin(line, height):
                numbers[int(line.text) - line.page].append(line)
    runs = [found for found in numbers.values() if len({line.page for line in found}) > 1]
    return [line for found in runs if _same_place(found) for line in found]


def _naming(pages: Sequence[Sequence[Line]], heights: Sequence[float], size: float) -> Iterator[Line]:
    """Small lines in the margins that say the heading which the page is under: another one on every few pages."""
    headings: dict[str, Style] = {}
    for line in (line for lines in pages for line in lines if not line.rows):
        headings[_key(line)] = max(headings.get(_key(line), line.style), line.style)
    small = [
        line
        for lines, height in zip(pages, heights, strict=True)
        for line in lines
        if line.style.size <= size and not line.rows and _in_margin(line, height) and _is_title(line)
    ]
    named = [line for line in small if headings[_key(line)] > line.style and _stands_out(headings[_key(line)], size)]
    for line in named:
        beside = [other for other in named if abs(other.y0 - line.y0) <= _SAME_PLACE]
        if len({other.page for other in beside}) >= max(2, _SHARE * len(pages)):
            yield line


def _stands_out(style: Style, size: float) -> bool:
    return style.bold or style.size > size


def _is_title(line: Line) -> bool:
    return sum(map(str.isalpha, line.text)) > 3


def _key(line: Line) -> str:
    return _DIGITS.sub("#", " ".join(line.text.lower().split()))


def _like(key: str, line: Line, seen: Mapping[str, Sequence[Line]]) -> str:
    """The key of lines at the same height that say nearly the same, else the line's own."""
    if key in seen or len(key) < _MIN_LETTERS:
        return key
    near = (other for other, lines in seen.items() if abs(lines[0].y0 - line.y0) <= _NEAR)
    return next((other for other in near if SequenceMatcher(None, other, key).ratio() >= _ALIKE), key)


def _same_place(lines: Sequence[Line]) -> bool:
    """Most at one height, whatever a single page does otherwise."""
    middles = sorted(line.y0 for line in lines)
    median = middles[len(middles) // 2]
    return sum(abs(y - median) <= _SAME_PLACE for y in middles) >= 0.6 * len(middles)

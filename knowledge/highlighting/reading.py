"""A document's text as it is read: page by page, with the quote marked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from knowledge.highlighting.matching import Span, exact, find

PART_CHARACTERS = 40_000
"""of a document without pages, shown at a time"""
OCCURRENCES = 20
"""of a quote in one section, looked at for one on the asked page"""


@dataclass(frozen=True)
class Passage:
    """A section's text, or the part of it that stands on one page."""

    title: str
    depth: int
    """1 for a part of the document, 2 for a part of that…"""
    text: str
    page_breaks: tuple[tuple[int, int], ...]
    """(offset, page), as Section.page_breaks"""


@dataclass(frozen=True)
class Piece:
    text: str
    marked: bool


@dataclass(frozen=True)
class Block:
    title: str
    depth: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Reading:
    page: int
    page_count: int
    blocks: tuple[Block, ...]
    quote: str
    """the part of the quote that stands on this page; empty where none does"""
    quote_page: int | None
    """the page where the quote begins, whether it is this one or not"""


@dataclass(frozen=True)
class _Place:
    index: int
    span: Span


def in_parts(passages: Sequence[Passage]) -> list[Passage]:
    """Passages without pages, dealt out to parts of bounded length that are then read like pages."""
    parts, part, length = [], 1, 0
    for passage in passages:
        if length and length + len(passage.text) > PART_CHARACTERS:
            part, length = part + 1, 0
        length += len(passage.text)
        parts.append(replace(passage, page_breaks=((0, part),)))
    return parts


def read(passages: Sequence[Passage], quote: str, page: int | None) -> Reading:
    """Page `page` with the quote marked on it; without `page`, the one where the quote begins, else the first."""
    place = _locate(passages, quote, page)
    begins = _page_of(passages[place.index], place.span.start) if place else None
    shown = page or begins or 1
    blocks, on_page = [], ""
    for index, passage in enumerate(passages):
        for stretch in _stretches(passage, shown):
            marked = _overlap(stretch, place.span) if place and place.index == index else None
            blocks.append(_block(passage, stretch, marked))
            on_page = on_page or (passage.text[marked.start : marked.end] if marked else "")
    last = max((number for passage in passages for _, number in passage.page_breaks), default=0)
    return Reading(shown, last, tuple(blocks), on_page, begins)


def _locate(passages: Sequence[Passage], quote: str, page: int | None) -> _Place | None:
    """Word for word on the asked page, else word for word anywhere, else more loosely on the asked page."""
    if not quote.strip():
        return None
    places = [
        _Place(index, span)
        for index, passage in enumerate(passages)
        for span in islice(exact(quote, passage.text), OCCURRENCES)
    ]
    here = (place for place in places if page is not None and _touches(passages[place.index], place.span, page))
    return next(here, None) or next(iter(places), None) or _locate_loosely(passages, quote, page or 1)


def _locate_loosely(passages: Sequence[Passage], quote: str, page: int) -> _Place | None:
    for index, passage in enumerate(passages):
        if _stretches(passage, page):
            span = find(quote, passage.text)
            if span and _touches(passage, span, page):
                return _Place(index, span)
    return None


def _stretches(passage: Passage, page: int) -> list[Span]:
    starts = [start for start, _ in passage.page_breaks]
    ends = [*starts[1:], len(passage.text)]
    return [
        Span(start, end)
        for start, end, (_, number) in zip(starts, ends, passage.page_breaks, strict=True)
        if number == page and passage.text[start:end].strip()
    ]


def _touches(passage: Passage, span: Span, page: int) -> bool:
    return any(_overlap(stretch, span) for stretch in _stretches(passage, page))


def _page_of(passage: Passage, offset: int) -> int | None:
    return next((page for start, page in reversed(passage.page_breaks) if start <= offset), None)


def _overlap(one: Span, other: Span) -> Span | None:
    start, end = max(one.start, other.start), min(one.end, other.end)
    return Span(start, end) if start < end else None


def _block(passage: Passage, stretch: Span, marked: Span | None) -> Block:
    """The title is said where the section begins, not again on its next page, nor where it is the whole text."""
    text = passage.text
    cuts = (stretch.start, marked.start, marked.end, stretch.end) if marked else (stretch.start, stretch.end)
    pieces = _pieces(text[start:end] for start, end in pairwise(cuts))
    begins = stretch.start == passage.page_breaks[0][0] and passage.title != text.strip()
    return Block(passage.title if begins else "", passage.depth, pieces)


def _pieces(texts: Iterable[str]) -> tuple[Piece, ...]:
    return tuple(Piece(text, marked=number == 1) for number, text in enumerate(texts) if text)

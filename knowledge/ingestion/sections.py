"""Blocks to sections: what stands under one heading, at most so many tokens of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.ingestion.extract.base import Block
from knowledge.text import sentences

ARROW = " › "
Spans = list[tuple[int, int]]
TokenSpans = Callable[[str], Spans]
"""where each token of a text starts and ends"""


@dataclass(frozen=True)
class CutSection:
    title: str
    path: str
    """titles from below the document's own, joined by ›"""
    text: str
    """its blocks, one a line"""
    page_breaks: tuple[tuple[int, int], ...] = ()
    categories: tuple[str, ...] = ()
    tokens: Spans = field(default_factory=list, repr=False, compare=False)
    """those of `text`"""


@dataclass(frozen=True)
class Cutting:
    """How a collection cuts its documents."""

    section_tokens: int
    categories: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """by section title"""


def cut(blocks: Sequence[Block], title: str, cutting: Cutting, token_spans: TokenSpans) -> list[CutSection]:
    """Every block's text is in one section; a heading with nothing under it is text of its own section."""
    by_title = {_fold(name): tuple(names) for name, names in cutting.categories.items()}
    found: list[CutSection] = []
    for titles, body in _under_headings(blocks):
        path = titles[1:] if len(titles) > 1 and _is_same(titles[0], title) else titles
        categories = dict.fromkeys(name for heading in titles for name in by_title.get(_fold(heading), ()))
        for text, breaks, tokens in _parts(body, cutting.section_tokens, token_spans):
            name = titles[-1] if titles else title
            found.append(
                CutSection(name[:500], ARROW.join(path or [title])[:1000], text, breaks, tuple(categories), tokens)
            )
    return found


def _is_same(heading: str, title: str) -> bool:
    """The document's title stands at its head, often a little longer or shorter."""
    heading, title = _fold(heading), _fold(title)
    return heading in title or title in heading


def _fold(title: str) -> str:
    return " ".join(title.lower().split())


def _under_headings(blocks: Iterable[Block]) -> Iterator[tuple[list[str], list[Block]]]:
    """Titles from the outermost in, and the blocks under the innermost."""
    stack: list[Block] = []
    body: list[Block] = []
    for block in blocks:
        if not block.level:
            body.append(block)
            continue
        if body or (stack and stack[-1].level >= block.level):
            yield [heading.text for heading in stack], body or [stack[-1]]
        body = []
        while stack and stack[-1].level >= block.level:
            stack.pop()
        stack.append(block)
    if body or stack:
        yield [heading.text for heading in stack], body or [stack[-1]]


def _parts(
    body: Sequence[Block], limit: int, token_spans: TokenSpans
) -> Iterator[tuple[str, tuple[tuple[int, int], ...], Spans]]:
    """The text of the blocks, cut between lines, else between sentences, where it has more than `limit` tokens."""
    text, breaks = _joined(body)
    tokens = token_spans(text)
    if len(tokens) <= limit:
        yield text, breaks, tokens
        return
    for start, end in _cuts(text, tokens, limit):
        part = text[start:end]
        yield part, _breaks_within(breaks, start, end), token_spans(part)


def _joined(body: Sequence[Block]) -> tuple[str, tuple[tuple[int, int], ...]]:
    breaks: list[tuple[int, int]] = []
    offset = 0
    for block in body:
        for start, page in block.page_breaks:
            if not breaks or breaks[-1][1] != page:
                breaks.append((offset + start, page))
        offset += len(block.text) + 1
    return "\n".join(block.text for block in body), tuple(breaks)


def _cuts(text: str, tokens: Spans, limit: int) -> Iterator[tuple[int, int]]:
    """Whole sentences, as many as fit; a sentence that alone does not fit is a part of its own."""
    starts = [start for start, _end in tokens]
    begun: tuple[int, int] | None = None
    for start, end in sentences.spans(text):
        if begun and bisect_left(starts, end) - bisect_left(starts, begun[0]) > limit:
            yield begun
            begun = None
        begun = (begun[0] if begun else start, end)
    if begun:
        yield begun


def _breaks_within(breaks: Sequence[tuple[int, int]], start: int, end: int) -> tuple[tuple[int, int], ...]:
    before = [page for offset, page in breaks if offset <= start][-1:]
    within = [(offset - start, page) for offset, page in breaks if start < offset < end]
    return (*((0, page) for page in before), *within)

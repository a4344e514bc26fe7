"""Blocks to sections: what stands under one heading, at most so many tokens of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.ingestion.extract.base import Block, Kind, PageBreaks
from knowledge.text import sentences

ARROW = " › "
# Twice as many as words have on average: whatever reads a section relies on its length in letters too.
_LETTERS_OF_TOKEN = 8
Spans = list[tuple[int, int]]
SectionBlocks = tuple[tuple[Kind, int, int, int], ...]
"""(kind, start, end, group) of each block of a section's text, in order"""
ANNOUNCING = ("lead_in", "caption")
"""kinds that say what follows them"""
TokenSpans = Callable[[str], Spans]
"""where each token of a text starts and ends"""


@dataclass(frozen=True)
class CutSection:
    title: str
    path: str
    """titles from below the document's own, joined by ›"""
    text: str
    """its blocks, one a line"""
    page_breaks: PageBreaks = ()
    categories: tuple[str, ...] = ()
    blocks: SectionBlocks = ()
    tokens: Spans = field(default_factory=list, repr=False, compare=False)
    """those of `text`"""


@dataclass(frozen=True)
class Cutting:
    """How a collection cuts its documents."""

    section_tokens: int
    categories: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """by section title"""


def cut(blocks: Sequence[Block], title: str, cutting: Cutting, token_spans: TokenSpans) -> list[CutSection]:
    """Every block's text is in one section; a heading with nothing under it is text of its own section, unless the
    document's title says the same."""
    by_title = {_fold(name): tuple(names) for name, names in cutting.categories.items()}
    found: list[CutSection] = []
    for titles, body in _under_headings(blocks):
        if body[0].level and _fold(body[0].text) in _fold(title) and any(not block.level for block in blocks):
            continue
        path = titles[1:] if len(titles) > 1 and _is_same(titles[0], title) else titles
        categories = dict.fromkeys(name for heading in titles for name in by_title.get(_fold(heading), ()))
        name, under = (titles[-1] if titles else title)[:500], ARROW.join(path or [title])[:1000]
        for text, breaks, placed, tokens in _parts(body, cutting.section_tokens, token_spans):
            found.append(CutSection(name, under, text, breaks, tuple(categories), placed, tokens))
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
) -> Iterator[tuple[str, PageBreaks, SectionBlocks, Spans]]:
    """The text of the blocks, cut between them, else between sentences, where it has more than `limit` tokens."""
    text, breaks, blocks = _joined(body)
    tokens = token_spans(text)
    if max(len(tokens), len(text) // _LETTERS_OF_TOKEN) <= limit:
        yield text, breaks, blocks, tokens
        return
    for start, end in _cuts(text, blocks, tokens, limit):
        part = text[start:end]
        yield part, _breaks_within(breaks, start, end), _blocks_within(blocks, start, end), token_spans(part)


def _joined(body: Sequence[Block]) -> tuple[str, PageBreaks, SectionBlocks]:
    breaks: list[tuple[int, int]] = []
    blocks: list[tuple[Kind, int, int, int]] = []
    offset = 0
    for block in body:
        for start, page in block.page_breaks:
            if not breaks or breaks[-1][1] != page:
                breaks.append((offset + start, page))
        blocks.append((block.kind, offset, offset + len(block.text), block.group))
        offset += len(block.text) + 1
    return "\n".join(block.text for block in body), tuple(breaks), tuple(blocks)


def _cuts(text: str, blocks: SectionBlocks, tokens: Spans, limit: int) -> Iterator[tuple[int, int]]:
    """Whole blocks, as many as fit; a lead-in or caption goes with what follows it."""
    starts = [start for start, _end in tokens]
    run: list[tuple[int, int]] = []
    kinds: list[Kind] = []
    for kind, start, end in _pieces(text, blocks, starts, limit):
        if run and _count(starts, run[0][0], end) > limit:
            kept = len(run) - 1 if len(run) > 1 and kinds[-1] in ANNOUNCING else len(run)
            yield run[0][0], run[kept - 1][1]
            run, kinds = run[kept:], kinds[kept:]
            if run and _count(starts, run[0][0], end) > limit:
                yield run[0][0], run[-1][1]
                run, kinds = [], []
        run.append((start, end))
        kinds.append(kind)
    if run:
        yield run[0][0], run[-1][1]


def _pieces(text: str, blocks: SectionBlocks, starts: Sequence[int], limit: int) -> Iterator[tuple[Kind, int, int]]:
    """The blocks; the sentences of one that alone does not fit; of a sentence that does not, as much as fits."""
    for kind, start, end, _group in blocks:
        if _count(starts, start, end) <= limit:
            yield kind, start, end
            continue
        for first, last in sentences.spans(text[start:end]):
            yield from ((kind, *piece) for piece in _anywhere(text, start + first, start + last, starts, limit))


def _anywhere(text: str, start: int, end: int, starts: Sequence[int], limit: int) -> Iterator[tuple[int, int]]:
    while start < end:
        token = bisect_left(starts, start) + limit
        stop = min(end, starts[token] if token < len(starts) else end, start + limit * _LETTERS_OF_TOKEN)
        yield start, stop
        start = stop
        while start < end and text[start].isspace():
            start += 1


def _count(starts: Sequence[int], start: int, end: int) -> int:
    """Tokens; more where they are so long that no language has such."""
    return max(bisect_left(starts, end) - bisect_left(starts, start), (end - start) // _LETTERS_OF_TOKEN)


def _breaks_within(breaks: PageBreaks, start: int, end: int) -> PageBreaks:
    before = [page for offset, page in breaks if offset <= start][-1:]
    within = [(offset - start, page) for offset, page in breaks if start < offset < end]
    return (*((0, page) for page in before), *within)


def _blocks_within(blocks: SectionBlocks, start: int, end: int) -> SectionBlocks:
    return tuple(
        (kind, max(first, start) - start, min(last, end) - start, group)
        for kind, first, last, group in blocks
        if first < end and last > start
    )

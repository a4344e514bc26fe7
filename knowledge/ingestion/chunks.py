"""Sections to chunks: runs of whole blocks, rows and sentences that fit the embedding model's window."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.ingestion.sections import ANNOUNCING, ARROW, CutSection, TokenSpans
from knowledge.text import sentences

# A BERT model puts one token before the text and one after it.
_SPECIAL_TOKENS = 2
_ELLIPSIS = "…"


@dataclass(frozen=True)
class Size:
    chunk: int
    """tokens of a chunk's text at most"""
    overlap: int
    """tokens of the chunk before that are repeated, in whole sentences"""
    window: int
    """tokens that the embedding model reads"""

    @property
    def context(self) -> int:
        """tokens that are left for the context line"""
        return max(self.window - _SPECIAL_TOKENS - self.chunk, 0)


@dataclass(frozen=True)
class CutChunk:
    """`text` is section.text[start:end]."""

    section: int
    """the section's place in the document"""
    start: int
    end: int
    text: str
    context: str

    @property
    def indexed_text(self) -> str:
        return f"{self.context}\n{self.text}" if self.context else self.text

    @property
    def text_hash(self) -> str:
        return hashlib.sha256(self.indexed_text.encode()).hexdigest()


@dataclass(frozen=True)
class _Unit:
    """A sentence, a row, or a piece of one that is longer than a chunk."""

    start: int
    end: int
    tokens: int
    begins_block: bool = False
    announces: bool = False
    """a lead-in or caption, which belongs to what follows it"""


@dataclass(frozen=True)
class Named:
    """What stands of its document in every chunk's context line."""

    title: str
    dated: str = ""
    """a year or a day"""
    file_words: str = ""


def cut(cut_sections: Sequence[CutSection], named: Named, size: Size, token_spans: TokenSpans) -> list[CutChunk]:
    return [
        CutChunk(
            number, start, end, section.text[start:end], _with_announcement(line, section, start, size, token_spans)
        )
        for number, section in enumerate(cut_sections)
        for line in [context(named, section.path, size.context, token_spans)]
        for start, end in _spans(section, size)
    ]


def _with_announcement(line: str, section: CutSection, start: int, size: Size, token_spans: TokenSpans) -> str:
    """The context line of a chunk that starts within a list or a table, with its lead-in or caption where it fits."""
    group = next((group for _kind, _first, last, group in section.blocks if last > start), 0)
    blocks = [block for block in section.blocks if block[3] == group and block[1] < start] if group else []
    if not blocks or blocks[0][0] not in ANNOUNCING or blocks[0][2] > start:
        return line
    longer = "\n".join(filter(None, (line, section.text[blocks[0][1] : blocks[0][2]])))
    return longer if len(token_spans(longer)) <= size.context else line


def context(named: Named, path: str, limit: int, token_spans: TokenSpans) -> str:
    """Title › section · date · file's name in `limit` tokens; where it is too long, without that name, then without the
    middle of the titles."""
    title, dated = named.title, named.dated
    titles = [title] if path in ("", title) else [title, *path.split(ARROW)]
    shorter = [titles[0], titles[-1]] if len(titles) > 2 else titles
    for names, *others in ((titles, dated, named.file_words), (titles, dated), (shorter, dated)):
        line = _line(ARROW.join(names), *others)
        if len(token_spans(line)) <= limit:
            return line
    room = limit - len(token_spans(_line(_ELLIPSIS, dated)))
    if room < 4:
        return ""
    # The section says more about a chunk than the document's title, so that it gets the greater part.
    ends = [titles[0], titles[-1]] if len(titles) > 1 else titles
    shares = [room // 3, room - room // 3 - 3] if len(ends) > 1 else [room]
    cut_titles = [_shortened(name, share, token_spans) for name, share in zip(ends, shares, strict=True)]
    return _line(ARROW.join(name for name in cut_titles if name), dated)


def _line(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _shortened(text: str, limit: int, token_spans: TokenSpans) -> str:
    tokens = token_spans(text)
    if len(tokens) <= limit:
        return text
    if limit < 3:
        return ""
    words = text[: tokens[limit - 2][1]].rsplit(" ", 1)[0]
    return f"{words.rstrip(' ,.;:·')}{_ELLIPSIS}"


def _spans(section: CutSection, size: Size) -> Iterator[tuple[int, int]]:
    units = list(_units(section, size.chunk))
    first = 0
    while first < len(units):
        last, total = first, units[first].tokens
        while last + 1 < len(units) and total + units[last + 1].tokens <= size.chunk:
            last += 1
            total += units[last].tokens
        last = _at_border(units, first, last, size)
        yield units[first].start, units[last].end
        if last + 1 == len(units):
            return
        first = _overlapping(units, first, last, size)


def _at_border(units: Sequence[_Unit], first: int, last: int, size: Size) -> int:
    """The last unit of a chunk: before a block that does not fit whole, unless that leaves the chunk half empty."""
    if last + 1 == len(units):
        return last
    border = last
    while border > first and not (units[border + 1].begins_block and not units[border].announces):
        border -= 1
    kept = sum(unit.tokens for unit in units[first : border + 1])
    return border if border > first and 2 * kept >= size.chunk else last


def _overlapping(units: Sequence[_Unit], first: int, last: int, size: Size) -> int:
    """Where the next chunk starts: before its first new unit, as far as the overlap and the chunk's size allow."""
    start = last + 1
    room = min(size.overlap, size.chunk - units[start].tokens)
    while start - 1 > first and units[start - 1].tokens <= room:
        start -= 1
        room -= units[start].tokens
    return start


def _units(section: CutSection, limit: int) -> Iterator[_Unit]:
    starts = [start for start, _end in section.tokens]
    for kind, block_start, block_end, _group in section.blocks:
        whole = [(block_start, block_end)]
        fits = bisect_left(starts, block_end) - bisect_left(starts, block_start) <= limit
        for start, end in whole if kind == "row" and fits else _sentences(section.text, block_start, block_end):
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            begins = start == block_start
            if last - first <= limit:
                yield _Unit(start, end, last - first, begins, kind in ANNOUNCING)
            else:
                yield from _pieces(section, (first, last), end, limit)


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [(start + first, start + last) for first, last in sentences.spans(text[start:end])]


def _pieces(section: CutSection, tokens: tuple[int, int], end: int, limit: int) -> Iterator[_Unit]:
    """A sentence that is longer than a chunk, cut before words: after a comma or a cell, if one is late enough."""
    first, last = tokens
    while first < last:
        stop = min(first + limit, last)
        if stop < last:
            stop = _before_word(section, first, stop)
        start = section.tokens[first][0]
        piece_end = section.tokens[stop - 1][1] if stop < last else end
        yield _Unit(start, piece_end, stop - first)
        first = stop


def _before_word(section: CutSection, first: int, stop: int) -> int:
    """The last token before `stop` that begins a clause, else a word; `stop` itself inside an endless word."""
    least = first + 2 * (stop - first) // 3
    for marks in (",;·", " "):
        for token in range(stop, least, -1):
            position = section.tokens[token][0]
            before = section.text[position - 2 : position]
            if before.endswith((" ", "\n")) and (marks == " " or before[0] in marks):
                return token
    return stop

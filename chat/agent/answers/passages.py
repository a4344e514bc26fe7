"""What can be quoted of a passage: its blocks and their sentences, rows and items, each with what has to be read with
it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from knowledge.retrieval.config import Passage, SectionBlock
from knowledge.text.sentences import ROW, spans
from knowledge.text.terms import folded_words

ITEM = re.compile(r"(?<![^\S\n])[^\S\n]*+(?:[-–—•*·▪]|\d{1,2}[.)]|\(?[a-z]\))\s++")
_CELL = re.compile(r"\[([^\[\]\n]++)\] (.*?)(?= · \[|$)")
# A longer item is quoted sentence by sentence.
MAX_ITEM_CHARACTERS = 400
_DIGITS = re.compile(r"\d+")
# Blocks that say what the others of their group are: read with each of them, and no answer alone.
ANNOUNCING = ("lead_in", "caption")
# A longer paragraph is ranked sentence by sentence, and quoted as whole sentences.
MAX_WHOLE_WORDS = 70
# Of the words of the shorter of two quotes, so many in the other say the same twice.
REPEATED = 0.8
# What a lead-in says before its last sentence answers by itself, if it has so many words.
MIN_BEFORE_ANNOUNCING = 8
# So many of the headings above a passage say what it is about.
HEADINGS = 2


@lru_cache(maxsize=512)
def units(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of each, in order. Every node asks it of the same sections."""
    found: list[tuple[int, int]] = []
    item_end = -1
    for start, end in spans(text):
        if end <= item_end:
            continue  # a further sentence of an item that was taken whole
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        if ITEM.match(text, start) and line_end - start <= MAX_ITEM_CHARACTERS:
            item_end = start + len(text[start:line_end].rstrip())
        found.append((start, max(end, item_end)))
    return tuple(found)


def is_fragment(text: str) -> bool:
    """A row or a list item: it may say little without the heading above it."""
    return bool(ROW.match(text) or ITEM.match(text))


def cells(row: str) -> list[tuple[str, str]]:
    """Header and value of each, in order; the first has none where its column has none."""
    found = _CELL.findall(row)
    before = row.split(" · [", 1)[0] if not row.startswith("[") else ""
    return [("", before), *found] if before else found


def without_headers(row: str) -> str:
    """The values of its cells."""
    return _CELL.sub(r"\2", row)


@dataclass(frozen=True)
class Quote:
    """`passage.section_text[start:end]`: a block, or whole sentences of a long one."""

    passage: Passage
    start: int
    end: int
    score: float = 0.0
    """0-1: how surely it answers, where it was read for a question"""
    kind: str = "paragraph"
    group: int = 0
    """of the list or table that it is a part of; 0: alone"""

    @property
    def text(self) -> str:
        return self.passage.section_text[self.start : self.end]

    @property
    def place(self) -> tuple[int, int, int]:
        return self.passage.section_id, self.start, self.end

    @property
    def asks(self) -> bool:
        """Whether it is a question itself."""
        return self.text.rstrip().endswith("?")

    def repeats(self, other: Quote) -> bool:
        """Whether it says the same: not where a figure differs, nor where it says one more often."""
        mine, others = _said(self), _said(other)
        if any(word not in others for word in mine if any(map(str.isdigit, word))) or figures(self) - figures(other):
            return False
        return len(mine & others) >= REPEATED * min(len(mine), len(others))

    def overlaps(self, other: Quote) -> bool:
        same = self.passage.section_id == other.passage.section_id
        return same and self.start < other.end and other.start < self.end


def _said(quote: Quote) -> frozenset[str]:
    """Its words, without the number of an item."""
    return folded_words(ITEM.sub("", quote.text, count=1))


def figures(quote: Quote) -> Counter[str]:
    """Of "30 June, 9:30" 30 twice: "15 June, 9:30" says something else."""
    return Counter(_DIGITS.findall(ITEM.sub("", quote.text, count=1)))


def nearest_headings(passage: Passage) -> str:
    """A telephone under "General" is of whom the heading above that names."""
    above = [heading for heading in passage.path.split(" › ") if heading != passage.title]
    return " › ".join(above[-HEADINGS:]) or passage.section


def blocks_of(passage: Passage) -> tuple[SectionBlock, ...]:
    """Those of the whole section; lines, where it was indexed before blocks were known."""
    return passage.blocks or _lines(passage.section_text)


def quotes_of(passage: Passage, *, whole: bool = False) -> Iterator[Quote]:
    """What may answer in the chunk that was found, or in the `whole` section; a block over the edge is taken whole."""
    for block in blocks_of(passage):
        if whole or (block.end > passage.start and block.start < passage.end):
            yield from _parts(passage, block)


def group_of(quote: Quote) -> list[Quote]:
    """The list, table or run of labels and values that it is a part of, lead-in or caption first."""
    if not quote.group:
        return [quote]
    blocks = [block for block in blocks_of(quote.passage) if block.group == quote.group]
    return [_quote(quote.passage, block) for block in blocks]


def announced_by(quote: Quote) -> Quote | None:
    """The lead-in or caption of the list or table that it is a part of."""
    if not quote.group:
        return None
    block = next(block for block in blocks_of(quote.passage) if block.group == quote.group)
    first = _quote(quote.passage, block)
    return first if first.kind in ANNOUNCING and not first.overlaps(quote) else None


def lead_in(quote: Quote) -> str:
    """The text of what announces it; empty where nothing does."""
    announced = announced_by(quote)
    return announced.text if announced else ""


def _parts(passage: Passage, block: SectionBlock) -> Iterator[Quote]:
    text = passage.section_text[block.start : block.end]
    if block.kind == "lead_in":
        yield from _before_announcing(passage, block)
    if block.kind not in ("paragraph", "item", "definition") or len(text.split()) <= MAX_WHOLE_WORDS:
        yield _quote(passage, block)
        return
    for start, end in spans(text):
        yield Quote(passage, block.start + start, block.start + end, 0.0, block.kind, block.group)


def _before_announcing(passage: Passage, block: SectionBlock) -> Iterator[Quote]:
    """What a lead-in says before the sentence that announces: "It takes 300 hours. These include:"."""
    *before, _announcing = spans(passage.section_text[block.start : block.end]) or [(0, 0)]
    if before:
        said = Quote(passage, block.start + before[0][0], block.start + before[-1][1])
        if len(said.text.split()) >= MIN_BEFORE_ANNOUNCING:
            yield said


def _quote(passage: Passage, block: SectionBlock) -> Quote:
    return Quote(passage, block.start, block.end, 0.0, block.kind, block.group)


@lru_cache(maxsize=256)
def _lines(text: str) -> tuple[SectionBlock, ...]:
    found: list[SectionBlock] = []
    start = 0
    for line in text.split("\n"):
        if line.strip():
            kind = "row" if ROW.match(line) else "paragraph"
            found.append(SectionBlock(kind, start, start + len(line), 0))
        start += len(line) + 1
    return tuple(found)

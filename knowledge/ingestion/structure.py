"""What blocks are to each other: lists with their lead-ins, tables with their captions, labels with their values.

Extractors say what their format says; the rest is told here, by the text and its neighbours, for every format alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from knowledge.ingestion.extract.base import Block

MARKER = re.compile(
    r"\s*(?:[-*•–—·▪◦‣●○■□➢✓]|\(?\d{1,3}(?:\.\d{1,3})*(?:[)º°ª]|\.(?!\d))[-.)]*|\(?[a-zA-Z](?:\)|\.-?|\.\))|"
    r"\(?[ivxIVX]{1,5}(?:\)|\.-?))\s+(?=\S)"
)
"""what a list item begins with: a dash, a number, a letter"""
PAIR = re.compile(r"[^\W_][^:\n.;!?\[\]]{1,60}:\s+\S.{0,240}")
_LABEL = re.compile(r"[^\W_][^:\n.;!?\[\]]{1,60}:")
_SENTENCE_END = re.compile(r"[.!?]\s+[^\W\d_]")
_TERMINAL = (".", ";", ",", "!", "?", "…")
_MAX_LABEL_WORDS = 6
_MAX_CAPTION = 160
_MAX_ANNOUNCEMENT = 240


def typed(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks with kinds, in groups numbered from 1 on; a paragraph whose lines are items or pairs is parted."""
    return _Grouping(_unmarked_items([_alone(block) for part in blocks for block in _lines(part)])).blocks()


def is_label(text: str) -> bool:
    """A few words and a colon: the value stands elsewhere."""
    return _LABEL.fullmatch(text) is not None and len(text.split()) <= _MAX_LABEL_WORDS


def _lines(block: Block) -> list[Block]:
    """A paragraph whose lines are items or pairs is as many blocks."""
    lines = block.text.split("\n")
    if block.kind != "paragraph" or len(lines) == 1:
        return [block]
    if not all(MARKER.match(line) or _is_pair(line) for line in lines[1:]):
        return [block]
    return [replace(block, text=line, page_breaks=block.page_breaks[:1]) for line in lines]


def _alone(block: Block) -> Block:
    if block.kind != "paragraph":
        return block
    if MARKER.match(block.text):
        return replace(block, kind="item")
    return replace(block, kind="pair") if _is_pair(block.text) else block


def _is_pair(text: str) -> bool:
    if not PAIR.fullmatch(text) or _SENTENCE_END.search(text) or text.endswith((":", ";")):
        return False
    return len(text.split(":", 1)[0].split()) <= _MAX_LABEL_WORDS


def _unmarked_items(blocks: Sequence[Block]) -> list[Block]:
    """After a colon, paragraphs that end in semicolons are items that lost their marks."""
    found = list(blocks)
    for index, block in enumerate(blocks):
        if block.kind not in ("paragraph", "item") or not block.text.endswith(":"):
            continue
        end = index + 1
        while end < len(blocks) and blocks[end].kind == "paragraph" and blocks[end].text.endswith((";", "; y", "; o")):
            end += 1
        if end > index + 1:
            last = end < len(blocks) and blocks[end].kind == "paragraph" and not blocks[end].text.endswith(":")
            for place in range(index + 1, end + last):
                found[place] = replace(blocks[place], kind="item")
    return found


class _Grouping:
    """Numbers lists and tables from the first to the last."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._source = blocks
        self._done: list[Block] = []
        self._number = 0
        self._styles: list[tuple[int, str]] = []
        """of the open list: its groups from the outermost in, and the marks of their items"""

    def blocks(self) -> tuple[Block, ...]:
        for index, block in enumerate(self._source):
            match block.kind:
                case "item":
                    self._item(index, block)
                case "row":
                    self._row(index, block)
                case _:
                    self._done.append(replace(block, group=0) if block.kind != "caption" else block)
        return tuple(self._done)

    def _item(self, index: int, block: Block) -> None:
        before = self._source[index - 1] if index else None
        if before is None or before.kind != "item" or before.group != block.group:
            self._open_list(index, block)
        elif self._is_nested(before, block):
            self._number += 1
            self._done[-1] = replace(self._done[-1], kind="lead_in", group=self._number)
            self._styles.append((self._number, _style(block)))
        elif len(self._styles) > 1 and _style(block) == self._styles[0][1]:
            del self._styles[1:]
        self._done.append(replace(block, group=self._styles[-1][0]))

    def _open_list(self, index: int, block: Block) -> None:
        last = self._done[-1] if self._done else None
        following = self._source[index + 1] if index + 1 < len(self._source) else None
        announced = last is not None and _announces(last, block)
        if announced or (following is not None and following.kind == "item"):
            self._number += 1
            self._styles = [(self._number, _style(block))]
            if announced:
                self._done[-1] = replace(self._done[-1], kind="lead_in", group=self._number)
        else:
            self._styles = [(0, _style(block))]

    def _is_nested(self, before: Block, block: Block) -> bool:
        """Under a numbered paragraph that ends in a colon; a list with a lead-in keeps what is nested in it."""
        if not before.text.endswith(":") or len(self._styles) > 1 or _style(before) == _style(block):
            return False
        number = self._styles[0][0]
        return not any(done.kind == "lead_in" and done.group == number and number for done in self._done)

    def _row(self, index: int, block: Block) -> None:
        before = self._source[index - 1] if index else None
        if before is None or before.kind not in ("row", "caption") or before.group != block.group:
            self._number += 1
            if self._done and _captions(self._done[-1]):
                self._done[-1] = replace(self._done[-1], kind="caption", group=self._number)
        elif before.kind == "caption":
            self._number += 1
            self._done[-1] = replace(self._done[-1], group=self._number)
        self._done.append(replace(block, group=self._number))


def _announces(block: Block, item: Block) -> bool:
    """A paragraph that ends in a colon; where the format itself marks the list, one that ends in no stop at all."""
    if block.kind not in ("paragraph", "pair"):
        return False
    if block.text.endswith(":"):
        return True
    return item.group > 0 and len(block.text) <= _MAX_ANNOUNCEMENT and not block.text.endswith(_TERMINAL)


def _captions(block: Block) -> bool:
    if block.kind != "paragraph" or len(block.text) > _MAX_CAPTION:
        return False
    return not block.text.endswith(_TERMINAL)


def _style(block: Block) -> str:
    """A list's items are marked alike: "1." is like "2.", "a)" like "b)"."""
    marker = MARKER.match(block.text)
    if marker is None:
        return ""
    text = re.sub(r"\d+", "1", marker.group().strip())
    return (
        re.sub(r"[IVX]+", "I", text) if text[:1] in "IVX" else re.sub(r"[a-z]+", "a", re.sub(r"[A-HJ-UWYZ]", "A", text))
    )

"""What blocks are to each other: lists with their lead-ins, tables with their captions, labels with their values.

Extractors say what their format says; the rest is told here, by the text and its neighbours, for every format alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.ingestion.asked import with_answers
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.inline_lists import with_inline_items
from knowledge.ingestion.labels import MAX_LABEL_WORDS, with_values
from knowledge.ingestion.outline import outlined
from knowledge.ingestion.words import any_of
from knowledge.text.sentences import spans

MARKER = re.compile(
    r"\s*(?:[-*•–—·∙▪◦●○■□☐☑☒✓✔»]|\(?\d{1,3}(?:\.\d{1,3})*(?:[)º°ª]|\.(?!\d))[-–.)º°ª]*|\(?[a-zA-Z]\)\.?-?|"
    r"[a-z]\.-?(?!\s*\d)|[A-Z]\.-|[A-Z]{1,4}\d{1,3}\s*[-–:.](?=\s)|\(?[ivxIVX]{1,5}(?:\)|\.-?)|[IVXLC]{1,5}(?:\.\d{1,2})+[.)]?)\s+(?=\S)"
)
"""what a list item begins with: a dash, a number, a letter"""
PAIR = re.compile(r"[A-ZÀ-ÖØ-Þ][^:\n.;!?\[\]]{1,60}:\s+\S.{0,240}")
_TERMINAL = (".", ";", ",", "!", "?", "…")
TYPED_BULLET = re.compile(r"o\s+[A-ZÁÉÍÓÚÑ]")
"""a round one, which a program took for a letter"""
_MAX_CAPTION = 160
_MAX_ANNOUNCEMENT = 240
_MAX_BETWEEN = 4
"""blocks of an item, below its first, that may stand before a list within it"""
_MAX_UNMARKED = 100
"""letters of an item that has neither a mark nor a stop"""
EQUATION = re.compile(r"(?=\S)[^=:<>\n\[\]]{1,60}=\s*+[^\s=][^\n\[\]]{0,200}")
"""what is reckoned and how: "5 Labs = 60%" """
_SKIP_LINK = re.compile(rf"\W*(?:{any_of('skip_links')})\W*", re.IGNORECASE)
_WHERE = re.compile(rf"(?:{any_of('where')})\b", re.IGNORECASE)
_COOKIE_NOTICE = re.compile(rf"[^.]*\b(?:{any_of('sites')})\b[^.]*\bcookies\b", re.IGNORECASE)
_FIRST_BLOCKS, _MIN_PARAGRAPH = 3, 60
"""Blocks that may tell of cookies; letters of the longest of the lines that are paragraphs and no verses"""


def typed(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks with kinds, in groups numbered from 1 on; a paragraph whose lines are items or pairs is parted."""
    said = [line for block in blocks for line in _lines(block) if any(map(str.isalnum, line.text))]
    said = _without_cookie_notice([line for line in said if not _SKIP_LINK.fullmatch(line.text)])
    lines = outlined(list(with_values(_without_repeated(said))))
    told = [block if _titles_table(lines, index) else _alone(block) for index, block in enumerate(lines)]
    return with_answers(_Grouping(_unmarked_items(with_inline_items(told))).blocks())


def _without_cookie_notice(blocks: Sequence[Block]) -> list[Block]:
    """Text copied from a page begins with what its site tells everybody; a text about cookies speaks of them again."""
    about = [block for block in blocks if "cookie" in block.text.lower()]
    is_notice = len(about) == 1 and about[0] in blocks[:_FIRST_BLOCKS] and _COOKIE_NOTICE.match(about[0].text)
    return [block for block in blocks if block is not about[0]] if is_notice else list(blocks)


def _lines(block: Block) -> list[Block]:
    """A paragraph whose lines are items, pairs or paragraphs themselves is as many blocks."""
    lines = block.text.split("\n")
    if block.kind != "paragraph" or len(lines) == 1:
        return [block]
    marked = sum(MARKER.match(line) is not None or _is_pair(line) for line in lines)
    paragraphs = all(not line[:1].islower() for line in lines) and max(map(len, lines)) > _MIN_PARAGRAPH
    if marked < max(2, len(lines) - 1) and not paragraphs:
        return [block]
    return [replace(block, text=line, page_breaks=block.page_breaks[:1]) for line in lines]


def _without_repeated(blocks: Sequence[Block]) -> list[Block]:
    """Pages for small and large screens say the same twice."""
    found = list(blocks[:1])
    for last, block in pairwise(blocks):
        if block.text != last.text or block.kind in ("row", "item"):
            found.append(block)
    return found


def _titles_table(blocks: Sequence[Block], index: int) -> bool:
    """A first row of one cell, above the rows of the table."""
    block, group = blocks[index], blocks[index].group
    is_first = not index or blocks[index - 1].kind != "row" or blocks[index - 1].group != group
    return is_first and block.kind == "row" and group > 0 and _heads_rows(block, blocks[index + 1 : index + 2])


def _heads_rows(block: Block, following: Sequence[Block]) -> bool:
    """A row of one cell above rows of several, or of labels with their values."""
    return (
        " · " not in block.text
        and not block.text.startswith("[")
        and any(
            row.kind == "row" and row.group == block.group and (" · " in row.text or row.text.startswith("["))
            for row in following
        )
    )


def _alone(block: Block) -> Block:
    if block.kind == "row" and " · " not in block.text and (MARKER.match(block.text) or _is_pair(block.text)):
        return _alone(replace(block, kind="paragraph", group=0))
    if block.kind != "paragraph":
        return block
    if MARKER.match(block.text):
        return replace(block, kind="item")
    return replace(block, kind="pair") if _is_pair(block.text) else block


def _is_pair(text: str) -> bool:
    if EQUATION.fullmatch(text):
        return True
    if not PAIR.fullmatch(text) or len(spans(text)) > 1 or text.endswith((":", ";")):
        return False
    return len(text.split(":", 1)[0].split()) <= MAX_LABEL_WORDS


def _unmarked_items(blocks: Sequence[Block]) -> list[Block]:
    """After a colon, paragraphs that end in semicolons are items that lost their marks, and so are short lines."""
    found = list(blocks)
    for index, block in enumerate(blocks):
        if block.kind not in ("paragraph", "item") or not block.text.endswith(":"):
            continue
        end = index + 1
        while end < len(blocks) and blocks[end].kind == "paragraph" and blocks[end].text.endswith((";", "; y", "; o")):
            end += 1
        if end == index + 1:
            end = _end_of_short_lines(blocks, end)
            found[index + 1 : end] = [replace(line, kind="item") for line in blocks[index + 1 : end]]
        else:
            last = end < len(blocks) and blocks[end].kind == "paragraph" and not blocks[end].text.endswith(":")
            for place in range(index + 1, end + last):
                found[place] = replace(blocks[place], kind="item")
    for index in range(1, len(found)):
        # A round bullet that was typed as a letter.
        block, last = found[index], found[index - 1]
        if block.kind in ("paragraph", "pair") and last.kind == "item" and TYPED_BULLET.match(block.text):
            found[index] = replace(block, kind="item", group=last.group)
    return found


def _end_of_short_lines(blocks: Sequence[Block], start: int) -> int:
    """Two or more without a stop, none of which goes on in the next one."""
    end = start
    while end < len(blocks) and _is_short_line(blocks[end]):
        end += 1
    return end if end > start + 1 else start


def _is_short_line(block: Block) -> bool:
    is_short = block.kind == "paragraph" and len(block.text) <= _MAX_UNMARKED
    return is_short and not block.text.endswith((*_TERMINAL, ":")) and not block.text[:1].islower()


class _Grouping:
    """Numbers lists and tables from the first to the last."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._source = blocks
        self._done: list[Block] = []
        self._number = 0
        self._styles: list[tuple[int, str]] = []
        """of the open list: its groups from the outermost in, and the marks of their items"""
        self._outer = ""
        """the mark of the last item before the open list, which it may be a part of"""

    def blocks(self) -> tuple[Block, ...]:
        for index, block in enumerate(self._source):
            match block.kind:
                case "item":
                    self._item(index, block)
                case "row":
                    self._row(index, block)
                    if _heads_rows(block, self._source[index + 1 : index + 2]):
                        self._done[-1] = replace(self._done[-1], kind="caption")
                case "pair":
                    self._done.append(replace(block, group=self._group_of_pair(index)))
                case "paragraph" if self._explains(block):
                    self._done.append(replace(block, kind="pair", group=self._done[-1].group))
                case _:
                    self._done.append(replace(block, group=0) if block.kind != "caption" else block)
        return tuple(self._done)

    def _item(self, index: int, block: Block) -> None:
        before = self._source[index - 1] if index else None
        goes_on = before is not None and before.kind == "item" and before.group == block.group
        if before is None or not goes_on or (len(self._styles) == 1 and self._closes_list(block)):
            self._open_list(index, block)
        elif self._is_nested(before, block):
            self._number += 1
            self._done[-1] = replace(self._done[-1], kind="lead_in", group=self._number)
            self._styles.append((self._number, _style(block)))
        elif len(self._styles) > 1 and _style(block) == self._styles[0][1]:
            del self._styles[1:]
        self._done.append(replace(block, group=self._styles[-1][0]))

    def _group_of_pair(self, index: int) -> int:
        """Pairs that follow each other are one form: a name, its telephone, its address."""
        if index and self._source[index - 1].kind == self._done[-1].kind == "pair":
            return self._done[-1].group
        following = self._source[index + 1 : index + 2]
        is_equation = EQUATION.fullmatch(self._source[index].text) is not None
        if not is_equation and [block.kind for block in following] != ["pair"]:
            return 0
        self._number += 1
        last = self._done[-1] if self._done else None
        if last and last.kind == "paragraph" and (last.text.endswith(":") or (is_equation and _is_short_line(last))):
            self._done[-1] = replace(self._done[-1], kind="lead_in", group=self._number)
        return self._number

    def _explains(self, block: Block) -> bool:
        """What the letters of a formula stand for: "donde T es la nota…", or the end of that sentence."""
        last = self._done[-1] if self._done else None
        if last is None or last.kind != "pair" or not last.group:
            return False
        goes_on = _WHERE.match(last.text) is not None and not last.text.endswith(".") and block.text[:1].islower()
        return goes_on or (EQUATION.fullmatch(last.text) is not None and _WHERE.match(block.text) is not None)

    def _open_list(self, index: int, block: Block) -> None:
        last = self._done[-1] if self._done else None
        following = self._source[index + 1] if index + 1 < len(self._source) else None
        announced = last is not None and (_announces(last, block) or self._announces_nested(last))
        if announced or (following is not None and following.kind == "item"):
            self._number += 1
            self._outer = self._mark_before()
            self._styles = [(self._number, _style(block))]
            if announced:
                self._done[-1] = replace(self._done[-1], kind="lead_in", group=self._number)
        else:
            self._styles = [(0, _style(block))]

    def _mark_before(self) -> str:
        """Of the last item under the same heading, if one stands near."""
        for done in reversed(self._done[-_MAX_BETWEEN:]):
            if done.kind in ("item", "heading"):
                return _style(done) if done.kind == "item" else ""
        return ""

    def _closes_list(self, block: Block) -> bool:
        """An item of the list that the open one stands in."""
        return _style(block) == self._outer != self._styles[0][1]

    def _is_nested(self, before: Block, block: Block) -> bool:
        """Under a numbered paragraph that ends in a colon; a list with a lead-in keeps what is nested in it."""
        if not before.text.endswith(":") or len(self._styles) > 1 or _style(before) == _style(block):
            return False
        return not self._has_lead_in(self._styles[0][0])

    def _announces_nested(self, block: Block) -> bool:
        """A numbered paragraph before a list that the format counts as another one."""
        return block.kind == "item" and block.text.endswith(":") and not self._has_lead_in(block.group)

    def _has_lead_in(self, number: int) -> bool:
        return any(done.kind == "lead_in" and done.group == number and number for done in self._done)

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
    """A paragraph that ends in a colon or asks or trails off; where the format marks the list, one without a stop."""
    if block.kind == "row":
        return " · " not in block.text and not block.text.startswith("[")
    if block.kind not in ("paragraph", "pair"):
        return False
    if block.text.endswith((":", "...", "…", "?")):
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

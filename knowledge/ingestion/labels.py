"""Labels and the values that stand on the line below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.ingestion.extract.base import Block

_LABEL = re.compile(r"[^\W_][^:\n.;!?\[\]]{1,60}:")
_STATED = re.compile(rf"{_LABEL.pattern}(?:\s|$)")
MAX_LABEL_WORDS = 6
_ITEM = re.compile(r"\(?\w{1,3}[.)]\s")
_COLUMNS = re.compile(r"\||\s·\s")
_MAX_VALUE = 80
"""letters"""


def is_label(text: str) -> bool:
    """A few words and a colon: the value stands elsewhere."""
    return _LABEL.fullmatch(text) is not None and len(text.split()) <= MAX_LABEL_WORDS


def with_values(blocks: Sequence[Block]) -> Iterator[Block]:
    """A label and the one short line below it are one block, where the next label, a heading or the end follows."""
    index = 0
    while index < len(blocks):
        block, *below = blocks[index : index + 3]
        if below and _is_label_line(block) and _is_value(below[0]) and _ends(below[1:]):
            block = replace(block, text=f"{block.text} {below[0].text}")
            index += 1
        yield block
        index += 1


def _is_label_line(block: Block) -> bool:
    return _is_line(block) and is_label(block.text) and not _ITEM.match(block.text)


def _is_line(block: Block) -> bool:
    return block.kind == "paragraph" and "\n" not in block.text


def _is_value(block: Block) -> bool:
    said = block.text
    is_short = _is_line(block) and len(said) <= _MAX_VALUE and (said[0].isalnum() or said[0] in "+«“\"'(")
    return is_short and not (said.endswith(":") or _ITEM.match(said) or _STATED.match(said) or _COLUMNS.search(said))


def _ends(following: Sequence[Block]) -> bool:
    """Whether no second value follows, which would make it a list."""
    return not following or following[0].level > 0 or _STATED.match(following[0].text) is not None

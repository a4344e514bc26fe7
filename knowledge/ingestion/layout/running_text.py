"""Headings that their print alone made, and whose words say that they are text: a heading is not quoted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.names import has_future, has_verb
from knowledge.ingestion.structure import EQUATION, MARKER

_MAX_WORDS = 14
"""of a heading that has a verb"""
_MAX_WORDS = 40
"""of a heading that has none, unless it is the document's first: a list of names in bold print is none"""
_MIN_WORDS = 5
"""of a sentence that orders something, as rules do in the future"""
_IN_SENTENCE = re.compile(r"[a-zà-öø-ÿ]+[,;.:)]?(?:\s|$)")
_ADDRESS = re.compile(r"(?<!\S)(?:www\.|[^\s:@]{1,64}+(?:://|@))\S++")
_ENDED = (".", ":", "!", "?", "…")
_UNENDED = (",", ";")


def without_sentences(blocks: Sequence[Block], is_named: Callable[[Block], bool]) -> list[Block]:
    """The blocks, with the headings that are sentences as paragraphs, and those that go on in small letters made one
    with what they go on in; `is_named` says which of them the document itself lists as headings."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, block) and not is_named(last):
            found[-1] = _joined(last, block)
        else:
            found.append(block)
    first = next((block for block in found if block.level), None)
    return [
        replace(block, level=0, kind="paragraph")
        if block.level and (_says(block.text) or _is_too_long(block, first)) and not is_named(block)
        else block
        for block in found
    ]


def _is_too_long(block: Block, first: Block | None) -> bool:
    return block is not first and len(block.text.split()) > _MAX_WORDS


def _goes_on(heading: Block, block: Block) -> bool:
    """Capitals end with their line, as a colon or a stop does."""
    if not heading.level or heading.text.isupper() or heading.text.endswith(_ENDED):
        return False
    is_text = block.kind in ("paragraph", "heading") and not MARKER.match(block.text)
    return is_text and _IN_SENTENCE.match(block.text) is not None


def _joined(first: Block, second: Block) -> Block:
    """A heading over two lines, or a paragraph whose first line is printed as one."""
    start = len(first.text) + 1
    page = first.page_breaks[-1][1] if first.page_breaks else 0
    breaks = ((start + offset, number) for offset, number in second.page_breaks if number != page)
    level = first.level if second.level else 0
    return Block(f"{first.text} {second.text}", level, (*first.page_breaks, *breaks))


def _says(text: str) -> bool:
    """What ends in a comma, goes on from a line before, is an address or a formula, too."""
    if EQUATION.fullmatch(text):
        return True
    if text.endswith(_UNENDED) or (_IN_SENTENCE.match(text) and not MARKER.match(text)) or _ADDRESS.fullmatch(text):
        return True
    words = len(text.split())
    if words >= _MIN_WORDS and not text.isupper() and has_future(text):
        return True
    long = words > _MAX_WORDS and not text.isupper()
    return (has_verb(text) and (long or text.endswith("."))) or (long and text.endswith("."))

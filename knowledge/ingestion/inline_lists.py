"""Lists that run through a paragraph: "se reconocen: a) asignaturas; b) tramos; c) cursos" is a lead-in and items.

A list may go on over several blocks, where some of its items begin a line and others do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.ingestion.divisions import from_offset
from knowledge.ingestion.extract.base import Block

_MARK = re.compile(r"(?:^|(?<=[:;,.]\s)|(?<=[;,]\s[yoeu]\s))\(?([a-z]|\d{1,2})\)\s+(?=\S)")
_BULLET = re.compile(r"(?:^|(?<=\s))[•▪◦●■□☐☑☒✓✔]\s+(?=\S)")
"""no sentence has one"""
_MIN_ITEMS = 3
_MIN_BULLETS = 2
_ANNOUNCED = re.compile(r":\s*$")

Place = tuple[int, int]
"""block and offset"""


def with_inline_items(blocks: Sequence[Block]) -> list[Block]:
    cuts: dict[int, list[int]] = {}
    for run in _runs(blocks):
        if len(run) >= _MIN_ITEMS and len({index for index, _start in run}) < len(run):
            for index, start in run:
                cuts.setdefault(index, []).append(start)
    for index, block in enumerate(blocks):
        bullets = [bullet.start() for bullet in _BULLET.finditer(block.text)]
        if index not in cuts and block.kind in ("paragraph", "item", "pair") and len(bullets) >= _MIN_BULLETS:
            cuts[index] = bullets
    found: list[Block] = []
    for index, block in enumerate(blocks):
        found += _parted(block, cuts[index]) if index in cuts else [block]
    return found


def _runs(blocks: Sequence[Block]) -> Iterator[list[Place]]:
    """The places of the marks a), b), c)… or 1), 2), 3)… of each list, in order."""
    run: list[Place] = []
    expected, ended = "", -1
    for index, block in enumerate(blocks):
        if block.kind not in ("paragraph", "item", "pair"):
            continue
        for match in _MARK.finditer(block.text):
            begins = match[1] in ("a", "1") and (not match.start() or _ANNOUNCED.search(block.text, 0, match.start()))
            if match[1] == expected and index <= ended + 1:
                run.append((index, match.start()))
            elif begins:
                yield run
                run = [(index, match.start())]
            else:
                continue
            expected, ended = _after(match[1]), index
    yield run


def _after(mark: str) -> str:
    return str(int(mark) + 1) if mark.isdecimal() else chr(ord(mark) + 1)


def _parted(block: Block, starts: Sequence[int]) -> Iterator[Block]:
    """What stands before the first mark keeps the block's kind, and the rest are items."""
    for start, end in zip([0, *starts], [*starts, len(block.text)], strict=True):
        part = block.text[start:end].rstrip()
        if part:
            kind = "item" if start in starts else "paragraph"
            cut = from_offset(block, start)
            yield replace(cut, text=part, kind=kind, group=block.group if kind == "item" else 0)

"""The words that changed in a clause."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal, NamedTuple

from knowledge.versions.clauses import plain

_TOKEN = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
# Fewer letters that stayed between two changes are no island to read.
_MIN_ISLAND = 4


class Run(NamedTuple):
    op: Literal["same", "removed", "added"]
    text: str


def changed_words(old: str, new: str) -> list[Run]:
    """The new text with what was removed from the old one in its place: runs of whole words, in reading order."""
    left, right = _tokens(old), _tokens(new)
    matcher = SequenceMatcher(None, _folded(old, left), _folded(new, right), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if _stays(new, right, block.b, block.size)]
    runs: list[Run] = []
    before = after = 0
    for block in [*blocks, None]:
        one, other = (block.a, block.b) if block else (len(left), len(right))
        _add(runs, "removed", old, left[before:one])
        _add(runs, "added", new, right[after:other])
        if block:
            _add(runs, "same", new, right[other : other + block.size])
            before, after = one + block.size, other + block.size
    return runs


def _tokens(text: str) -> list[tuple[int, int]]:
    """Where each word and sign stands, with the blanks that follow it, so that runs join to the text."""
    starts = [found.start() for found in _TOKEN.finditer(text)]
    return [*pairwise([*starts, len(text)])] if starts else []


def _folded(text: str, tokens: list[tuple[int, int]]) -> list[str]:
    return [plain(text[start:end]) for start, end in tokens]


def _stays(text: str, tokens: list[tuple[int, int]], start: int, size: int) -> bool:
    if not size:
        return False
    whole = text[tokens[start][0] : tokens[start + size - 1][1]].strip()
    is_edge = start == 0 or start + size == len(tokens)
    return is_edge or len(whole) >= _MIN_ISLAND


def _add(runs: list[Run], op: Literal["same", "removed", "added"], text: str, tokens: list[tuple[int, int]]) -> None:
    if tokens:
        runs.append(Run(op, text[tokens[0][0] : tokens[-1][1]]))

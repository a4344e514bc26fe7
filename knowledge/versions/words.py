"""The words that changed in a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    runs: list[Run] = []
    for removed, added, _old, stays in _parts(old, new):
        runs += [Run("removed", removed), Run("added", added), Run("same", stays)]
    return [run for run in runs if run.text]


def both_sides(old: str, new: str) -> tuple[list[Run], list[Run]]:
    """Each text whole, with what the other has not marked in it."""
    before, after = list[Run](), list[Run]()
    for removed, added, was, stays in _parts(old, new):
        before += [Run("removed", removed), Run("same", was)]
        after += [Run("added", added), Run("same", stays)]
    return [run for run in before if run.text], [run for run in after if run.text]


def _parts(old: str, new: str) -> Iterator[tuple[str, str, str, str]]:
    """What was removed, what came in its place, and what follows and stays: as it was written and as it is."""
    left, right = _tokens(old), _tokens(new)
    matcher = SequenceMatcher(None, _folded(old, left), _folded(new, right), autojunk=False)
    before = after = 0
    for one, other, size in matcher.get_matching_blocks():
        is_last = (one, other) == (len(left), len(right))
        if not is_last and not _stays(new, right, other, size):
            continue
        yield (
            _joined(old, left[before:one]),
            _joined(new, right[after:other]),
            _joined(old, left[one : one + size]),
            _joined(new, right[other : other + size]),
        )
        before, after = one + size, other + size


def _tokens(text: str) -> list[tuple[int, int]]:
    """Where each word and sign stands, with the blanks that follow it, so that runs join to the text."""
    starts = [found.start() for found in _TOKEN.finditer(text)]
    return [*pairwise([*starts, len(text)])] if starts else []


def _folded(text: str, tokens: list[tuple[int, int]]) -> list[str]:
    return [plain(text[start:end]) for start, end in tokens]


def _stays(text: str, tokens: list[tuple[int, int]], start: int, size: int) -> bool:
    whole = text[tokens[start][0] : tokens[start + size - 1][1]].strip()
    is_edge = start == 0 or start + size == len(tokens)
    return is_edge or len(whole) >= _MIN_ISLAND


def _joined(text: str, tokens: list[tuple[int, int]]) -> str:
    return text[tokens[0][0] : tokens[-1][1]] if tokens else ""

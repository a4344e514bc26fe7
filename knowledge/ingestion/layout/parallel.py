"""Pages in two languages side by side: each language is read through, not page by page in turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from knowledge.ingestion.layout.lines import Line

Region = list[Line]
_SHORT = 3
"""letters of the words that tell languages apart: articles and prepositions"""
_MIN_WORDS = 100
"""of so few letters, on each side"""
_MIN_FOREIGN = 0.14
"""share of the short words of one side that the other never uses; .07 in two columns of one language"""
_WORD = re.compile(r"[^\W\d_]+")


def in_order(pages: Sequence[Sequence[Region]]) -> list[Region]:
    """The regions of all pages as they are read."""
    sides = [[(_side(region, page), region) for region in page] for page in pages]
    if not _are_foreign(sides):
        return [region for page in pages for region in page]
    ordered: list[Region] = []
    for parallel, run in groupby(sides, key=lambda page: {"left", "right"} <= {side for side, _region in page}):
        regions = [pair for page in run for pair in page]
        ordered += [region for side, region in regions if not parallel or side != "right"]
        ordered += [region for side, region in regions if parallel and side == "right"]
    return ordered


def _side(region: Region, page: Sequence[Region]) -> str:
    lines = [line for other in page for line in other]
    middle = (min(line.x0 for line in lines) + max(line.x1 for line in lines)) / 2
    slack = 0.05 * middle
    if all(line.x1 <= middle + slack for line in region):
        return "left"
    return "right" if all(line.x0 >= middle - slack for line in region) else "both"


def _are_foreign(sides: Sequence[Sequence[tuple[str, Region]]]) -> bool:
    counts = {"left": Counter[str](), "right": Counter[str](), "both": Counter[str]()}
    for page in sides:
        for side, region in page:
            words = (word.lower() for line in region for word in _WORD.findall(line.text))
            counts[side].update(word for word in words if len(word) <= _SHORT)
    left, right = counts["left"], counts["right"]
    if min(left.total(), right.total()) < _MIN_WORDS:
        return False
    return min(_foreign(left, right), _foreign(right, left)) >= _MIN_FOREIGN


def _foreign(words: Counter[str], others: Counter[str]) -> float:
    return sum(count for word, count in words.items() if word not in others) / words.total()

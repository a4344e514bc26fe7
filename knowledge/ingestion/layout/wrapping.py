"""Lines of typed text: which were broken at a margin, and which are lines of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from knowledge.ingestion.layout.hyphens import Hyphens
from knowledge.ingestion.layout.items import begins_item
from knowledge.ingestion.structure import MARKER
from knowledge.ingestion.words import any_of

_NARROWEST = 60
_WIDEST = 120
_UNEVEN = 8
"""characters by which lines of one paragraph end apart"""
_SHORT = 0.6
"""of the margin: a line that ends before was not broken there"""
_IN_SENTENCE = re.compile(r"\s*[a-zà-öø-ÿ]+[,;.:)]?(?:\s|$)")
_COLUMNS = re.compile(r"\S(?:\s{3,}|\t)\S")
_NUMBERED = re.compile(r"\s*\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d_a-z]")
_LABEL = re.compile(r"\s*[^\W\d_a-z][^:.;]{1,50}:\s")
_TERMINAL = (".", ":", ";", "!", "?")
_AMOUNT = re.compile(r"\s*\d[\d.,]*\s+[a-zà-öø-ÿ]")
_REPEATED_AMOUNT = re.compile(r"\s*\(\d{1,3}\)\s+[a-zà-öø-ÿ]")
"""a number that rules say in words and in figures: "cinco (5) días" """
_REFERENCE = re.compile(r"\s*[^\W\d_][\w'’-]+(?:\s[\w'’-]+){0,3},\s(?:[^\W\d_]\.\s?){1,3}.{0,80}?\(\d{4}\)")
"""what a list of books begins each of them with: "Sandoval, M. (2015)" """
_CONNECTING = re.compile(rf"\s*(?:{any_of('connecting')})\s", re.IGNORECASE)


def margin(paragraphs: Iterable[Sequence[str]]) -> int:
    """The width that the lines were broken at, as those show that break within a sentence; 0 where none does."""
    broken = sorted(
        len(previous)
        for lines in paragraphs
        for previous, line in pairwise(lines)
        if _NARROWEST <= len(previous) <= _WIDEST and _goes_on(line) and not _COLUMNS.search(previous)
    )
    return broken[int(0.9 * (len(broken) - 1))] if broken else 0


def unwrap(lines: Sequence[str], width: int, hyphens: Hyphens) -> list[str]:
    """Lines that were broken at a margin of `width` become one again; all others stay lines of their own."""
    joined = list(lines[:1])
    for previous, line in pairwise(lines):
        if not _is_broken(previous, line, width):
            joined.append(line)
        else:
            joined[-1] = hyphens.before(joined[-1].rstrip(), line.lstrip()) + line.lstrip()
    return joined


def rejoin(lines: Sequence[str], width: int) -> list[str]:
    """Lines of a format that joins them: one that begins as an item does stays apart, and so does one after a line
    that no margin ended."""
    joined = list(lines[:1])
    for previous, line in pairwise(lines):
        whole = not width or len(previous) < _SHORT * width or (previous.endswith(_TERMINAL) and _LABEL.match(line))
        if MARKER.match(line) or _NUMBERED.match(line) or (whole and not _goes_on(line)):
            joined.append(line)
        else:
            joined[-1] += f" {line}"
    return joined


def _is_broken(previous: str, line: str, width: int) -> bool:
    """Whether `line` only goes on where the margin ended `previous`."""
    if not width or len(previous) > width + _UNEVEN or _NUMBERED.match(line) or _REFERENCE.match(line):
        return False
    if _counts_on(previous, line):
        return len(previous) >= _SHORT * width
    if begins_item(line, previous):
        return False
    if _LABEL.match(line) and (_LABEL.match(previous) or previous.endswith(_TERMINAL)):
        return False
    if _COLUMNS.search(previous.strip()) or _COLUMNS.search(line.strip()):
        return False
    if _goes_on(line) or _is_title(previous, line):
        return len(previous) >= _SHORT * width
    # The next word would have fitted: whoever broke the line meant to.
    fits = len(previous) + 1 + len(line.split(maxsplit=1)[0]) <= width
    return not fits or (len(previous) >= width - _UNEVEN and not previous.endswith(_TERMINAL))


def _counts_on(previous: str, line: str) -> bool:
    """Whether the line begins with a number that stands within a sentence, and marks no item."""
    if _REPEATED_AMOUNT.match(line):
        return previous[-1:].isalpha() and not MARKER.match(previous)
    return _AMOUNT.match(line) is not None and not previous.endswith((".", ":", "!", "?"))


def _goes_on(line: str) -> bool:
    return _IN_SENTENCE.match(line) is not None and not MARKER.match(line)


def _is_title(previous: str, line: str) -> bool:
    """Two lines in capitals, the second of which cannot stand alone."""
    return previous.isupper() and line.isupper() and _CONNECTING.match(line) is not None

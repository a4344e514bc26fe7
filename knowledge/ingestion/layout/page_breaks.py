"""Pages of a text that a program took out of a PDF: their numbers stand on lines of their own, and the same few lines
follow each."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile
from statistics import median

_NUMBER = re.compile(r"\s*\d{1,4}\s*")
_MAX_HEAD_LINES = 5
_MIN_PAGE_LINES = 15
"""of text: what counts up sooner are rows or items"""
_SHARE = 0.5
"""of the pages, that a line of a head stands on"""
_TERMINAL = tuple(".:;!?")


def without_page_breaks(text: str) -> tuple[str, tuple[str, ...]]:
    """The text less what stands between two pages, and the lines of the heads, each once; a paragraph that
    continues on the next page is one again. The text itself where no head is repeated."""
    lines = text.split("\n")
    numbers = _page_numbers(lines)
    heads = [_below(lines, number) for number in numbers]
    counts = Counter(lines[place].strip() for head in heads for place in head)
    running = {line for line, count in counts.items() if count >= max(2, _SHARE * len(numbers))}
    if not running:
        return text, ()
    dropped, blank = set[int](), set[int]()
    for number, head in zip(numbers, heads, strict=True):
        ends = [number, *takewhile(lambda place: lines[place].strip() in running, head)]
        before, after = _around(lines, number, ends[-1])
        below = "".join(lines[after : after + 1]).lstrip()
        goes_on = before >= 0 and below[:1].islower() and not lines[before].rstrip().endswith(_TERMINAL)
        dropped |= set(range(before + 1, after))
        blank |= set() if goes_on else {before + 1}
    kept = [
        "" if place in blank else line for place, line in enumerate(lines) if place in blank or place not in dropped
    ]
    return "\n".join(kept), tuple(dict.fromkeys(line.strip() for line in lines if line.strip() in running))


def _page_numbers(lines: Sequence[str]) -> list[int]:
    """Places of the longest run of lone numbers that count up by one, a page of text apart."""
    alone = [place for place, line in enumerate(lines) if _NUMBER.fullmatch(line) and _has_room(lines, place)]
    last: dict[int, tuple[int, int]] = {}  # number -> how many count up to it, and its place
    before: dict[int, int] = {}
    for place in alone:
        count, previous = last.get(int(lines[place]) - 1, (0, -1))
        last[int(lines[place])], before[place] = (count + 1, place), previous
    _count, place = max(last.values(), default=(0, -1))
    best: list[int] = []
    while place >= 0:
        best.append(place)
        place = before[place]
    best.reverse()
    sizes = [sum(bool(line.strip()) for line in lines[first:second]) for first, second in pairwise(best)]
    return best if sizes and median(sizes) >= _MIN_PAGE_LINES else []


def _has_room(lines: Sequence[str], place: int) -> bool:
    before, after = lines[place - 1 : place], lines[place + 1 : place + 2]
    return not "".join(before).strip() or not "".join(after).strip()


def _below(lines: Sequence[str], number: int) -> list[int]:
    """Places of the first lines of the next page."""
    said = [place for place in range(number + 1, min(len(lines), number + 3 * _MAX_HEAD_LINES)) if lines[place].strip()]
    return said[:_MAX_HEAD_LINES]


def _around(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """Places of the nearest lines with text before and after; -1 and the number of lines where there is none."""
    before = next((place for place in range(first - 1, -1, -1) if lines[place].strip()), -1)
    after = next((place for place in range(last + 1, len(lines)) if lines[place].strip()), len(lines))
    return before, after

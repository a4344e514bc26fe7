"""A quote that the page interrupts: columns that interleave, a running title or a footnote in its midst."""

import re
from difflib import SequenceMatcher

from knowledge.highlighting.matching import Span, fold

_WORD = re.compile(r"\w+")
RUN = 3
"""words in a row that count as a piece of the quote"""
SHARE = 0.6
"""of the quote's words that such pieces must cover"""
GAP = 2
"""words that may stand between two pieces shown as one"""


def find_scattered(quote: str, text: str) -> list[Span]:
    """The pieces of the quote, in its order; empty unless they are most of it."""
    words = [fold(word) for word in _WORD.findall(quote)]
    places = [Span(*match.span()) for match in _WORD.finditer(text)]
    matcher = SequenceMatcher(None, words, [fold(text[place.start : place.end]) for place in places], autojunk=False)
    pieces = [(block.b, block.b + block.size) for block in matcher.get_matching_blocks() if block.size >= RUN]
    if sum(end - start for start, end in pieces) < SHARE * len(words):
        return []
    return [Span(places[start].start, places[end - 1].end) for start, end in _joined(pieces)]


def _joined(pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        if joined and start - joined[-1][1] <= GAP:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined

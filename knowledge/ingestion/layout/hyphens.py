"""Hyphens at the ends of lines: most part a word, some join two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

HYPHENS = ("-", "‐", "\u00ad")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]++$")
_MIN_LETTERS = 4
"""of each word of a compound: shorter ones are syllables as often"""


class Hyphens:
    """Knows the words that a document writes on one line."""

    def __init__(self, runs: Iterable[Sequence[str]]) -> None:
        """`runs` of lines that stand below each other."""
        self._words = {word for lines in runs for word in _whole_words(lines)}

    def before(self, text: str, following: str) -> str:
        """`text` as it stands before the next line: with a blank, or without the hyphen that parts a word."""
        if not text.endswith(HYPHENS) or not text[-2:-1].isalnum() or not following[:1].isalnum():
            return f"{text} "
        first, second = _LAST_WORD.search(text[:-1]), _FIRST_WORD.match(following)
        if first is None or second is None:
            return text
        if not following[:1].islower() and not (first[0].isupper() and second[0].isupper() and len(second[0]) > 1):
            return text
        return text if self._is_compound(first[0].lower(), second[0].lower()) else text[:-1]

    def _is_compound(self, first: str, second: str) -> bool:
        """Written so elsewhere; or of two words that the document uses, which it never writes as one."""
        if f"{first}-{second}" in self._words:
            return True
        are_words = {first, second} <= self._words and min(len(first), len(second)) >= _MIN_LETTERS
        return are_words and first + second not in self._words


def _whole_words(lines: Sequence[str]) -> Iterable[str]:
    """All but the halves of what a hyphen parts at the end of a line."""
    parted = False
    for line, following in pairwise([*lines, ""]):
        words = [word.lower() for word in _WORD.findall(line)]
        ends_parted = line.endswith(HYPHENS) and bool(following)
        yield from words[parted : len(words) - ends_parted]
        parted = ends_parted

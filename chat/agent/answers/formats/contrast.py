"""Which words sentences share, and which each of them has alone: numbers and dates before others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MAX_WORDS = 6
_WORD = re.compile(r"\d[\d.,:/-]*\d(?: ?[%€°][C]?)?|\d(?: ?[%€°][C]?)?|[^\W\d_]{3,}")
_HEADER = re.compile(r"\[[^\]\n]+\] ")


@dataclass(frozen=True)
class Contrast:
    shared: tuple[str, ...]
    number_shared: int
    own: tuple[tuple[str, ...], ...]
    """for each sentence what only it says: its numbers, else its words"""


def contrast(sentences: Sequence[str]) -> Contrast:
    said = [_said(sentence) for sentence in sentences]
    shared = [word for key, word in said[0].items() if all(key in other for other in said[1:])]
    return Contrast(tuple(shared[:MAX_WORDS]), len(shared), tuple(_own(said, place) for place in range(len(said))))


def _said(sentence: str) -> dict[str, str]:
    """Folded word -> as it is written, in the sentence's order, without function words."""
    found: dict[str, str] = {}
    for word in _WORD.findall(_HEADER.sub("", sentence)):
        if fold(word) not in STOPWORDS:
            found.setdefault(fold(word), word)
    return found


def _own(said: Sequence[dict[str, str]], place: int) -> tuple[str, ...]:
    others = {key for number, words in enumerate(said) if number != place for key in words}
    own = [word for key, word in said[place].items() if key not in others]
    numbers = [word for word in own if word[0].isdigit()]
    return tuple((numbers or own)[:MAX_WORDS])

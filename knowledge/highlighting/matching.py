"""Where a quote stands in a text that may break, hyphenate, space or ligate it otherwise."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

SHORT = 30
"""characters; so short a quote could be part of another word or number, and must be whole words"""


@dataclass(frozen=True)
class Span:
    """text[start:end]"""

    start: int
    end: int


@dataclass(frozen=True)
class Key:
    """Letters and digits of a text, folded; origins[i] is where letters[i] stood in it."""

    letters: str
    origins: list[int]


@cache
def _folded(character: str) -> str:
    """Without case, accents and ligatures; empty for what is neither letter nor digit."""
    return "".join(part for part in unicodedata.normalize("NFKD", character).casefold() if part.isalnum())


def fold(text: str) -> str:
    return "".join(map(_folded, text))


def key_of(text: str) -> Key:
    letters: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        for letter in _folded(character):
            letters.append(letter)
            origins.append(position)
    return Key("".join(letters), origins)


def exact(quote: str, text: str) -> Iterator[Span]:
    """Occurrences with any white space standing for any other."""
    words = quote.split()
    if not words:
        return
    for match in re.finditer(r"\s+".join(map(re.escape, words)), text):
        span = Span(*match.span())
        if len(quote) > SHORT or _is_whole(text, span):
            yield span


def loose(quote: str, text: str, key: Key | None = None) -> Iterator[Span]:
    """Occurrences by letters and digits alone. `key` is that of `text`, where it is at hand."""
    letters = fold(quote)
    key = key or key_of(text)
    found = key.letters.find(letters) if letters else -1
    while found >= 0:
        span = Span(key.origins[found], key.origins[found + len(letters) - 1] + 1)
        if len(quote) > SHORT or _is_whole(text, span):
            yield span
        found = key.letters.find(letters, found + 1)


def _is_whole(text: str, span: Span) -> bool:
    """Neither end cuts a word or a number."""
    cuts_first = span.start > 0 and text[span.start - 1].isalnum() and text[span.start].isalnum()
    cuts_last = span.end < len(text) and text[span.end].isalnum() and text[span.end - 1].isalnum()
    return not (cuts_first or cuts_last)


def find(quote: str, text: str) -> Span | None:
    return next(exact(quote, text), None) or next(loose(quote, text), None)

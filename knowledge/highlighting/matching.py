"""Where a quote stands in a text that may break, hyphenate, space or ligate it otherwise."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache


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
    """Whole-word occurrences, any white space standing for any other."""
    words = quote.split()
    if not words:
        return
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    after = r"(?!\w)" if words[-1][-1].isalnum() else ""
    pattern = before + r"\s+".join(map(re.escape, words)) + after
    for match in re.finditer(pattern, text):
        yield Span(*match.span())


def loose(quote: str, text: str, key: Key | None = None) -> Iterator[Span]:
    """Whole-word occurrences by letters and digits alone. `key` is that of `text`, where it is at hand."""
    letters = fold(quote)
    key = key or key_of(text)
    found = key.letters.find(letters) if letters else -1
    while found >= 0:
        span = Span(key.origins[found], key.origins[found + len(letters) - 1] + 1)
        if _starts_word(text, span.start) and _ends_word(text, span.end):
            yield span
        found = key.letters.find(letters, found + 1)


def _starts_word(text: str, position: int) -> bool:
    return position == 0 or not text[position - 1].isalnum()


def _ends_word(text: str, position: int) -> bool:
    return position == len(text) or not text[position].isalnum()


def find(quote: str, text: str) -> Span | None:
    return next(exact(quote, text), None) or next(loose(quote, text), None)

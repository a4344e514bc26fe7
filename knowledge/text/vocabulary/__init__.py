"""What is known of Galician, Spanish and English words: read here, once, from a file for each language."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("gl", "es", "en")
DATED_ONLY = ("ca",)
"""languages of which only the names of months are known"""


@dataclass(frozen=True)
class Vocabulary:
    """Small letters, with accents; the stop words without."""

    months: Sequence[Sequence[str]]
    """January first"""
    months_in_short: Sequence[Sequence[str]]
    weekdays: Sequence[Sequence[str]]
    """Monday first"""
    ordinals: Sequence[Sequence[str]]
    """first, second, …"""
    ambiguous_ordinals: frozenset[str]
    question_words: frozenset[str]
    and_words: frozenset[str]
    ambiguous_numbers: frozenset[str]
    stop_words: frozenset[str]
    language_markers: frozenset[str]
    abbreviations: frozenset[str]
    abbreviations_before_numbers: frozenset[str]
    year_words: frozenset[str]
    """what stands before a year that may be written in short"""
    numbered_words: frozenset[str]
    """what stands before numbers that are no year"""
    duty_words: frozenset[str]
    """what must, may or need not be done"""
    numbers: Mapping[str, Sequence[str]]
    """figures -> how they are written in words"""
    units: Mapping[str, str]
    """unit -> its words, with blanks between"""


@cache
def vocabulary(language: str) -> Vocabulary:
    text = (Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8")
    # What is a list of words, and not of lists of words, is written as one text.
    parts = {name: frozenset(v.split()) if isinstance(v, str) else v for name, v in tomllib.loads(text).items()}
    return Vocabulary(**parts)


def in_any(words: Callable[[Vocabulary], frozenset[str]]) -> frozenset[str]:
    """The words of a list in all three languages."""
    return frozenset().union(*(words(vocabulary(language)) for language in LANGUAGES))


def numbered(lists: Callable[[Vocabulary], Sequence[Sequence[str]]]) -> dict[str, int]:
    """word -> its place in the lists of all three languages, from 1: months, days of the week, ordinals."""
    return {
        word: number
        for language in LANGUAGES
        for number, words in enumerate(lists(vocabulary(language)), start=1)
        for word in words
    }


def month_numbers() -> dict[str, int]:
    """Name of a month, in any language that documents are dated in -> 1 to 12."""
    found = {**numbered(lambda known: known.months), **numbered(lambda known: known.months_in_short)}
    for language in DATED_ONLY:
        months = tomllib.loads((Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8"))["months"]
        found |= {word: number for number, words in enumerate(months, start=1) for word in words}
    return found

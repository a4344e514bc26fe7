"""What a term is: words and language-aware stems in one space, accents folded, codes kept whole."""

import re
import unicodedata
from functools import cached_property, lru_cache
from hashlib import blake2b
from threading import local
from typing import TYPE_CHECKING

from knowledge.text import galician, spanish
from knowledge.text.stopwords import STOPWORDS

if TYPE_CHECKING:
    from Stemmer import Stemmer

# A run of letters and digits; one with a digit may go on over . , : / - ("630G02V01", "30/2015", "12.3", "8:15").
TOKEN = re.compile(r"\w*\d\w*(?:[.,:/-]\w*\d\w*)*|[^\W\d_]+", re.UNICODE)
# "P.A.P.A.", "EE.UU."; a name follows no such stop: "J.M.Rey".
_INITIALS = re.compile(r"(?<![\w.])(?:[A-ZÁÉÍÓÚÑ]{1,2}\.){2,}[A-Z]{0,2}(?!\w)")
PARTS = re.compile(r"\w+")
SNOWBALL = {"es": "spanish", "en": "english"}
STEM_MARK = "~"
MIN_BEGINNING, MAX_REWRITTEN = 2, 3
"""Letters of a stem that its word has too, and that it may not have: with one to spare."""
MAX_REWRITTEN_WORD = 5
"""Letters of a word of whose beginning its stem may keep less."""
MAX_REMEMBERED_LENGTH = 40
"""Longer pieces are addresses, or a script without spaces: they hardly come back."""


@lru_cache(maxsize=200_000)
def fold(word: str) -> str:
    """Lower case without accents: "Matrícula" and "matricula" are one word."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


class _Stemmers(local):
    """Snowball's stemmers keep the word that they are at in themselves: each thread has its own."""

    @cached_property
    def by_language(self) -> dict[str, "Stemmer"]:
        from Stemmer import Stemmer

        # `stem` remembers what was asked; they need not.
        return {language: Stemmer(name, maxCacheSize=0) for language, name in SNOWBALL.items()}


_stemmers = _Stemmers()


@lru_cache(maxsize=200_000)
def stem(word: str, language: str) -> str:
    """The folded stem: Snowball's in English and, but for irregular verbs, in Spanish, our own in Galician; the whole
    word in any other language."""
    if language not in SNOWBALL:
        return galician.stem(fold(word)) if language == "gl" else fold(word)
    word = word.lower()
    if language == "es" and word.endswith("amos"):
        word = word[:-1]  # "préstamos" is a plural here and no verb, or it would not meet "préstamo"
    found = fold(_stemmers.by_language[language].stemWord(word))
    return spanish.regular(found) if language == "es" else found


def beginnings(term: str) -> tuple[str, ...]:
    """What words begin with, folded, that have the term, one or another: those of more than MAX_REWRITTEN_WORD letters,
    in a language that keeps beginnings."""
    if not term.startswith(STEM_MARK):
        return (term,)
    stem = term.removeprefix(STEM_MARK)
    return tuple(found[: max(MIN_BEGINNING, len(found) - MAX_REWRITTEN)] for found in (stem, *spanish.irregular(stem)))


def keeps_beginning(language: str) -> bool:
    """Not Galician, with its irregular verbs ("pida", "pedir").

    Snowball takes nothing off before the third letter, and rewrites two letters at most of what it leaves
    ("presencia", "presente"), of short words more ("dying", "die").
    """
    return language != "gl"


def words(text: str) -> list[str]:
    """Words and codes in order, as written; a compound code is followed by its parts, initials lose their stops.

    They are those of its pieces, `text.split()`, one after the other.
    """
    found: list[str] = []
    for piece in text.split():
        if piece.isalpha():
            found.append(piece)
        else:
            found += words_in(piece)
    return found


def distinct_words(text: str) -> set[str]:
    pieces = set(text.split())
    mixed = [piece for piece in pieces if not piece.isalpha()]
    return pieces.difference(mixed).union(*map(words_in, mixed))


def lone_word(piece: str) -> str:
    """The word of a text without white space, folded; empty where it has none or several."""
    inside = words_in(piece)
    return fold(inside[0]) if len(inside) == 1 else ""


def words_in(piece: str) -> tuple[str, ...]:
    """Of a text without white space."""
    if piece.isalpha():
        return (piece,)
    return _remembered_words(piece) if len(piece) <= MAX_REMEMBERED_LENGTH else _split(piece)


@lru_cache(maxsize=100_000)
def terms_in(piece: str, language: str) -> frozenset[str]:
    """The terms of a text without white space; those of stop words too."""
    inside = words_in(piece)
    return frozenset(map(fold, inside)).union(STEM_MARK + stem(word, language) for word in inside if word.isalpha())


def _split(piece: str) -> tuple[str, ...]:
    found: list[str] = TOKEN.findall(_INITIALS.sub(_without_stops, piece) if "." in piece else piece)
    return tuple(word for token in found for word in ((token,) if token.isalnum() else (token, *PARTS.findall(token))))


_remembered_words = lru_cache(maxsize=100_000)(_split)


def _without_stops(initials: re.Match[str]) -> str:
    return initials[0].replace(".", "")


def terms(text: str, language: str) -> list[str]:
    """Folded words without stop words, and beside each the stem of its language, marked so as to stay apart."""
    found: list[str] = []
    for word in words(text):
        folded = fold(word)
        if folded in STOPWORDS:
            continue
        found.append(folded)
        if word.isalpha():
            found.append(STEM_MARK + stem(word, language))
    return found


@lru_cache(maxsize=500_000)
def term_hash(term: str) -> int:
    """64 bits, signed as PostgreSQL's bigint: the index needs no table of its vocabulary."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little", signed=True)


def folded_words(text: str) -> frozenset[str]:
    return frozenset(map(fold, words(text)))


def folded_in_place(text: str) -> str:
    """Folded letter by letter, so that places in it are places in the text."""
    return "".join(one if len(one := fold(letter)) == 1 else letter for letter in text)

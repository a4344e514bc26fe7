"""A question's words, said in other words: those of the lexicon, and cognates of those that it does not know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.retrieval.lexicon.entries import Key, Phrase, index, longest
from knowledge.text.galician import galician_spellings, spanish_spellings
from knowledge.text.language import LANGUAGES
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, stem, terms, words

# Beside 1 for a word as it was asked.
TRANSLATION = 0.7
SYNONYM = 0.5
SPELLING = 0.35
# Shorter words have too many neighbours for a guess at their spelling.
MIN_LETTERS = 4


@dataclass(frozen=True)
class Wording:
    """Another way to say it: the terms of each of its words, which share the weight."""

    words: tuple[tuple[str, ...], ...]
    weight: float


@dataclass(frozen=True)
class Match:
    source: tuple[str, ...]
    """the words of the question that it stands for, folded, in order, without stop words"""
    wordings: tuple[Wording, ...]


@lru_cache(maxsize=1024)
def matches(query: str, language: str) -> tuple[Match, ...]:
    """What can be said otherwise, from left to right, the longest phrase first; no word is in two of them."""
    asked = [word for word in words(query) if fold(word) not in STOPWORDS]
    found: list[Match] = []
    start = 0
    while start < len(asked):
        length, wordings = _longest(asked[start : start + longest()], language)
        if wordings:
            found.append(Match(tuple(fold(word) for word in asked[start : start + length]), wordings))
        start += length
    return tuple(found)


def _longest(asked: Sequence[str], language: str) -> tuple[int, tuple[Wording, ...]]:
    """How many of the words are taken, at least one, and what else they may be called.

    Short questions are often taken for the neighbouring language, so the other two are asked where this one is silent.
    """
    for asked_in in (language, *(other for other in LANGUAGES if other != language)):
        for length, stems in _keys(asked, asked_in):
            if phrases := index().get((asked_in, stems)):
                return length, tuple(dict.fromkeys(_wording(phrase, asked_in) for phrase in phrases))
    return 1, _cognates(asked[0], language)


def _keys(asked: Sequence[str], language: str) -> Iterator[tuple[int, Key]]:
    stems = tuple(stem(word, language) for word in asked)
    return ((length, stems[:length]) for length in range(len(stems), 0, -1))


@lru_cache(maxsize=20_000)
def _wording(phrase: Phrase, asked_in: str) -> Wording:
    weight = SYNONYM if phrase.language == asked_in else TRANSLATION
    by_word = (tuple(terms(word, phrase.language)) for word in words(phrase.text))
    return Wording(tuple(found for found in by_word if found), weight)


def _cognates(word: str, language: str) -> tuple[Wording, ...]:
    if not word.isalpha() or len(word) < MIN_LETTERS or language not in ("gl", "es"):
        return ()
    spellings = spanish_spellings(word) if language == "gl" else galician_spellings(word)
    other = "es" if language == "gl" else "gl"
    guessed = (tuple(terms(spelling, other)) for spelling in spellings)
    return tuple(Wording((found,), SPELLING) for found in guessed if found)

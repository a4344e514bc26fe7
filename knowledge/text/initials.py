"""Acronyms that nobody spells out: whether a word is the initials of what a title says."""

from functools import lru_cache

from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

MIN_LETTERS, MAX_LETTERS = 3, 6


def may_be_acronym(word: str) -> bool:
    return word.isalpha() and MIN_LETTERS <= len(word) <= MAX_LETTERS


@lru_cache(maxsize=65536)
def stands_for(acronym: str, text: str) -> bool:
    """Whether words of the text that follow each other begin with these letters; function words may be left out."""
    said = _folded(text)
    return any(
        word[0] == acronym[0] and word not in STOPWORDS and _begins(acronym, said[place:])
        for place, word in enumerate(said)
    )


@lru_cache(maxsize=4096)
def _folded(title: str) -> tuple[str, ...]:
    return tuple(map(fold, words(title)))


def _begins(letters: str, said: tuple[str, ...]) -> bool:
    if not letters:
        return True
    if not said:
        return False
    taken = said[0].startswith(letters[0]) and _begins(letters[1:], said[1:])
    return taken or (said[0] in STOPWORDS and _begins(letters, said[1:]))

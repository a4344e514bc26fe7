"""Words of names and of questions, made alike: folded, Roman numerals as digits, and what stands around them kept."""

import re
from dataclasses import dataclass

from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

_WORD = re.compile(r"[^\W_]+")
_BREAK = re.compile(r"[^\w\s'’\-_]")
_SENTENCE = re.compile(r"[.?!:¿¡\n]")
_NUMERALS = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
# English "I" that begins a clause of its own is no numeral.
_AFTER_PRONOUN = frozenset(
    "am can could did do have had may might must need should want was will would get take".split()
)

CONNECTORS = frozenset(
    "a o as os e y u de do da dos das del la el los las en no na nos nas para por con and of the in on for to".split()
)
ARTICLES = frozenset(
    "o a os as do da dos das no na nos nas ao aos pola polo un unha uns unhas el la los las del al un una unos unas "
    "the an any some which what que cal cales cuales otras otros outras outros estas estos esas these those".split()
)


@dataclass(frozen=True)
class Word:
    text: str
    folded: str
    """or the digit of a Roman numeral"""
    begins: bool = False
    """a sentence, so that its capital says nothing"""
    apart: bool = False
    """punctuation stands before it"""

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()

    @property
    def carries(self) -> bool:
        """It is no function word."""
        return self.folded not in STOPWORDS and self.folded not in CONNECTORS


def words_of(text: str) -> tuple[Word, ...]:
    matches = list(_WORD.finditer(text))
    found = []
    for number, match in enumerate(matches):
        before = text[matches[number - 1].end() if number else 0 : match.start()]
        after = fold(matches[number + 1].group()) if number + 1 < len(matches) else ""
        begins = number == 0 or bool(_SENTENCE.search(before))
        found.append(Word(match.group(), _folded(match.group(), after), begins, bool(_BREAK.search(before))))
    return tuple(found)


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name that count; all of them where none does."""
    found = tuple(word.folded for word in words_of(name))
    return tuple(word for word in found if word not in CONNECTORS) or found


def _folded(text: str, after: str) -> str:
    folded = fold(text)
    if folded == "i" and after in _AFTER_PRONOUN:
        return folded
    return _NUMERALS.get(folded, folded)


def tolerance(length: int) -> int:
    """How many slips of the pen a word of this length may have."""
    return 0 if length < 5 else 1 if length < 9 else 2

"""Questions as they are typed: without marks, accents or capitals, in words of the corridor, without their verb.

A question is typed in another way each time that it is seen.
"""

import csv
import random
import re
import unicodedata
from functools import cache, partial
from pathlib import Path

TYPED_SHARE = 0.6
"""Of the questions; the others stay as they were written."""
EACH_SHARE = 0.5
"""The chance of each thing that typing changes."""
WORDS = Path(__file__).with_name("typed_words.tsv")
"""a pattern of what is written, what is typed"""

_MARKS = re.compile(r"[¿?¡!]")
_IS_THE = re.compile(
    r"^[¿\s]*(?:cu[aá]l(?:es)? (?:es|son|era|eran) (?:el|la|los|las)|cal(?:es)? (?:[eé]|son) (?:o|a|os|as)"
    r"|what(?:'s| is| are| was| were) the) ",
    re.IGNORECASE,
)
"""The nouns that follow say what is asked for without it."""


def typed(question: str, chance: random.Random) -> str:
    if chance.random() >= TYPED_SHARE:
        return question
    in_other_words = partial(_in_other_words, chance=chance)
    changes = (_without_verb, in_other_words, _without_marks, str.lower, _without_accents)
    for change in changes:
        if chance.random() < EACH_SHARE:
            question = change(question)
    return question


def _without_verb(question: str) -> str:
    return _IS_THE.sub("", question)


def _without_marks(question: str) -> str:
    return _MARKS.sub("", question).strip()


def _without_accents(question: str) -> str:
    """ñ stays: it has a key of its own."""
    apart = unicodedata.normalize("NFD", question)
    kept = re.sub("(?<![nN])[\u0300-\u036f]", "", apart)
    return unicodedata.normalize("NFC", kept)


def _in_other_words(question: str, chance: random.Random) -> str:
    for pattern, word in _words():
        if chance.random() < EACH_SHARE:
            question = pattern.sub(word, question)
    return question


@cache
def _words() -> tuple[tuple[re.Pattern[str], str], ...]:
    with WORDS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    return tuple((re.compile(rf"\b(?:{written})\b", re.IGNORECASE), word) for written, word in rows)

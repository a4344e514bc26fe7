"""Questions as they are typed: without marks, accents or capitals, in words of the corridor, without their verb, in
content words alone.

A question is typed in another way each time that it is seen.
"""

import csv
import random
import re
import unicodedata
from functools import cache, partial
from pathlib import Path

from knowledge.retrieval.query import ASKING
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

TYPED_SHARE = 0.6
"""Of the questions; the others stay as they were written."""
EACH_SHARE = 0.5
"""The chance of each thing that typing changes."""
BARE_SHARE = 0.15
"""Of the typed ones, in their content words alone, as what is asked of a side of a comparison is read."""
WORDS = Path(__file__).with_name("typed_words.tsv")
"""a pattern of what is written, what is typed"""

_WORD = re.compile(r"[\w./-]+")
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
    return _bare(question) if chance.random() < BARE_SHARE else question


def _bare(question: str) -> str:
    told = [word for word in _WORD.findall(question) if fold(word) not in STOPWORDS | ASKING]
    return " ".join(told) or question


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

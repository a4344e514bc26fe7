"""How a traveller's words are meant: as a question, of what is not wished for, or of little money."""

import re

from chat.trips.vocabulary import phrase
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any

_QUESTION_WORDS = "|".join(sorted(map(fold, in_any(lambda known: known.question_words))))
_ASKING = phrase(rf"\?|¿|^(?!{{let}}\b)(?:y |e |and )?(?:{_QUESTION_WORDS}|is|are|does|do|can)\b|\b{{asks}}\b")
# Before a word: it is not wished for.
_NEGATED = phrase(
    r"\b(?:{remove}|{dislike}|{less}|no|non|not)(?: {so_much}\b){0,3}+(?: \w+)?+(?: {so_much}\b){0,3}+\s*$"
)
# "Poco dinero", "no tenemos mucha pasta", "a tight budget", "sen gastar moito"; not "un presupuesto alto".
_NO = r"(?:no|non|not|sin|sen|without|nin?|\w+n t)"
_SHORT_OF_MONEY = phrase(
    rf"\b(?:{{few}} (?:de )?{{money}}|{{money}} (?:\w+ ){{0,2}}{{few}}|{_NO} (?:\w+ ){{0,4}}{{much}} {{money}}"
    rf"|{_NO} (?:\w+ ){{0,2}}{{spent}} {{much}}|{{spent}} (?:\w+ )?{{few}}|{{broke}})\b"
)
# "600 euros", "$2,000".
_SUM = phrase(r"[€$£] ?\d[\d.,]*+(?: \d{3}\b){0,3}+|\b\d[\d.,]*+(?: \d{3}\b){0,3}+ ?(?:{currency}\b|[€$£])")
_SIGNS = re.compile(r"[’'.,;:-]+")


def asks_something(text: str) -> bool:
    """In the words of a question, which may have a plain answer."""
    return bool(_ASKING.search(fold(text)))


def is_negated(before: str) -> bool:
    """What stands after these folded words is not wished for."""
    return bool(_NEGATED.search(before))


def is_short_of_money(folded: str) -> bool:
    return bool(_SHORT_OF_MONEY.search(plain(folded)))


def sum_in(folded: str) -> str:
    """An amount of money, as it is said; empty where none is."""
    found = _SUM.search(folded)
    return found[0] if found else ""


def without_money(folded: str) -> str:
    """Without a sum, or the words that say that there is little."""
    return _SHORT_OF_MONEY.sub(" ", plain(_SUM.sub(" ", folded)))


def plain(folded: str) -> str:
    """Without marks: "non drivers", "we don t drive"."""
    return _SIGNS.sub(" ", folded)

"""Little money, and no car: what a traveller says of means that the form has no field, or many words, for."""

import re
from functools import cache

from chat.trips.vocabulary import alternatives, says, without

# Whatever is written between them: "non-drivers", "we don't drive".
_SIGNS = re.compile(r"[’'.,;:-]+")


def is_short_of_money(folded: str) -> bool:
    """ "Poco dinero", "no tenemos mucha pasta", "a tight budget", "sen gastar moito"; not "un presupuesto alto"."""
    return bool(_short().search(_plain(folded)))


def without_money(folded: str) -> str:
    """Without the words that say so."""
    return _short().sub(" ", _plain(folded))


def goes_without_car(folded: str) -> bool:
    """Said of whoever does not drive, or has nothing to drive."""
    return says("no_car", _plain(folded))


def without_car(folded: str) -> str:
    """Without the words that say so."""
    return without(_plain(folded), "no_car")


def _plain(folded: str) -> str:
    return _SIGNS.sub(" ", folded)


@cache
def _short() -> re.Pattern[str]:
    money, few, much, spent = map(alternatives, ("money", "few", "much", "spent"))
    some, no = r"(?:\w+ ){0,2}", r"(?:no|non|not|sin|sen|without|nin?|\w+n t)"
    ways = (
        rf"{few} (?:de )?{money}",
        rf"{money} {some}{few}",
        rf"{no} (?:\w+ ){{0,4}}{much} {money}",
        rf"{no} {some}{spent} {much}",
        rf"{spent} (?:\w+ )?{few}",
        alternatives("broke"),
    )
    return re.compile(rf"\b(?:{'|'.join(ways)})\b")

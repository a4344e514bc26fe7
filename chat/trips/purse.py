"""Little money, which the form has many words for."""

import re
from functools import cache

from chat.trips.vocabulary import alternatives

_SIGNS = re.compile(r"[’'.,;:-]+")


def is_short_of_money(folded: str) -> bool:
    """ "Poco dinero", "no tenemos mucha pasta", "a tight budget", "sen gastar moito"; not "un presupuesto alto"."""
    return bool(_short().search(plain(folded)))


def without_money(folded: str) -> str:
    """Without the words that say so."""
    return _short().sub(" ", plain(folded))


def plain(folded: str) -> str:
    """Without marks: "non drivers", "we don t drive"."""
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

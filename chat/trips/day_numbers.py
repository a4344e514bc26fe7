"""The days of a plan that a message names by their numbers: "el día 2 y el 3", "the last day", "la última noche"."""

import re
from functools import cache

from chat.trips.days import PARTS
from chat.trips.vocabulary import alternatives, says
from knowledge.text.numbers import ANY_ORDINAL


def days_named(folded: str, last: int) -> tuple[int, ...]:
    """`last` is the number of the last day."""
    found = []
    for match in _named().finditer(folded):
        number = match["number"] or match["other"]
        ordinal = match["ordinal"]
        found.append(int(number) if number else last if says("last", ordinal) else ANY_ORDINAL[ordinal])
    return tuple(number for number in dict.fromkeys(found) if 1 <= number <= last)


def without_days(folded: str) -> str:
    return _named().sub(" ", folded)


@cache
def _named() -> re.Pattern[str]:
    day, ordinals = alternatives("day"), "|".join([*ANY_ORDINAL, *re.split(r"\W+", alternatives("last")[3:-1])])
    return re.compile(
        rf"\b{day} (?P<number>\d{{1,2}})\b|\b(?:y|e|and|con|with|por|for) (?:el|o|the)? ?(?P<other>\d{{1,2}})$"
        rf"|\b(?P<ordinal>{ordinals}) (?:{'|'.join((day, *map(alternatives, PARTS)))})\b"
    )

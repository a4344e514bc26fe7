"""The days of a plan that a message names by their numbers: "el día 2 y el 3", "the last day", "la última noche"."""

from chat.trips.vocabulary import phrase, says
from knowledge.text.numbers import ANY_ORDINAL

_NAMED = phrase(
    r"\b{day} (?P<number>\d{1,2})\b|\b(?:y|e|and|con|with|por|for) (?:el|o|the)? ?(?P<other>\d{1,2})$"
    rf"|\b(?P<ordinal>{'|'.join(ANY_ORDINAL)}|{{last}}) (?:{{day}}|{{morning}}|{{afternoon}}|{{evening}})\b"
)


def days_named(folded: str, last: int) -> tuple[int, ...]:
    """`last` is the number of the last day."""
    found = []
    for match in _NAMED.finditer(folded):
        number = match["number"] or match["other"]
        ordinal = match["ordinal"]
        found.append(int(number) if number else last if says("last", ordinal) else ANY_ORDINAL[ordinal])
    return tuple(number for number in dict.fromkeys(found) if 1 <= number <= last)


def without_days(folded: str) -> str:
    return _NAMED.sub(" ", folded)

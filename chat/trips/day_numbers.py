"""What of a plan a message names: days by numbers ("el día 2 y el 3", "la última noche"), items by a word of a name."""

import re

from chat.trips.change import Known
from chat.trips.items import Key
from chat.trips.vocabulary import MIN_NAME_WORD, phrase, says, thing
from knowledge.text.numbers import ANY_ORDINAL
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

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


def items_named(folded: str, known: Known) -> tuple[Key, ...]:
    """Those that share most words with a text."""
    words = {word for word in folded.split() if len(word) >= MIN_NAME_WORD}
    places = {word for title in known.places.values() for word in fold(title).split()}
    words -= places | STOPWORDS
    of_names = {key: set(re.findall(r"\w+", fold(name))) - places - STOPWORDS for key, name in known.items.items()}
    # One of its kind, in another language: "the gallery" where the guide writes "Galería"; not all galleries.
    kinds = {kind for word in words if not word.endswith("s") and (kind := thing(word))}
    shared = {key: len(words & said) or int(any(thing(one) in kinds for one in said)) for key, said in of_names.items()}
    best = max(shared.values(), default=0)
    return tuple(key for key, count in shared.items() if best and count == best)

"""A message that says where to go instead, and nothing else: "mejor en Adelaida", "ok then Newcastle"."""

import re
from collections.abc import Mapping
from typing import Any

from chat.trips.places import apart
from chat.trips.saying import is_negated
from chat.trips.vocabulary import pattern
from chat.trips.wishes import without_values
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Words that turn a trip elsewhere, or around.
TURNING = ("turn", "instead", "replace", "more")


def turned_to(text: str, places: Mapping[int, str], offered: Mapping[str, Any]) -> tuple[int, ...]:
    """The places that it names and does not decline; none where it says more than that, and values of the form."""
    before, rest = apart(text, places)
    wanted = tuple(place for place, words in before.items() if not is_negated(words))
    return wanted if says_little(rest, offered) else ()


def says_little(text: str, offered: Mapping[str, Any]) -> bool:
    """Nothing of weight, beside values of the form."""
    rest = without_values(fold(text), offered)
    for name in TURNING:
        rest = pattern(name).sub(" ", rest)
    return all(word in STOPWORDS or len(word) == 1 for word in re.findall(r"[^\W_]+", rest))

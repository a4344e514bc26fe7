"""What is planned, by a word of its name that only it has."""

import re

from chat.trips.change import Known
from chat.trips.items import Key
from chat.trips.vocabulary import MIN_NAME_WORD, thing
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold


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

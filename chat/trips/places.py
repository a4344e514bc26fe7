"""Which places a trip goes to, and in which order."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from chat.trips.legs import Leg
from chat.trips.saying import is_negated
from chat.trips.vocabulary import phrase, says
from chat.trips.wishes import Trip, says_little
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Sydney, Sídney, Sidney: a word so nearly spelt as a title names it.
SPELLING_THRESHOLD = 0.8
MIN_NAME_LETTERS = 5
# Before a name: somebody wants to go there.
_TOWARDS = phrase(r"\b{towards} (?:(?:la|el|o|a|the) )?$")
# Somebody wants to go there instead.
_EXCHANGED = phrase(r"\b{replace}(?:lo|la)?(?: \w+){0,2} {instead} (?:(?:la|el|o|a|the) )?$")
# What an hour of travel takes from the worth of a place, which is 0 to 2, and what it costs not to know the way.
HOUR, UNKNOWN_WAY = 0.15, 3.0


def named(text: str, places: Mapping[int, str]) -> list[int]:
    """The places that a text names, in its order; `places` are titles by document id."""
    return list(_found(re.findall(r"[^\W_]+", fold(text)), places))


def pointed_at(text: str, said: Iterable[str], places: Mapping[int, str]) -> str:
    """The place that "there" means: the last one that the earlier messages name; empty where the text says its own."""
    if named(text, places) or not says("there", fold(text)):
        return ""
    return next((places[found[0]] for one in said if (found := named(one, places))), "")


def _found(words: Sequence[str], places: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """Place -> where its name stands among the words, from the first to beyond the last; in their order."""
    found: dict[int, tuple[int, int]] = {}
    for pk, title in places.items():
        length = len(title.split())
        for start in range(len(words) - length + 1):
            if _is_spelt(" ".join(words[start : start + length]), fold(title)):
                found.setdefault(pk, (start, start + length))
    return dict(sorted(found.items(), key=lambda one: one[1]))


def apart(text: str, places: Mapping[int, str]) -> tuple[dict[int, str], str]:
    """Each place that a text names, with the words before its name, and the text without the names: folded words, with
    a stroke for a name."""
    words = re.findall(r"[^\W_]+", fold(text))
    found = _found(words, places)
    inside = {at for start, end in found.values() for at in range(start, end)}
    rest = ["|" if at in inside else word for at, word in enumerate(words)]
    return {pk: " ".join(rest[:start]) for pk, (start, _end) in found.items()}, " ".join(rest)


def destinations(text: str, names: Sequence[tuple[int, int]]) -> list[str]:
    """Of the names in a text (where each begins and ends) those that somebody wants to go to."""
    return [text[start:end] for start, end in names if _TOWARDS.search(fold(text[:start]))]


def exchanged(text: str, names: Sequence[tuple[int, int]]) -> list[str]:
    """Those that take the place of another: "cambia Brisbane por Cairns"."""
    return [text[start:end] for start, end in names if _EXCHANGED.search(fold(text[:start]))]


def only_names(text: str, places: Mapping[int, str]) -> bool:
    """Whether a message is the names of places and nothing else of weight: "Gold Coast", "Sídney y Melbourne"."""
    found = named(text, places)
    words = [word for word in re.findall(r"[^\W_]+", fold(text)) if word not in STOPWORDS]
    names = [word for place in found for word in fold(places[place]).split()]
    return bool(found) and all(any(_is_spelt(word, name) for name in names) for word in words)


def _is_spelt(words: str, title: str) -> bool:
    if words == title:
        return True
    if min(len(words), len(title)) < MIN_NAME_LETTERS or words[0] != title[0]:
        return False
    return SequenceMatcher(None, words, title).ratio() >= SPELLING_THRESHOLD


def most_places(days: int) -> int:
    """Up to three days one place, up to a week two, then about one for three days."""
    return 1 if days <= 3 else 2 if days <= 7 else round(days / 3)


def is_of_several(folded: str) -> bool:
    """ "Several cities", "there and around"."""
    return says("several", folded)


def _wanted(trip: Trip, named_places: int) -> int:
    most = most_places(trip.days)
    if is_of_several(fold(trip.text)):
        return most
    # A place that was asked for by name is left only when a week has passed.
    days_each = 7 if named_places else 4
    return min(most, max(named_places, -(-trip.days // days_each)))


def choose(trip: Trip, asked: Sequence[int], worth: Mapping[int, float], legs: Sequence[Leg]) -> list[int]:
    """Those that are asked for, else the worthiest; then what is worthy and near, in the order of the journey."""
    chosen = list(asked[: most_places(trip.days)]) or [max(worth, key=lambda place: worth[place])]
    others = [place for place in worth if place not in chosen]
    while others and len(chosen) < _wanted(trip, len(asked)):
        following = max(others, key=lambda place: worth[place] - min(_cost(legs, place, one) for one in chosen))
        others.remove(following)
        chosen.append(following)
    return _journey(chosen, legs)


def _journey(chosen: list[int], legs: Sequence[Leg]) -> list[int]:
    """From the first on always to the nearest, then turned round where that makes the whole way shorter."""
    order, rest = chosen[:1], chosen[1:]
    while rest:
        order.append(min(rest, key=lambda place: _cost(legs, order[-1], place)))
        rest.remove(order[-1])
    turned = True
    while turned:
        turns = (order[:start] + order[start:end][::-1] + order[end:] for start, end in _parts(len(order)))
        best = min(turns, key=lambda way: _length(way, legs), default=order)
        turned = _length(best, legs) < _length(order, legs) - 1e-9
        order = best if turned else order
    return order


def _parts(places: int) -> Iterator[tuple[int, int]]:
    return ((start, end) for start in range(1, places) for end in range(start + 2, places + 1))


def _length(order: Sequence[int], legs: Sequence[Leg]) -> float:
    return sum(_cost(legs, one, other) for one, other in pairwise(order))


def _cost(legs: Sequence[Leg], one: int, other: int) -> float:
    times = [leg.minutes for leg in legs if set(leg.places) == {one, other}]
    return HOUR * min(times) / 60 if times else UNKNOWN_WAY


def days_each(days: int, places: int, *, favourite: bool = False) -> list[int]:
    """As equal as can be, the first have the days that are left over; a favourite first has twice its share."""
    if favourite and places > 1:
        first = -(-2 * days // (places + 1))
        return [first, *days_each(days - first, places - 1)]
    return [days // places + (place < days % places) for place in range(places)]


def turned_to(text: str, places: Mapping[int, str], offered: Mapping[str, Any]) -> tuple[int, ...]:
    """ "Mejor en Adelaida", "ok then Newcastle": the places that it names and does not decline; none where it says more
    than that, and values of the form."""
    before, rest = apart(text, places)
    wanted = tuple(place for place, words in before.items() if not is_negated(words))
    return wanted if says_little(rest, offered) else ()

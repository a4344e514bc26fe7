"""How worthy places are of a traveller who wishes for nothing in particular: how varied the sights of each are, and how
many ways lead there. How many sights its guide lists says nothing of a place."""

from collections.abc import Mapping, Sequence
from math import log

from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.legs import Leg, drivable
from chat.trips.wishes import Trip


def in_general(atlas: Atlas, trip: Trip) -> dict[int, float]:
    """0-2 for each place."""
    sights = guides.sights(atlas.searcher.scope, atlas.guide)
    near = _neighbours(drivable(atlas.legs, trip, atlas.guide), atlas.places)
    most = max(near.values(), default=0) or 1
    return {place: _variety(atlas, text) + near[place] / most for place, text in sights.items() if place in near}


def _variety(atlas: Atlas, sights: str) -> float:
    """0-1: the entropy of the interests that the sights serve."""
    lines = [line for line in sights.splitlines() if line.strip()]
    counts = [sum(atlas.guide.tells(one, line) for line in lines) for one in atlas.interests]
    shares = [count / sum(counts) for count in counts if count]
    return -sum(share * log(share) for share in shares) / log(len(counts)) if len(shares) > 1 else 0.0


def _neighbours(legs: Sequence[Leg], places: Mapping[int, str]) -> dict[int, int]:
    """How many other places a way leads to from each."""
    ways = {frozenset(leg.places) for leg in legs}
    return {place: sum(place in way for way in ways) for place in places}

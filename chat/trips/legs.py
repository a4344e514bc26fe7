"""Ways from one place to another, read from table rows that name two places and how long it takes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chat.trips.guide import Guide
from chat.trips.needs import BY_AIR, LAND
from chat.trips.wishes import Trip
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold

_HOURS = re.compile(r"\b(\d{1,2}) ?h(?: (\d{1,2}) ?min)?\b|\b(\d{1,3}) ?min\b")
# Minutes that a flight takes beside its own, and that a journey with a change takes at most: it is made in a day.
AIRPORT, MAX_CHANGED = 180, 12 * 60
BY_CAR, BY_OTHERS = "means.drive", ("means.train", "means.coach", "by_air")
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True)
class Leg:
    places: tuple[int, int]
    """as the row names them"""
    minutes: int
    section_id: int
    start: int
    """section text[start:end] is the row"""
    end: int
    text: str


def legs_in(section_id: int, text: str, places: Mapping[int, str], guide: Guide) -> Iterable[Leg]:
    """`places` are titles by document id. A row says from where to where first, and what else it names later."""
    for line in _LINE.finditer(text):
        duration = _HOURS.search(fold(line[0]))
        if duration is None or not ROW.match(line[0]):
            continue
        both = _ends(line[0], places)
        if both:
            minutes = _minutes(duration) + AIRPORT * guide.tells("by_air", line[0])
            yield Leg(both, minutes, section_id, line.start(), line.start() + len(line[0].rstrip()), line[0])


def _ends(row: str, places: Mapping[int, str]) -> tuple[int, int] | None:
    """Both in the row's first cell, or one in each of its first two: what comes later is stopped at, or changed at."""
    first, second = (_named(cell, places) for cell in [*row.split(" · "), ""][:2])
    if len(first) == 2:
        return first[0], first[1]
    alone = len(first) == len(second) == 1 and " – " not in row.split(" · ")[0]
    return (first[0], second[0]) if alone and first != second else None


def _named(cell: str, places: Mapping[int, str]) -> list[int]:
    found = ((fold(cell).find(fold(name)), pk) for pk, name in places.items())
    return [pk for at, pk in sorted(found) if at >= 0]


def _minutes(duration: re.Match[str]) -> int:
    hours, minutes, alone = duration.groups()
    return int(alone) if alone else 60 * int(hours) + int(minutes or 0)


def route(legs: Sequence[Leg], one: int, other: int, trip: Trip, guide: Guide) -> tuple[Leg, ...]:
    """The best leg; two by way of a third place where no row leads there, or only one that the traveller does not
    want. None where a day is too short for it, or where nobody drives and the guides know of no other way."""
    legs = drivable(legs, trip, guide)
    direct = best(legs, one, other, trip, guide)
    if direct and _is_wanted(direct, trip, guide):
        return (direct,)
    between = {place for leg in legs for place in leg.places} - {one, other}
    ways = [
        (first, second)
        for place in sorted(between)
        if (first := best(legs, one, place, trip, guide)) and (second := best(legs, place, other, trip, guide))
        if first.minutes + second.minutes <= MAX_CHANGED
    ]
    if direct:
        ways = [way for way in ways if all(_is_wanted(leg, trip, guide) for leg in way)]
    changed = min(ways, key=lambda way: _unwelcome(way, trip, guide), default=())
    return changed or ((direct,) if direct else ())


def best(legs: Sequence[Leg], one: int, other: int, trip: Trip, guide: Guide) -> Leg | None:
    """By the means that the traveller wants, where a row tells of any, not by car for whoever goes without one; then
    what suits the budget, then in the direction of travel, then the quickest."""
    between = [leg for leg in legs if set(leg.places) == {one, other}]
    return min(
        between,
        key=lambda leg: (*_unwelcome((leg,), trip, guide)[:-1], leg.places != (one, other), leg.minutes),
        default=None,
    )


def _unwelcome(way: Sequence[Leg], trip: Trip, guide: Guide) -> tuple[bool, bool, bool, int]:
    """What speaks against a way, the weightiest first."""
    return (
        not all(goes_by(leg, trip.means, guide) for leg in way),
        goes_without_car(trip, guide) and any(guide.tells(BY_CAR, leg.text) for leg in way),
        not all(guide.tells(trip.budget, leg.text) for leg in way),
        sum(leg.minutes for leg in way),
    )


def _is_wanted(leg: Leg, trip: Trip, guide: Guide) -> bool:
    if trip.means:
        return goes_by(leg, trip.means, guide)
    return not (goes_without_car(trip, guide) and guide.tells(BY_CAR, leg.text))


def drivable(legs: Sequence[Leg], trip: Trip, guide: Guide) -> Sequence[Leg]:
    """All of them; for whoever does not drive none that are made by car alone."""
    if not trip.carless:
        return legs
    by_others = (any(guide.tells(means, leg.text) for means in BY_OTHERS) for leg in legs)
    return [leg for leg, by_other in zip(legs, by_others, strict=True) if by_other or not guide.tells(BY_CAR, leg.text)]


def goes_without_car(trip: Trip, guide: Guide) -> bool:
    """Whoever says so, or travels as such people do, or saves money: a car is hired."""
    return trip.carless or trip.budget in guide.budgets[:1] or guide.tells("without_car", trip.query)


def goes_by(leg: Leg, means: str, guide: Guide) -> bool:
    by_air = guide.tells("by_air", leg.text)
    if means in (BY_AIR, LAND):
        return by_air == (means == BY_AIR)
    return bool(means) and guide.tells(means, leg.text)

"""Ways from one place to another, read from table rows that name two places and how long it takes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chat.trips.guide import Guide
from chat.trips.wishes import BY_AIR, LAND, Trip
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold

_HOURS = re.compile(r"\b(\d{1,2}) ?h(?: (\d{1,2}) ?min)?\b|\b(\d{1,3}) ?min\b")
# Minutes that a flight takes beside its own.
AIRPORT = 180
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


def best(legs: Sequence[Leg], one: int, other: int, trip: Trip, guide: Guide) -> Leg | None:
    """By the means that the traveller wants, where a row tells of any; then what suits the budget, then in the
    direction of travel, then the quickest."""
    between = [leg for leg in legs if set(leg.places) == {one, other}]
    return min(
        between,
        key=lambda leg: (
            not goes_by(leg, trip.means, guide),
            not guide.tells(trip.budget, leg.text),
            leg.places != (one, other),
            leg.minutes,
        ),
        default=None,
    )


def goes_by(leg: Leg, means: str, guide: Guide) -> bool:
    by_air = guide.tells("by_air", leg.text)
    if means in (BY_AIR, LAND):
        return by_air == (means == BY_AIR)
    return bool(means) and guide.tells(means, leg.text)

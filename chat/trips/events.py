"""Which of a guide's events fall on the days of a trip, by the months that are told of each."""

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta

from dateutil.easter import easter

from chat.trips.vocabulary import phrase, says
from chat.trips.wishes import Trip
from knowledge.text.months import NAMES
from knowledge.text.terms import fold

# "a finales de mayo", "mid-June", "el 31 de diciembre", "mayo".
_TOLD = phrase(
    r"(?:\b(?P<third>{early}|{mid}|{late})[ -](?:de |of )?|\b(?P<day>\d{1,2}) (?:de |of )?)?\b(?P<month>{month_name})\b"
)
EASTER_DAYS = 8
"""before and after it"""
THIRDS = {"early": (1, 10), "mid": (11, 20), "late": (21, 31)}


def days_of(trip: Trip, today: date) -> tuple[date, date] | None:
    """First and last of the trip; of a trip in a month the whole month that comes next; None where nobody said when."""
    if trip.start:
        return trip.start, trip.start + timedelta(trip.days - 1)
    if not trip.month:
        return None
    year = today.year + (trip.month < today.month)
    return date(year, trip.month, 1), _day(year, trip.month, 31)


def falls_on(text: str, first: date, last: date) -> bool:
    """Whether what is told of has a day in common with first to last; never for what tells of no month."""
    folded = fold(text)
    if says("even_years", folded) and first.year % 2:
        return False
    return any(begins <= last and first <= ends for begins, ends in _seasons(folded, first.year))


def _seasons(folded: str, year: int) -> Iterator[tuple[date, date]]:
    """In the year, and of what goes on into the year or the next, those too. Several months told are one season."""
    if says("easter", folded):
        yield easter(year) - timedelta(EASTER_DAYS), easter(year) + timedelta(EASTER_DAYS)
    told = list(_TOLD.finditer(folded))
    if not told:
        return
    for begun in (year - 1, year, year + 1):
        begins, ends = _span(told[0], begun)[0], _span(told[-1], begun)[1]
        yield begins, ends if ends >= begins else _span(told[-1], begun + 1)[1]


def _span(told: re.Match[str], year: int) -> tuple[date, date]:
    month = NAMES[told["month"]]
    if told["day"]:
        day = _day(year, month, int(told["day"]))
        return day, day
    third = next((name for name in THIRDS if told["third"] and says(name, told["third"])), "")
    first, last = THIRDS.get(third, (1, 31))
    return _day(year, month, first), _day(year, month, last)


def _day(year: int, month: int, day: int) -> date:
    return date(year, month, max(1, min(day, calendar.monthrange(year, month)[1])))

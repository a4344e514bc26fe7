"""How long a trip is and when, as its traveller writes it: "a week", "del 10 al 14 de mayo", "in May"."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from chat.trips.vocabulary import alternatives, says
from knowledge.text.dates import parse_date
from knowledge.text.months import NAMES
from knowledge.text.numbers import ANY_COUNT

NUMBERS = {word: number for word, number in ANY_COUNT.items() if number} | {"a": 1}
_NUMBER = r"(\d{1,2}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
_MONTH = "(" + "|".join(sorted(NAMES, key=len, reverse=True)) + ")"
_YEAR = r"(?:,? (?:del? |of )?(\d{4}))?"
# "del 10 al 14 de mayo", "10-14 May", "from 28 April to 3 May"; then the same with the month first.
_RANGE = re.compile(
    rf"\b(\d{{1,2}})(?: (?:de )?{_MONTH})? ?(?:al?|ao|to|ata o?|hasta el|until|-|–) ?"
    rf"(\d{{1,2}}) (?:de |of )?{_MONTH}\b{_YEAR}"
)
_RANGE_MONTH_FIRST = re.compile(rf"\b{_MONTH} (\d{{1,2}}) ?(?:to|until|-|–) ?(\d{{1,2}})\b{_YEAR}")
_DAY = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:de |of )?{_MONTH}\b{_YEAR}")
_DAY_MONTH_FIRST = re.compile(rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}")
DAYS_OF_A_WEEK, DAYS_OF_A_WEEKEND = 7, 2


@dataclass(frozen=True)
class When:
    """None and 0 for what is not said."""

    days: int = 0
    start: date | None = None
    month: int = 0
    """where no day is said"""


def when(folded: str, today: date) -> When:
    """A day without a year is the next that comes."""
    first, last = _range(folded, today)
    if first and last:
        return When((last - first).days + 1, first)
    start = parse_date(folded) if re.search(r"\d{4}", folded) else None
    start = start or _single(folded, today)
    return When(days_in(folded), start, 0 if start else _month(folded))


def says_dates(folded: str) -> bool:
    """From one day to another."""
    return bool(_RANGE.search(folded) or _RANGE_MONTH_FIRST.search(folded))


@cache
def _counted() -> re.Pattern[str]:
    unit = rf"(?:{alternatives('more')} )?(?:(?P<weeks>{alternatives('week')})|{alternatives('day')})"
    return re.compile(rf"\b{_NUMBER}[ -]{unit}\b")


def days_in(folded: str) -> int:
    said = _counted().search(folded)
    if said:
        number = int(said[1]) if said[1].isdigit() else NUMBERS[said[1]]
        return number * DAYS_OF_A_WEEK if said["weeks"] else number
    return DAYS_OF_A_WEEKEND if says("weekend", folded) else 0


def _range(folded: str, today: date) -> tuple[date | None, date | None]:
    if found := _RANGE.search(folded):
        day, month, last_day, last_month, year = found.groups()
        return _both(day, month or last_month, last_day, last_month, year, today)
    if found := _RANGE_MONTH_FIRST.search(folded):
        month, day, last_day, year = found.groups()
        return _both(day, month, last_day, month, year, today)
    return None, None


def _both(
    day: str, month: str, last_day: str, last_month: str, year: str | None, today: date
) -> tuple[date | None, date | None]:
    first = _date(day, month, year, today)
    last = _date(last_day, last_month, year, first) if first else None
    return first, last


def _single(folded: str, today: date) -> date | None:
    if found := _DAY.search(folded):
        return _date(found[1], found[2], found[3], today)
    if found := _DAY_MONTH_FIRST.search(folded):
        return _date(found[2], found[1], found[3], today)
    return None


def _date(day: str, month: str, year: str | None, after: date) -> date | None:
    try:
        found = date(int(year) if year else after.year, NAMES[month], int(day))
        return found if year or found >= after else found.replace(year=after.year + 1)
    except ValueError:
        return None


@cache
def _in_month() -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives('month_before')} {_MONTH}\b")


def _month(folded: str) -> int:
    found = _in_month().search(folded)
    return NAMES[found[1]] if found else 0

"""How long a trip is and when, as its traveller writes it: "a week", "del 10 al 14 de mayo", "in May"."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from chat.trips.vocabulary import alternatives, pattern, says, words
from knowledge.text.dates import parse_date
from knowledge.text.months import NAMES, WEEKDAYS
from knowledge.text.numbers import ANY_COUNT

NUMBERS = {word: number for word, number in ANY_COUNT.items() if number} | dict.fromkeys(words("one"), 1)
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
DAYS_OF_A_MONTH, DAYS_OF_A_WEEK, DAYS_OF_A_WEEKEND = 30, 7, 2
PARTS_OF_A_DAY = ("morning", "afternoon", "evening")
MONTHS, MONDAY, SATURDAY = 12, 0, 5


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
    if first is None:
        first, last = _weekdays(folded, today)
    if first and last:
        return When((last - first).days + 1, first)
    start = parse_date(folded) if re.search(r"\d{4}", folded) else None
    start = start or _single(folded, today) or _soon(folded, today)
    return When(days_in(folded), start, 0 if start else _month(folded, today))


def says_dates(folded: str) -> bool:
    """From one day to another."""
    return bool(_RANGE.search(folded) or _RANGE_MONTH_FIRST.search(folded) or _of_a_week().search(folded))


@cache
def _of_a_week() -> re.Pattern[str]:
    """ "Arrive on Friday and leave on Monday", "del viernes al lunes"."""
    day, article = f"({'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})", "(?: (?:on|el|o|os|los|the))?"
    joint = r"(?:,? (?:and|y|e)(?: (?:we|i|nos|me))?)?"
    return re.compile(rf"\b{alternatives('arrive')}{article} {day}{joint} {alternatives('leave')}{article} {day}\b")


def _weekdays(folded: str, today: date) -> tuple[date | None, date | None]:
    """From the next such day to the first such day after it."""
    found = _of_a_week().search(folded)
    if not found:
        return None, None
    first = _next(today, WEEKDAYS[found[1]] - 1)
    return first, _next(first, WEEKDAYS[found[2]] - 1)


@cache
def _counted() -> re.Pattern[str]:
    longer = "|".join(f"(?P<{name}s>{alternatives(name)})" for name in ("week", "month"))
    longer += f"|(?P<nights>{alternatives('nights')})"
    before = "|".join(map(alternatives, ("more", "less", "whole")))
    unit = rf"(?:(?:{before}) )?(?:{longer}|{alternatives('day')})"
    return re.compile(rf"\b(?P<count>{_NUMBER})[ -]{unit}\b")


@cache
def _age() -> re.Pattern[str]:
    """ "Un bebé de 8 meses", "an 8 month old baby": how old somebody is, not how long the trip."""
    unit = rf"(?:{alternatives('week')}|{alternatives('month')}|{alternatives('day')})"
    somebody = (
        rf"\b{alternatives('person')}(?: (?:that|who|que|is|are|ten|tiene|tienen|tenen|aged|age|de|of|con)){{0,3}}+"
    )
    return re.compile(rf"{somebody} {_NUMBER} {unit}\b|\b{_NUMBER}[ -]{unit}[ -]{alternatives('old')}\b")


def days_in(folded: str) -> int:
    folded = _age().sub(" ", folded)
    # "A semana que vén" counts no weeks: its article is the number one of other languages; "in two months" says when.
    said = _counted().search(_months_away().sub(" ", pattern("next_week").sub(" ", folded)))
    if said:
        return _days(said)
    return DAYS_OF_A_WEEKEND if says("weekend", folded) else 0


def is_of_a_day(folded: str) -> bool:
    """ "One afternoon", "a layover", where no more is said of how long it is."""
    return says("layover", folded) or any(_counted_part(part).search(folded) for part in PARTS_OF_A_DAY)


@cache
def _counted_part(part: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:1|{'|'.join(word for word, number in NUMBERS.items() if number == 1)}) {alternatives(part)}\b"
    )


def without_counts(folded: str) -> str:
    """Without how long it is to be."""
    return pattern("weekend").sub(" ", _counted().sub(" ", folded))


def shift_in(folded: str) -> int:
    """Days by which a trip begins later, below 0 earlier: "una semana más tarde", "two days earlier"."""
    if said := _put_off().search(folded):
        return _days(said) * (1 if said["delay"] else -1)
    said = _shifted().search(folded)
    return _days(said) * (1 if said["later"] else -1) if said else 0


@cache
def _shifted() -> re.Pattern[str]:
    way = f"(?:(?P<later>{alternatives('later')})|{alternatives('earlier')})"
    return re.compile(rf"{_counted().pattern} {way}\b")


@cache
def _put_off() -> re.Pattern[str]:
    """ "Retrasa el viaje una semana", "bring it forward two days"."""
    way = rf"(?:(?P<delay>{alternatives('delay')})|{alternatives('advance')})(?: \w+){{0,2}}?"
    return re.compile(rf"\b{way} {_counted().pattern}")


def _days(said: re.Match[str]) -> int:
    number = int(said["count"]) if said["count"].isdigit() else NUMBERS[said["count"]]
    if said["months"]:
        return number * DAYS_OF_A_MONTH
    # Three nights end on the fourth day.
    return number * DAYS_OF_A_WEEK if said["weeks"] else number + bool(said["nights"])


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


@cache
def _months_away() -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives('within')} {_NUMBER} {alternatives('month')}\b")


def _month(folded: str, today: date) -> int:
    if found := _in_month().search(folded):
        return NAMES[found[1]]
    if found := _months_away().search(folded):
        return _after(today, int(found[1]) if found[1].isdigit() else NUMBERS[found[1]])
    if says("next_month", folded):
        return _after(today, 1)
    return today.month if says("this_month", folded) else 0


def without_months(folded: str) -> str:
    for pattern_of_month in (_in_month(), _months_away(), pattern("next_month"), pattern("this_month")):
        folded = pattern_of_month.sub(" ", folded)
    return folded


def _after(today: date, months: int) -> int:
    return (today.month - 1 + months) % MONTHS + 1


def _soon(folded: str, today: date) -> date | None:
    """The first day of the weekend, or of the week, that comes."""
    if says("next_weekend", folded):
        return _next(today, SATURDAY)
    return _next(today, MONDAY) if says("next_week", folded) else None


def _next(today: date, weekday: int) -> date:
    return today + timedelta((weekday - today.weekday() - 1) % DAYS_OF_A_WEEK + 1)

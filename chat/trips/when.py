"""How long a trip is and when, as its traveller writes it: "a week", "del 10 al 14 de mayo", "in May"."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from chat.trips.vocabulary import NUMBERS, number_of, pattern, phrase, says, without
from knowledge.text.dates import parse_date
from knowledge.text.months import NAMES, WEEKDAYS

_YEAR = r"(?:,? (?:del? |of )?(?P<year>\d{4}))?"
# "Del 10 al 14 de mayo", "10-14 May", "from 28 April to 3 May"; the same with the month first; then a day alone.
_DATES = (
    phrase(
        r"\b(?P<day>\d{1,2})(?: (?:de )?(?P<first_month>{month_name}))? ?(?:al?|ao|to|ata o?|hasta el|until|-|–) ?"
        rf"(?P<last>\d{{1,2}}) (?:de |of )?(?P<month>{{month_name}})\b{_YEAR}"
    ),
    phrase(rf"\b(?P<month>{{month_name}}) (?P<day>\d{{1,2}}) ?(?:to|until|-|–) ?(?P<last>\d{{1,2}})\b{_YEAR}"),
    phrase(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:de |of )?(?P<month>{{month_name}})\b{_YEAR}"),
    phrase(rf"\b(?P<month>{{month_name}}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}"),
)
# "Arrive on Friday and leave on Monday", "del viernes al lunes".
_OF_A_WEEK = phrase(
    r"\b{arrive}(?: (?:on|el|o|os|los|the))? ({weekday})(?:,? (?:and|y|e)(?: (?:we|i|nos|me))?)?"
    r" {leave}(?: (?:on|el|o|os|los|the))? ({weekday})\b"
)
_COUNT = (
    r"(?P<count>{number})[ -](?:(?:{more}|{less}|{whole}) )?"
    r"(?:(?P<weeks>{week})|(?P<months>{month})|(?P<nights>{nights})|{day})"
)
_COUNTED = phrase(rf"\b{_COUNT}\b")
_LATER = phrase(rf"\b{_COUNT}\b (?:(?P<later>{{later}})|{{earlier}})\b")
# "Retrasa el viaje una semana", "bring it forward two days".
_PUT_OFF = phrase(rf"\b(?:(?P<later>{{delay}})|{{advance}})(?: \w+){{0,2}}? \b{_COUNT}\b")
# "Un bebé de 8 meses", "an 8 month old baby": how old somebody is, not how long the trip.
_AGE = phrase(
    r"\b{person}(?: (?:that|who|que|is|are|ten|tiene|tienen|tenen|aged|age|de|of|con)){0,3}+"
    r" {number} (?:{week}|{month}|{day})\b|\b{number}[ -](?:{week}|{month}|{day})[ -]{old}\b"
)
_IN_MONTH, _MONTHS_AWAY = phrase(r"\b{month_before} ({month_name})\b"), phrase(r"\b{within} ({number}) {month}\b")
_ONE = "|".join(word for word, number in NUMBERS.items() if number == 1)
# "One afternoon".
_PART_OF_A_DAY = phrase(rf"\b(?:1|{_ONE}) (?:{{morning}}|{{afternoon}}|{{evening}})\b")
DAYS_OF_A_MONTH, DAYS_OF_A_WEEK, DAYS_OF_A_WEEKEND = 30, 7, 2
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
    said = _said(folded)
    first, last = _weekdays(folded, today)
    if said and "last" in said:
        first = _date(said["day"], said.get("first_month") or said["month"], said["year"], today)
        last = _date(said["last"], said["month"], said["year"], first) if first else None
    if first and last:
        return When((last - first).days + 1, first)
    start = parse_date(folded) if re.search(r"\d{4}", folded) else None
    start = start or (_date(said["day"], said["month"], said["year"], today) if said else None) or _soon(folded, today)
    return When(days_in(folded), start, 0 if start else _month(folded, today))


def _said(folded: str) -> dict[str, str]:
    """The first date that is said, or from which to which."""
    return next((found.groupdict() for dates in _DATES if (found := dates.search(folded))), {})


def says_dates(folded: str) -> bool:
    """From one day to another."""
    return "last" in _said(folded) or bool(_OF_A_WEEK.search(folded))


def _weekdays(folded: str, today: date) -> tuple[date | None, date | None]:
    """From the next such day to the first such day after it."""
    found = _OF_A_WEEK.search(folded)
    if not found:
        return None, None
    first = _next(today, WEEKDAYS[found[1]] - 1)
    return first, _next(first, WEEKDAYS[found[2]] - 1)


def days_in(folded: str) -> int:
    folded = _AGE.sub(" ", folded)
    # "A semana que vén" counts no weeks: its article is the number one of other languages; "in two months" says when.
    said = _COUNTED.search(_MONTHS_AWAY.sub(" ", pattern("next_week").sub(" ", folded)))
    if said:
        return _days(said)
    return DAYS_OF_A_WEEKEND if says("weekend", folded) else 0


def is_of_a_day(folded: str) -> bool:
    """ "One afternoon", "a layover", where no more is said of how long it is."""
    return says("layover", folded) or bool(_PART_OF_A_DAY.search(folded))


def without_counts(folded: str) -> str:
    """Without how long it is to be."""
    return without(_COUNTED.sub(" ", folded), "weekend")


def shift_in(folded: str) -> int:
    """Days by which a trip begins later, below 0 earlier: "una semana más tarde", "two days earlier"."""
    said = _PUT_OFF.search(folded) or _LATER.search(folded)
    return _days(said) * (1 if said["later"] else -1) if said else 0


def _days(said: re.Match[str]) -> int:
    number = number_of(said["count"])
    if said["months"]:
        return number * DAYS_OF_A_MONTH
    # Three nights end on the fourth day.
    return number * DAYS_OF_A_WEEK if said["weeks"] else number + bool(said["nights"])


def _date(day: str, month: str, year: str | None, after: date) -> date | None:
    try:
        found = date(int(year) if year else after.year, NAMES[month], int(day))
        return found if year or found >= after else found.replace(year=after.year + 1)
    except ValueError:
        return None


def _month(folded: str, today: date) -> int:
    if found := _IN_MONTH.search(folded):
        return NAMES[found[1]]
    if found := _MONTHS_AWAY.search(folded):
        return _after(today, number_of(found[1]))
    if says("next_month", folded):
        return _after(today, 1)
    return today.month if says("this_month", folded) else 0


def without_months(folded: str) -> str:
    return without(_MONTHS_AWAY.sub(" ", _IN_MONTH.sub(" ", folded)), "next_month", "this_month")


def _after(today: date, months: int) -> int:
    return (today.month - 1 + months) % MONTHS + 1


def _soon(folded: str, today: date) -> date | None:
    """The first day of the weekend, or of the week, that comes."""
    if says("next_weekend", folded):
        return _next(today, SATURDAY)
    return _next(today, MONDAY) if says("next_week", folded) else None


def _next(today: date, weekday: int) -> date:
    return today + timedelta((weekday - today.weekday() - 1) % DAYS_OF_A_WEEK + 1)

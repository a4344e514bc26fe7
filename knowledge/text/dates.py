"""Dates and academic years as documents write them, in Galician, Spanish, English and Valencian."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from knowledge.text.terms import fold
from knowledge.text.vocabulary import month_numbers

MONTHS = {spelt: number for name, number in month_numbers().items() for spelt in (name, fold(name))}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
DATE = re.compile(
    rf"""\b(?:
        (?P<year1>\d{{4}})[-/](?P<month1>\d{{1,2}})[-/](?P<day1>\d{{1,2}})
      | (?P<day2>\d{{1,2}})[-/.](?P<month2>\d{{1,2}})[-/.](?P<year2>\d{{4}})
      | (?P<day3>\d{{1,2}})(?:st|nd|rd|th|º)?\s+(?:(?:de|of)\s+|d['’])?
        (?P<month3>{_MONTH})\b\.?,?\s+(?:del?\s+)?(?P<year3>\d{{4}})
      | (?P<month4>{_MONTH})\s+(?P<day4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year4>\d{{4}})
      | (?P<month5>{_MONTH})\s+(?:del?\s+|of\s+)?(?P<year5>\d{{4}})
    )(?!\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_MODIFIED = re.compile(
    r"\b(?:[úu]ltima\s+(?:actualizaci[óo]n|modificaci[óo]n|revisi[óo]n)|(?:data|fecha)\s+d[ea]\s+(?:la\s+)?"
    r"(?:[úu]ltima\s+)?(?:actualizaci[óo]n|modificaci[óo]n|revisi[óo]n)|(?:actualizad|modificad|revisad)[oa]|actualitza(?:t|da)|"
    r"(?:last\s+)?(?:updated|modified|reviewed|changed|checked))\b",
    re.IGNORECASE,
)
# What may stand between a label and its date.
_CONNECTOR = re.compile(
    r"(?:\s|[:·,]|\b(?:el|a|o|on|en|at|día|da|la|de|do|del|desta|esta|este|páxina|página|documento|this|page|polo|"
    r"por|consello|consejo|goberno|gobierno)\b)*",
    re.IGNORECASE,
)
_YEARS = re.compile(r"(?<![\d/-])((?:19|20)\d\d)\s?[-–/_]\s?((?:19|20)?\d\d)(?![\d/-])")
_YEAR = re.compile(r"(?<!\d)(20\d\d)(?: ?[-/–] ?(?:20)?\d\d)?(?!\d)")
# The heading of a document; further down, a text speaks of other years too.
_BEGINNING = 400
_ENDS = 3000


def parse_date(text: str) -> date | None:
    """The first date in `text`; a month without a day is its first day."""
    return next(_dates(text, 0, len(text)), None)


def find_modified(text: str) -> date | None:
    """What the text says about its last update, at its beginning or its end."""
    for part in (text[:_ENDS], text[max(_ENDS, len(text) - _ENDS) :]):
        for label in _MODIFIED.finditer(part):
            connector = _CONNECTOR.match(part, label.end())
            found = DATE.match(part, connector.end() if connector else label.end())
            if found and (day := day_of(found)):
                return day
    return None


@dataclass(frozen=True)
class NamedYear:
    """A year, alone or the first of an academic year, as a text names it: `text[start:end]`."""

    first: int
    start: int
    end: int


class AcademicYear(NamedYear):
    def __str__(self) -> str:
        return f"{self.first}-{self.first + 1}"


def academic_years(text: str) -> list[AcademicYear]:
    """All that it names, in order: two consecutive years, as in 2025-2026, 2025/26, "curso 2025–26"."""
    found = []
    for match in _YEARS.finditer(text):
        first = int(match[1])
        second = int(match[2]) if len(match[2]) == 4 else first // 100 * 100 + int(match[2])
        if second == first + 1:
            found.append(AcademicYear(first, *match.span()))
    return found


def academic_year(text: str) -> str:
    """The first that it names, as 2025-2026; "" where it names none."""
    return next(map(str, academic_years(text)), "")


def first_year(text: str) -> int | None:
    """The first year since 2000 that a text names, alone or as the beginning of an academic year."""
    named = _YEAR.search(text)
    return int(named[1]) if named else None


def year_of(text: str) -> int | None:
    """The one year that a text names as a time; not those of rules, as in Decree 12/2019, nor one of several."""
    named = {one.first for one in named_years(text)}
    return named.pop() if len(named) == 1 else None


def named_years(text: str) -> list[NamedYear]:
    """All since 2000 that a text names as a time, in order; not those of rules, as in Decree 12/2019."""
    return [
        NamedYear(int(found[1]), *found.span())
        for found in _YEAR.finditer(text)
        if text[: found.start()][-1:] not in ("/", "-", "_")
    ]


def without_years(text: str) -> str:
    """A blank instead of each year since 2000 and each academic year."""
    return _YEAR.sub(" ", text)


def find_academic_year(text: str) -> str:
    """The academic year that the beginning of a text names."""
    return academic_year(text[:_BEGINNING])


def _dates(text: str, start: int, end: int) -> Iterator[date]:
    for match in DATE.finditer(text, start, end):
        if day := day_of(match):
            yield day


def day_of(match: re.Match[str]) -> date | None:
    form = next(number for number in "12345" if match[f"year{number}"])
    month = match[f"month{form}"]
    day = "1" if form == "5" else match[f"day{form}"]
    try:
        return date(int(match[f"year{form}"]), MONTHS.get(month.lower()) or int(month), int(day))
    except ValueError:
        return None

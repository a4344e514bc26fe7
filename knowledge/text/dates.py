"""Dates and academic years as documents write them, in Galician, Spanish, English and Valencian."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import TypeVar

from knowledge.text.numbers import NUMBERED, UNITS
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any, month_numbers

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
_DAY = re.compile(
    rf"""(?<![\w/.-])(?:
        \d{{1,2}}(?:st|nd|rd|th|º)?\s+(?:(?:de|do|of)\s+|d['’])?(?:{_MONTH})\b
      | (?:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)
      | (?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])(?:/\d{{2,4}})?(?![\d/])
    )""",
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
_SHORT_YEARS = re.compile(
    r"(?<![^\W_])(?<!\d[.,:/_-])([0-4]\d)\s?[-–/]\s?([0-4]\d)(?![^\W_])(?![.,:/_-]\d)(?!\s?[%€°º:])"
)
_MAX_MONTH = 12
_WORD = re.compile(r"[^\W\d_]+")
# How far before a pair of numbers the word stands that says what they are.
_BEFORE = 40
_YEAR_WORDS = frozenset(map(fold, in_any(lambda known: known.year_words)))
_MONTH_OR_UNIT = "|".join(sorted({*MONTHS, *filter(str.isalpha, UNITS)}, key=len, reverse=True))
_OF_MONTH_OR_UNIT = re.compile(rf"\s*+(?:(?:de|do|of)\s+|d['’])?(?:{_MONTH_OR_UNIT})\b", re.IGNORECASE)
_COUNTED = NUMBERED | UNITS.keys() | MONTHS.keys()
# Right behind a letter or two, or three capitals, it is a code's: "L2010", "MAT2030".
_YEAR = re.compile(r"(?<!\d)(?<!\b[A-Za-z])(?<!\b[A-Za-z]{2})(?<!\b[A-Z]{3})(20\d\d)(?: ?[-/–] ?(?:20)?\d\d)?(?!\d)")
# The second semester of 2024 is 2024-2.
_TERM = re.compile(r"[-/][1-4](?![\d/-])")
# The heading of a document; further down, a text speaks of other years too.
_BEGINNING = 400
_ENDS = 3000


def parse_date(text: str) -> date | None:
    """The first date in `text`; a month without a day is its first day."""
    return next(_dates(text, 0, len(text)), None)


def names_day(text: str) -> bool:
    """With or without a year: "9 de marzo", "March 9th", "9/3"."""
    return bool(_DAY.search(text))


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


Year = TypeVar("Year", bound=NamedYear)


def academic_years(text: str) -> list[AcademicYear]:
    """All that it names, in order: two consecutive years, as in 2025-2026, 2025/26, "curso 2025–26", or in short."""
    return _in_order(_long_years(text), short_years(text))


def short_years(text: str) -> list[AcademicYear]:
    """Those of two figures, "the grants of 24-25", where nothing speaks for another reading: a month or unit beside
    them, a word that is numbered; or for a day and its month, of numbers up to twelve without a word for a year."""
    return [year for year in _short_years(text) if _may_be_year(year, text)]


def _long_years(text: str) -> Iterator[AcademicYear]:
    for match in _YEARS.finditer(text):
        first = int(match[1])
        second = int(match[2]) if len(match[2]) == 4 else first // 100 * 100 + int(match[2])
        if second == first + 1:
            yield AcademicYear(first, *match.span())


def _short_years(text: str) -> Iterator[AcademicYear]:
    for match in _SHORT_YEARS.finditer(text):
        if int(match[2]) == int(match[1]) + 1 and not _OF_MONTH_OR_UNIT.match(text, match.end()):
            yield AcademicYear(2000 + int(match[1]), *match.span())


def _may_be_year(year: AcademicYear, text: str) -> bool:
    counts = not _COUNTED.isdisjoint(_words_before(year, text)[-1:])
    return _is_called_year(year, text) or (year.first % 100 > _MAX_MONTH and not counts)


def _is_called_year(year: AcademicYear, text: str) -> bool:
    """Whatever function words stand between."""
    said = [word for word in _words_before(year, text) if word not in STOPWORDS]
    return bool(said) and said[-1] in _YEAR_WORDS


def _words_before(year: AcademicYear, text: str) -> list[str]:
    """Folded, those of its clause that are near."""
    clause = re.split(r"[,.;?!]\s", text[max(0, year.start - _BEFORE) : year.start])[-1]
    return [fold(word) for word in _WORD.findall(clause)]


def _in_order(*years: Iterable[Year]) -> list[Year]:
    return sorted(chain(*years), key=lambda year: year.start)


def academic_year(text: str) -> str:
    """The first that it names, as 2025-2026; "" where it names none."""
    return next(map(str, academic_years(text)), "")


def first_year(text: str) -> int | None:
    """The first year since 2000 that a text names, alone or as the beginning of an academic year."""
    alone = [NamedYear(int(found[1]), *found.span()) for found in _YEAR.finditer(text)]
    named = _in_order(alone, short_years(text))
    return named[0].first if named else None


def year_of(text: str) -> int | None:
    """The one year that a text names as a time; not those of rules, as in Decree 12/2019, nor one of several."""
    named = {one.first for one in named_years(text)}
    return named.pop() if len(named) == 1 else None


def named_years(text: str) -> list[NamedYear]:
    """All since 2000 that a text names as a time, in order, with their terms, as 2024-1; not those of rules, as in
    Decree 12/2019."""
    alone = [
        NamedYear(int(found[1]), found.start(), (_TERM.match(text, found.end()) or found).end())
        for found in _YEAR.finditer(text)
        if text[: found.start()][-1:] not in ("/", "-", "_")
    ]
    return _in_order(alone, short_years(text))


def without_years(text: str) -> str:
    """A blank instead of each year since 2000 and each academic year."""
    for year in reversed(short_years(text)):
        text = f"{text[: year.start]} {text[year.end :]}"
    return _YEAR.sub(" ", text)


def find_academic_year(text: str) -> str:
    """The academic year that the beginning of a text names, in short only where it is called one."""
    beginning = text[:_BEGINNING]
    called = [year for year in _short_years(beginning) if _is_called_year(year, beginning)]
    return next(map(str, _in_order(_long_years(beginning), called)), "")


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

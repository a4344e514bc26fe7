"""Dates, academic years and times of a text: 12/09/2024, 12 de setembro de 2024 and September 12 are one day."""

import re
from collections.abc import Iterator

from knowledge.text.dates import academic_years
from knowledge.text.months import NAMES, SHORT_NAMES, WEEKDAYS

MONTHS = SHORT_NAMES | NAMES
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.?[ºª])?"
_BETWEEN = r"\s*+(?:,|-|–|/|y|e|and|or|o|ou|a|al|ao|to|until|hasta(?: el)?|ata o)\s*+(?:el\s|o\s|the\s)?\s*+"
_YEAR = r"(?:,?\s*+(?:del?\s|do\s|of\s)?\s*+((?:19|20)\d\d)\b)?"
# Read on folded text.
NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)?\d\d)(?![\d/])")
ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
DAY_FIRST = re.compile(rf"\b((?:{_DAY}{_BETWEEN}){{0,12}}{_DAY})\s*+(?:de\s|of\s)?\s*+({_MONTH})\b\.?{_YEAR}")
MONTH_FIRST = re.compile(rf"\b({_MONTH})\.?\s++({_DAY}(?:{_BETWEEN}{_DAY}){{0,12}})\b(?!\d|[:.]\d|\s*+%){_YEAR}")
_HALF = r"(am|pm|a\.m\.|p\.m\.)(?!\w)"
CLOCK = re.compile(rf"\b([01]?\d|2[0-4])(?::([0-5]\d)(?:\s?{_HALF})?|\.([0-5]\d)\s?(?:h\b|{_HALF}))")
# Neither begins at the minutes of a time.
HALF_DAY = re.compile(rf"(?<!\d[:.])\b(\d{{1,2}})\s?{_HALF}")
HOURS = re.compile(
    r"(?<!\d[:.])\b([01]?\d|2[0-4])(?:\s?(?:-|–|a|to|as|ata as)\s?([01]?\d|2[0-4]))?\s?h(?:oras?|ours?)?\b"
)
NAMED = re.compile(r"[a-z]+")

Found = tuple[int, int, frozenset[str]]


def of_claim(folded: str) -> Iterator[Found]:
    """Start, end and the keys of which a source must have one."""
    yield from ((year.start, year.end, frozenset({f"y:{year.first}"})) for year in academic_years(folded))
    for start, end, day, month, year in _days(folded):
        known = {f"d:{day}-{month}-{year}", f"d:{day}-{month}-?"} if year else {f"d:{day}-{month}"}
        yield start, end, frozenset(known)
    yield from _times(folded)
    for match in NAMED.finditer(folded):
        word = match.group()
        if word in NAMES and word not in ("may", "march"):
            yield *match.span(), frozenset({f"m:{NAMES[word]}"})
        elif word in WEEKDAYS:
            yield *match.span(), frozenset({f"w:{WEEKDAYS[word]}"})


def of_source(folded: str) -> Iterator[str]:
    """Every key that it can serve."""
    yield from (f"y:{year.first}" for year in academic_years(folded))
    yield from (key for _start, _end, keys in _times(folded) for key in keys)
    for _start, _end, day, month, year in _days(folded):
        yield from (f"d:{day}-{month}", f"d:{day}-{month}-{year or '?'}", f"m:{month}", f"n:{day}", f"n:{year}")
    for match in HOURS.finditer(folded):
        yield from (f"t:{int(hour)}:00" for hour in match.groups() if hour)
    for word in NAMED.findall(folded):
        if word in MONTHS:
            yield f"m:{MONTHS[word]}"
        if word in WEEKDAYS:
            yield f"w:{WEEKDAYS[word]}"


def _days(folded: str) -> Iterator[tuple[int, int, int, int, str]]:
    for match in ISO.finditer(folded):
        yield *match.span(), int(match[3]), int(match[2]), match[1]
    for match in NUMERIC.finditer(folded):
        year = match[3] if len(match[3]) == 4 else f"20{match[3]}"
        if int(match[2]) <= 12:
            yield *match.span(), int(match[1]), int(match[2]), year
    for pattern, days, month in ((DAY_FIRST, 1, 2), (MONTH_FIRST, 2, 1)):
        for match in pattern.finditer(folded):
            for day in re.findall(r"\d{1,2}", match[days]):
                yield *match.span(), int(day), MONTHS[match[month]], match[3] or ""


def _times(folded: str) -> Iterator[Found]:
    for match in CLOCK.finditer(folded):
        hour, minutes, half, minutes_after_point, half_after_point = match.groups()
        clock = f"t:{_of_day(int(hour), half or half_after_point or '')}:{minutes or minutes_after_point}"
        yield *match.span(), frozenset({clock})
    for match in HALF_DAY.finditer(folded):
        yield *match.span(), frozenset({f"t:{_of_day(int(match[1]), match[2])}:00"})


def _of_day(hour: int, half: str) -> int:
    """Of 24: 12 am is midnight, 12 pm noon."""
    if half.startswith("a") and hour == 12:
        return 0
    return hour + 12 if half.startswith("p") and hour < 12 else hour

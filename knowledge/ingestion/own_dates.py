"""The date of a document itself, told apart from the dates of the other rules that it mentions.

Only places that speak of the document are read: its title, a line that says when it was approved, a label with a date,
the line of a signature. What stands in a sentence of the text is another rule's date until proven otherwise: a document
without a date is better than one with a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.words import any_of
from knowledge.text.dates import DATE, MONTHS, day_of

_FIRST_BLOCKS = 25
_LAST_BLOCKS = 12
_MAX_LINE = 260
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_LABELLED = re.compile(rf"\W*(?:{any_of('labels')})\s*:\s*", re.IGNORECASE)
_APPROVED = re.compile(rf"\W*(?:{any_of('approved')})\b", re.IGNORECASE)
# The rule's own date follows its name and number; the year may stand in the number alone.
_OF_RULE = re.compile(
    rf"(?:{any_of('rules')})\b[^,()]{{0,40}}?(?:[/ ](?P<number_year>(?:19|20)\d\d))?"
    rf"[,\s(.]*(?:de\s+)?(?P<day>\d{{1,2}})\s+d(?:e\s+|['’])(?P<month>{_MONTH})\b(?:\s+del?\s+(?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"(?:[^\W\d_][^\d:;]{1,50},?\s++(?:a\s++)?)(?=\d{1,2}\s+d)", re.IGNORECASE)
# To the minute, only programs date: when somebody signed the file.
_TIME = re.compile(r"\W{0,3}\d{1,2}:\d\d")
_OTHERS = re.compile(
    r"\b(?:derog|modific|vixen|vigen|vigor|plazo|prazo|hasta|ata|until|deadline|actuali|updated)", re.IGNORECASE
)


def find_own_date(blocks: Sequence[Block], margins: Iterable[str], title: str) -> date | None:
    """`margins` are the texts of the running headers and footers."""
    first, last = _lines(blocks[:_FIRST_BLOCKS]), _lines(blocks[_FIRST_BLOCKS:][-_LAST_BLOCKS:])
    edges = [*first, *margins, *last]
    found = [
        *map(_of_label, [*first, *margins, *last]),
        _of_title(title, first),
        *map(_of_approval, edges),
        *map(_of_signature, [*last[::-1], *first]),
        *map(_alone, first[:8]),
    ]
    return next((day for day in found if day), None)


def _lines(blocks: Sequence[Block]) -> list[str]:
    return [line for block in blocks for line in block.text.split("\n")]


def _of_label(line: str) -> date | None:
    line = line.lstrip("-•·* ")
    label = _LABELLED.match(line)
    day = DATE.match(line, label.end()) if label else None
    return _whole_day(day) if day and not _TIME.match(line, day.end()) else None


def _of_title(title: str, lines: Sequence[str]) -> date | None:
    """The date after the rule's number, or in brackets on the line below it."""
    if not title:
        return None
    place = next((number for number, line in enumerate(lines) if line and title.startswith(line[:40])), None)
    below = lines[place + 1] if place is not None and place + 1 < len(lines) else ""
    text = f"{title} {below}" if below.startswith("(") and len(below) < 40 else title
    match = _OF_RULE.match(text)
    if match is None:
        return None
    year = match["year"] or match["number_year"]
    return _day(year, match["month"], match["day"]) if year else None


def _of_approval(line: str) -> date | None:
    if len(line) > _MAX_LINE or not _APPROVED.match(line) or _OTHERS.search(line):
        return None
    days = list(_dates(line))
    return days[0] if len(days) == 1 else None


def _of_signature(line: str) -> date | None:
    """A place and a day, and nothing else."""
    signed = _SIGNED.match(line)
    if signed is None or len(line) > 90 or _OTHERS.search(line):
        return None
    found = DATE.match(line, signed.end())
    return _whole_day(found) if found and len(line) - found.end() <= 2 else None


def _alone(line: str) -> date | None:
    return _whole_day(DATE.fullmatch(line.strip(" .()")))


def _dates(line: str) -> Iterator[date]:
    for match in DATE.finditer(line):
        if day := _whole_day(match):
            yield day


def _whole_day(match: re.Match[str] | None) -> date | None:
    """A month without a day is no day to date a document by."""
    return day_of(match) if match and not match["year5"] else None


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), MONTHS[month.lower()], int(day))
    except ValueError:
        return None

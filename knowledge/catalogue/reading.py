"""The cells of a row as an entry of the catalogue, or what is wrong with each of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from knowledge.catalogue.kinds import Kind
from knowledge.catalogue.tables import Row
from knowledge.text.dates import parse_date
from knowledge.text.terms import fold

LISTS = ("aliases",)
_NUMBERS = ("study_year", "semester")


@dataclass(frozen=True)
class Problem:
    line: int
    column: str
    """empty where it is the row as a whole"""
    text: str
    """what is wrong and what to do"""

    def __str__(self) -> str:
        place = _("line {line}, column {column}") if self.column else _("line {line}")
        return f"{place.format(line=self.line, column=self.column)}: {self.text}"


def key_of(row: Row, kind: Kind) -> str:
    """A person without an identifier is known by the name."""
    given = row.cells.get(kind.key, "")
    return given or (slugify(fold(row.cells.get("name", ""))) if kind.key == "identifier" else "")


def parsed(column: str, text: str) -> Any:
    """A cell as its field wants it; ValueError with what to do."""
    if column in LISTS or not text:
        return split(text) if column in LISTS else (None if column in ("ects", "source_date", *_NUMBERS) else "")
    if column == "source_date":
        return _date(text)
    if column == "ects":
        return _decimal(text)
    if column in _NUMBERS:
        return _number(text)
    return text


def split(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split("|") if part.strip()))


def fill(entry: Model, row: Row, kind: Kind) -> Iterator[Problem]:
    """Puts the cells into the entry and yields what is wrong; columns the file lacks stay as they are."""
    wrong = set()
    related = kind.relation[0] if kind.relation else ""
    for column, text in row.cells.items():
        if column in (kind.key, related):
            continue
        try:
            setattr(entry, column, parsed(column, text))
        except ValueError as error:
            wrong.add(column)
            yield Problem(row.line, column, str(error))
    if kind.key == "identifier" and "," in row.cells.get("name", ""):
        wrong.add("name")
        yield Problem(row.line, "name", _("Write the first name, then the surnames, without a comma."))
    try:
        entry.clean_fields(exclude=wrong)
        entry.clean()
    except ValidationError as error:
        for column, messages in _by_column(error).items():
            yield Problem(row.line, column, " ".join(messages))


def _by_column(error: ValidationError) -> dict[str, list[str]]:
    if not hasattr(error, "error_dict"):
        return {"": error.messages}
    return {
        column: [message for one in errors for message in one.messages] for column, errors in error.error_dict.items()
    }


def _date(text: str) -> Any:
    day = parse_date(text)
    if day is None:
        raise ValueError(_("“{text}” is no date. Write it as 2025-09-08.").format(text=text))
    return day


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation as error:
        raise ValueError(_("“{text}” is no number. Write it as 6 or 4.5.").format(text=text)) from error


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(_("“{text}” is no whole number. Write it as 1, 2, …").format(text=text))
    return int(text)

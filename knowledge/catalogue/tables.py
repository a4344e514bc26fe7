"""A CSV file as rows that know their line: UTF-8, separated by commas, semicolons or tabs."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    import _csv

MAX_BYTES = 2 * 1024 * 1024


class TableError(ValueError):
    """The file as a whole cannot be read; the message says what to do."""


@dataclass(frozen=True)
class Row:
    line: int
    """of the file, the header being line 1"""
    cells: dict[str, str]
    surplus: int = 0
    """cells beyond the last column"""


@dataclass(frozen=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read(data: bytes) -> Table:
    if len(data) > MAX_BYTES:
        raise TableError(_("The file is larger than 2 MB. Split it into several files."))
    text = _text(data)
    lines = csv.reader(text.splitlines(keepends=True), delimiter=_separator(text), strict=True)
    try:
        return _table(lines)
    except csv.Error as error:
        message = _("Line {line} cannot be read as CSV ({reason}). Check its quotation marks.")
        raise TableError(message.format(line=lines.line_num, reason=error)) from error


def _text(data: bytes) -> str:
    if data.startswith(b"PK") or b"\0" in data:
        raise TableError(_("This is no CSV file. Save the spreadsheet as “CSV UTF-8” and choose that file."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = _("The file is not in UTF-8 (line {line}). Save it as “CSV UTF-8” and choose it again.")
        raise TableError(message.format(line=line)) from error


def _separator(text: str) -> str:
    header = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=header.count)


def _table(lines: "_csv.Reader") -> Table:
    columns: tuple[str, ...] = ()
    rows = []
    line, following = 1, 1
    for cells in lines:
        # A cell may run over several lines: a row is where it begins.
        line, following = following, lines.line_num + 1
        if not any(cell.strip() for cell in cells):
            continue
        if not columns:
            columns = _columns(cells)
            continue
        padded = [" ".join(cell.split()) for cell in cells] + [""] * (len(columns) - len(cells))
        surplus = sum(1 for cell in padded[len(columns) :] if cell)
        rows.append(Row(line, dict(zip(columns, padded, strict=False)), surplus))
    if not rows:
        raise TableError(_("The file has no rows. Its first line names the columns, each further line is an entry."))
    return Table(columns, tuple(rows))


def _columns(cells: Iterable[str]) -> tuple[str, ...]:
    columns = tuple(cell.strip().lower() for cell in cells)
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise TableError(_("The column “{name}” is there twice. Keep one of them.").format(name=twice))
    return columns

"""A CSV file as rows that know their line: UTF-8, separated by commas, semicolons or tabs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from knowledge import rows

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 10_000


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
    if data.startswith(b"PK") or b"\0" in data:
        raise TableError(_("This is no CSV file. Save the spreadsheet as “CSV UTF-8” and choose that file."))
    try:
        lines = rows.read(data, MAX_ROWS + 2)
    except rows.RowsError as error:
        raise TableError(str(error)) from error
    if len(lines) < 2:
        raise TableError(_("The file has no rows. Its first line names the columns, each further line is an entry."))
    if len(lines) > MAX_ROWS + 1:
        raise TableError(_("The table has more than {number} rows: split it.").format(number=MAX_ROWS))
    columns = _columns(lines[0].cells)
    return Table(columns, tuple(_row(line, columns) for line in lines[1:]))


def _row(line: rows.Line, columns: tuple[str, ...]) -> Row:
    padded = [" ".join(cell.split()) for cell in line.cells] + [""] * (len(columns) - len(line.cells))
    surplus = sum(1 for cell in padded[len(columns) :] if cell)
    return Row(line.number, dict(zip(columns, padded, strict=False)), surplus)


def _columns(cells: Iterable[str]) -> tuple[str, ...]:
    columns = tuple(cell.strip().lower() for cell in cells)
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise TableError(_("The column “{name}” is there twice. Keep one of them.").format(name=twice))
    return columns

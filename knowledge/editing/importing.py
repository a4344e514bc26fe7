"""A table of metadata that came back: what it would change, and then the change, all of it or nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import tablib
from django.utils.translation import gettext

from knowledge import rows
from knowledge.editing.sheets import COLUMNS, EDITED, DocumentResource, plain
from knowledge.models import Document

MAX_BYTES = 5 * 2**20
MAX_ROWS = 5000
_FIRST_ROW = 2
"""below the names of the columns"""


class TableError(ValueError):
    """The file cannot be read as a table of documents; with a sentence for the person."""


@dataclass(frozen=True)
class Change:
    row: int
    document: Document
    fields: tuple[tuple[str, str, str], ...]
    """name of the column, before, after"""


@dataclass(frozen=True)
class Plan:
    changes: tuple[Change, ...]
    problems: tuple[str, ...]
    unchanged: int


def read(data: bytes) -> str:
    """The rows of a CSV or XLSX file as CSV text, to be shown, handed back and read again; TableError."""
    try:
        lines = [line.cells for line in rows.read(data, MAX_ROWS + 2)]
    except rows.RowsError as error:
        raise TableError(str(error)) from error
    if not lines:
        raise TableError(gettext("The file is empty."))
    header = [cell.strip().lower() for cell in lines[0]]
    if "id" not in header:
        raise TableError(gettext("The first row must name the columns, “id” among them: export the table and edit it."))
    unknown = [cell for cell in header if cell and cell not in COLUMNS]
    twice = [cell for cell in header if cell and header.count(cell) > 1]
    if unknown or twice:
        text = gettext("The column “{name}” is not known, or stands there twice. Columns: {known}.")
        raise TableError(text.format(name=(unknown or twice)[0][:60], known=", ".join(COLUMNS)))
    if len(lines) > MAX_ROWS + 1:
        raise TableError(gettext("The table has more than {number} rows: split it.").format(number=MAX_ROWS))
    out = io.StringIO()
    csv.writer(out).writerows([header, *lines[1:]])
    return out.getvalue()


def plan(text: str) -> Plan:
    """What the rows that `read` gave would change; nothing is changed."""
    return _run(text, dry_run=True)


def run(text: str) -> Plan:
    """Changes it; with a problem in any row, nothing."""
    return _run(text, dry_run=False)


def _run(text: str, *, dry_run: bool) -> Plan:
    header, *lines = csv.reader(io.StringIO(text))
    named = [number for number, name in enumerate(header) if name]
    data = tablib.Dataset(headers=[header[number] for number in named])
    for line in lines:
        padded = [*line, *[""] * len(header)]
        data.append([plain(padded[number].strip()) for number in named])
    result = DocumentResource().import_data(data, dry_run=dry_run, rollback_on_validation_errors=True)
    if result.base_errors:
        raise TableError(str(result.base_errors[0].error))
    changes = tuple(_change(row) for row in result.valid_rows())
    wrong = len(result.invalid_rows) + len(result.error_rows)
    return Plan(changes, tuple(_problems(result)), len(lines) - len(changes) - wrong)


def _problems(result: Any) -> Iterator[str]:
    for row in result.invalid_rows:
        for name, said in row.error_dict.items():
            text = gettext("Row {row}, “{column}”: {problem}")
            yield text.format(row=row.number + _FIRST_ROW - 1, column=name, problem=" ".join(said))
    for row in result.error_rows:
        text = gettext("Row {row} cannot be read: {error}")
        yield text.format(row=row.number + _FIRST_ROW - 1, error=row.errors[0].error)


def _change(row: Any) -> Change:
    resource = DocumentResource()
    pairs = (
        (name, *(resource.fields[name].widget.render(getattr(one, name)) for one in (row.original, row.instance)))
        for name in EDITED
    )
    changed = tuple((name, before, after) for name, before, after in pairs if before != after)
    return Change(row.number + _FIRST_ROW - 1, row.instance, changed)

"""Rows of a CSV file or a workbook that somebody sent, read apart, and no more of them than are wanted."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from knowledge.ingestion.extract.errors import gettext_noop
from koalarag import apart

MAX_UNPACKED = 20 * 2**20
MAX_COLUMNS = 100
_WORKBOOK = b"PK"
_TEXTS = {
    "utf-8": gettext_noop("The file is not in UTF-8 (line {line}). Save it as “CSV UTF-8” and choose it again."),
    "csv": gettext_noop("Line {line} cannot be read as CSV ({reason}). Check its quotation marks."),
    "columns": gettext_noop("Line {line} has more than {most} columns. Remove those that are not needed."),
    "unpacked": gettext_noop("The workbook holds far more than its size says: save it as CSV."),
    "damaged": gettext_noop("The workbook is damaged: open it, save it again and choose the new copy."),
    "limits": gettext_noop("Reading the table took too long or too much memory. Split it."),
    "busy": gettext_noop("Files of others are being opened just now. Upload it again in a moment."),
}


class RowsError(ValueError):
    """The file cannot be read; with a sentence that says what to do."""

    def __init__(self, kind: str, line: int = 0, reason: str = "") -> None:
        super().__init__(_(_TEXTS[kind]).format(line=line, reason=reason, most=MAX_COLUMNS))


@dataclass(frozen=True)
class Line:
    number: int
    """of the file, from 1, where the row begins"""
    cells: list[str]


def read(data: bytes, most: int) -> list[Line]:
    """The first `most` rows in which something stands; of a workbook those of its first sheet. RowsError."""
    try:
        answer = apart.value(f"{__name__}:found", data, str(most))
    except apart.TooMuch as error:
        raise RowsError("limits") from error
    except apart.TooBusy as error:
        raise RowsError("busy") from error
    if "problem" in answer:
        raise RowsError(*answer["problem"])
    return [Line(number, cells) for number, cells in answer["rows"]]


def found(data: bytes, most: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Answers of koalarag.limited."""
    try:
        yield {"rows": list(_first(_workbook(data) if data.startswith(_WORKBOOK) else _csv(data), int(most)))}, b""
    except _Problem as error:
        yield {"problem": error.args}, b""


class _Problem(Exception):
    """Kind, and where it has any, line and reason."""


def _first(rows: Iterator[tuple[int, list[str]]], most: int) -> Iterator[tuple[int, list[str]]]:
    for number, cells in rows:
        while cells and not cells[-1].strip():
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            raise _Problem("columns", number)
        if cells:
            yield number, cells
            most -= 1
        if not most:
            return


def _csv(data: bytes) -> Iterator[tuple[int, list[str]]]:
    try:
        text = data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError as error:
        raise _Problem("utf-8", data.count(b"\n", 0, error.start) + 1) from error
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    # A cell may run over several lines: a row is where it begins.
    following = 1
    try:
        for cells in lines:
            yield following, cells
            following = lines.line_num + 1
    except csv.Error as error:
        raise _Problem("csv", lines.line_num, str(error)) from error


def _separator(text: str) -> str:
    header = text.lstrip().partition("\n")[0]
    return max(",;\t", key=header.count)


def _workbook(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Not unpacked where it holds far more than it says."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
                raise _Problem("unpacked")
        sheet = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True).active
        for number, values in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True), 1):
            yield number, [_cell(value) for value in values]
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, AttributeError, SyntaxError) as error:
        raise _Problem("damaged") from error


def _cell(value: Any) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)

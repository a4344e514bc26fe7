"""Sheets as tables: each run of rows without a blank one between is a table, read row by row under its headers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.ingestion.extract import table_headers, tables
from knowledge.ingestion.extract.base import Block, Kind, clean
from knowledge.ingestion.words import any_of

_MIN_SIDE = 2
"""columns of each of two tables that stand side by side"""
_MAX_HEADER_ROWS = 4
_UNNAMED = re.compile(rf"(?:{any_of('sheets')})\s?\d*", re.IGNORECASE)
"""what a program calls a sheet that nobody named"""


@dataclass(frozen=True)
class Cell:
    text: str = ""
    bold: bool = False
    across: int = 1
    """columns that it spans; 0 where another cell's span covers it from the left"""
    down: int = 1


@dataclass(frozen=True)
class Row:
    number: int
    """from 1, as the sheet shows it"""
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Sheet:
    name: str
    rows: tuple[Row, ...]


def blocks(sheets: Sequence[Sheet]) -> list[Block]:
    """A heading for each sheet that has text, and a row's place is its number; a table is a group."""
    filled = [sheet for sheet in sheets if any(cell.text for row in sheet.rows for cell in row.cells)]
    found: list[Block] = []
    group = 0
    for sheet in filled:
        if len(filled) > 1 or (sheet.name and not _UNNAMED.fullmatch(sheet.name)):
            found.append(Block(clean(sheet.name), 1, ((0, sheet.rows[0].number),)))
        for lines, is_table in _tables(sheet):
            group += is_table
            kind: Kind = "row" if is_table else "paragraph"
            found += [
                Block(text, page_breaks=((0, number),), kind=kind, group=group if is_table else 0)
                for number, line in lines
                if (text := clean(line))
            ]
    return found


def title(sheets: Sequence[Sheet]) -> str:
    """What stands alone in the first row that says anything, above others."""
    rows = [[cell.text for cell in row.cells if cell.text] for sheet in sheets[:1] for row in sheet.rows]
    filled = [row for row in rows if row]
    is_title = len(filled) > 1 and len(filled[0]) == 1 and any(len(row) > 1 for row in filled[1:])
    return " ".join(clean(filled[0][0]).split()) if is_title else ""


def _tables(sheet: Sheet) -> Iterator[tuple[list[tuple[int, str]], bool]]:
    """The lines of each, with the numbers of their rows; and whether it is a table, and no lines of one cell."""
    header: list[str] = []
    for rows in _runs(sheet.rows):
        parts = _side_by_side(rows)
        for part in parts:
            grid = _grid(part)
            rows_of_header = _header_rows(part, grid)
            inherited = header if not rows_of_header and len(parts) == 1 and _goes_on(grid, header) else []
            read, ended = tables.numbered(grid, rows_of_header, inherited=inherited)
            is_table = any(sum(map(bool, row)) > 1 for row in grid)
            yield [(part[number].number, line) for number, line in read], is_table
            header = ended if any(ended) else header


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for row in rows:
        follows = run and row.number == run[-1].number + 1
        is_filled = any(cell.text for cell in row.cells)
        if run and not (follows and is_filled):
            yield run
            run = []
        if is_filled:
            run.append(row)
    if run:
        yield run


def _side_by_side(rows: Sequence[Row]) -> list[list[Row]]:
    """The tables that an empty column parts; a column that nothing stands in is dropped everywhere else."""
    width = max(len(row.cells) for row in rows)
    padded = [replace(row, cells=(*row.cells, *[Cell()] * (width - len(row.cells)))) for row in rows]
    used = [any(row.cells[column].text for row in padded) for column in range(width)]
    ranges: list[list[int]] = []
    for column in range(width):
        if used[column] and column and used[column - 1]:
            ranges[-1].append(column)
        elif used[column]:
            ranges.append([column])
    if any(len(columns) < _MIN_SIDE for columns in ranges):
        ranges = [[column for columns in ranges for column in columns]]
    parts = [
        [replace(row, cells=tuple(row.cells[column] for column in columns)) for row in padded] for columns in ranges
    ]
    return [[row for row in part if any(cell.text for cell in row.cells)] for part in parts]


def _grid(rows: Sequence[Row]) -> list[list[str]]:
    """What spans several cells is said in each; what spans a whole row is no value of its columns."""
    grid = [[cell.text for cell in row.cells] for row in rows]
    for line, row in enumerate(rows):
        for column, cell in enumerate(row.cells):
            alone = sum(bool(other.text) for other in row.cells) == 1
            for down in range(min(cell.down, len(rows) - line)):
                for across in range(min(cell.across, len(row.cells) - column)):
                    if (down or across) and not (across and alone):
                        grid[line + down][column + across] = cell.text
    return grid


def _header_rows(rows: Sequence[Row], grid: Sequence[Sequence[str]]) -> int:
    """Below the table's title: the rows that name the columns, by their weight, their spans or their words."""
    titles = next((number for number, row in enumerate(grid) if sum(map(bool, row)) > 1), 0)
    below, named = rows[titles:], grid[titles:]
    if len(below) < 2:
        return 0
    first = below[0].cells
    if any(cell.across > 1 for cell in first):
        return titles + min(max(2, *(cell.down for cell in first)), len(below) - 1)
    bold = [_is_bold(row) for row in below[:_MAX_HEADER_ROWS]]
    is_header = (bold[0] and not all(_is_bold(row) for row in below[1:])) or _names_columns(named)
    if not is_header or table_headers.is_form(named):
        return 0
    return titles + max(cell.down for cell in first if cell.text)


def _is_bold(row: Row) -> bool:
    filled = [cell for cell in row.cells if cell.text]
    return len(filled) > 1 and all(cell.bold for cell in filled)


def _names_columns(grid: Sequence[Sequence[str]]) -> bool:
    """The corner of a timetable or a price list is often empty."""
    corner = grid[0][0] or ("corner" if all(row[0] for row in grid[1:]) else "")
    return table_headers.looks_like_header([[corner, *grid[0][1:]], *grid[1:]])


def _goes_on(grid: Sequence[Sequence[str]], header: Sequence[str]) -> bool:
    """Whether rows below a blank one stand under the same headers."""
    return bool(header) and max(map(len, grid)) == len(header) and any(sum(map(bool, row)) > 1 for row in grid)

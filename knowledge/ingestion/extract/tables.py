"""Tables as lines of text, each of which can be read without the others."""

from collections.abc import Sequence
from itertools import pairwise

SEPARATOR = " · "
_MAX_ABBREVIATED = 30
_MIN_COLUMNS = 3
"""of a table in which a row of one cell announces a part with headers of its own"""


def as_lines(rows: Sequence[Sequence[str]], header_rows: int = 0, header_column: bool = False) -> list[str]:
    """`[header] value · [header] value` for each row; without headers, the cells joined by ` · `.

    `header_rows` rows at the top hold the columns' headers; `header_column` says that each row starts with its own.
    """
    lines, header = read(rows, header_rows, header_column)
    return lines or ([SEPARATOR.join(filter(None, header))] if any(header) else [])


def read(
    rows: Sequence[Sequence[str]], header_rows: int = 0, header_column: bool = False, inherited: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines, and the headers in force at the end, which a table that goes on inherits."""
    rows = _without_doubled(rows)
    header = _header(rows[:header_rows]) if header_rows else list(inherited)
    lines: list[str] = []
    body = rows[header_rows:]
    for number, row in enumerate(body):
        cells = [" ".join(cell.split()) for cell in row]
        if number and _is_announced(body[number - 1 : number + 2]):
            header = _header([row])
            if number + 1 == len(body):
                # The data may follow on the next page.
                lines.append(SEPARATOR.join(filter(None, cells)))
        elif cells != header or not any(cells):
            lines += _lines(row, cells, header, header_column and not header_rows)
    return lines, header


def _without_doubled(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Without columns that say in every row what the one before says, as pages for two sizes of screen do."""
    width = max(map(len, rows), default=0)
    if len(rows) < 2 or any(len(row) != width for row in rows):
        return [list(row) for row in rows]
    columns = list(zip(*rows, strict=True))
    doubled = [first == second and len(set(first)) > 1 and all(first) for first, second in pairwise(columns)]
    kept = [column for column, is_double in zip(columns, [False, *doubled], strict=True) if not is_double]
    return [list(row) for row in zip(*kept, strict=True)]


def _is_announced(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the second row names the columns from here on: a row of one cell announces it, and data follow."""
    if len(rows) < 2 or len(rows[0]) < _MIN_COLUMNS or sum(map(bool, rows[0])) != 1:
        return False
    names = [" ".join(cell.split()) for cell in rows[1] if cell]
    if len(names) < _MIN_COLUMNS or len(set(names)) < len(names) or (len(rows) > 2 and sum(map(bool, rows[2])) < 2):
        return False
    return all(len(name) <= 60 and not name[0].isdigit() and not name.endswith((".", ":")) for name in names)


def _header(rows: Sequence[Sequence[str]]) -> list[str]:
    """Headers of several rows are joined; brackets would be taken for the header's own."""
    header = []
    for cells in zip(*rows, strict=False):
        words = dict.fromkeys(" ".join(cell.split()) for cell in cells if cell.strip())
        header.append(" ".join(words).replace("[", "(").replace("]", ")"))
    return header


def _lines(row: Sequence[str], cells: list[str], header: list[str], own_header: bool) -> list[str]:
    """One, unless the row is one cell of several lines."""
    filled = [index for index, cell in enumerate(cells) if cell]
    if len(filled) == 1 and len(cells) > 1:
        return [line for part in row[filled[0]].split("\n") if (line := " ".join(part.split()))]
    if own_header and cells and cells[0]:
        return [f"[{cells[0].rstrip(':')}] {SEPARATOR.join(cell for cell in cells[1:] if cell)}"]
    named = [
        f"[{header[index]}] {cell}" if index < len(header) and header[index] else cell
        for index, cell in enumerate(cells)
        if cell
    ]
    return [SEPARATOR.join(named)] if named else []


def looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: every cell filled, different, short and without digits at its start."""
    if len(rows) < 2:
        return False
    first = [" ".join(cell.split()) for cell in rows[0]]
    short = all(cell and len(cell) <= 60 and not cell[0].isdigit() for cell in first)
    short = short and not any(cell.endswith(".") and len(cell) > _MAX_ABBREVIATED for cell in first)
    return short and len(set(first)) == len(first)

"""Tables as lines of text, each of which can be read without the others."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from knowledge.ingestion.extract.table_headers import (
    MARK,
    MAX_ABBREVIATED,
    MIN_COLUMNS,
    Rows,
    find_labels,
    is_name,
    is_pair,
    looks_like_header,
    one_line,
)

SEPARATOR = " · "
UNDER = " › "
"""between the header over several columns and the header of one of them"""
_MAX_REPEATED = 40
"""letters of a value that is said again for each of the columns that it spans"""


def as_lines(rows: Rows, header_rows: int = 0, label_columns: Sequence[int] = ()) -> list[str]:
    """`[header] value · [header] value` for each row; without headers, the cells joined by ` · `.

    `header_rows` rows at the top hold the columns' headers; `label_columns` hold the labels of what stands right of
    them, in a table whose columns have no headers.
    """
    lines, header = read(rows, header_rows, label_columns)
    return lines or ([SEPARATOR.join(filter(None, header))] if any(header) else [])


def read(
    rows: Rows, header_rows: int = 0, label_columns: Sequence[int] = (), inherited: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines, and the headers in force at the end, which a table that goes on inherits."""
    lines, header = numbered(rows, header_rows, label_columns, inherited)
    return [line for _row, line in lines], header


def numbered(
    rows: Rows, header_rows: int = 0, label_columns: Sequence[int] = (), inherited: Sequence[str] = ()
) -> tuple[list[tuple[int, str]], list[str]]:
    """As `read`, each line with the place of its row among `rows`."""
    rows = _without_doubled(rows)
    titles = 0 if inherited else _count_titles(rows)
    lines = [(number, line) for number, row in enumerate(rows[:titles]) for line in _lines(row, [], ())]
    rows, header_rows = rows[titles:], max(header_rows - titles, 0)
    if titles and not header_rows and not label_columns:
        header_rows = int(_names_below([line for _row, line in lines], rows))
    header = _header(rows[:header_rows]) if header_rows else list(inherited)
    body = rows[header_rows:]
    if not any(header):
        label_columns = label_columns or find_labels(body)
    named: list[str] = []
    for number, row in enumerate(body):
        cells = [one_line(cell) for cell in row]
        place = titles + header_rows + number
        if named:
            lines += [(place, line) for line in _lines([named[0], *row[1:]], ["", *named[1:]], ())]
            named = []
        elif not any(header) and not label_columns and _names_next(body[number : number + 2]):
            named = cells
        elif number and _is_announced(body[number - 1 : number + 2]):
            header = _header([row])
            if number + 1 == len(body):
                # The data may follow on the next page.
                lines.append((place, SEPARATOR.join(filter(None, cells))))
        elif cells != header or not any(cells):
            lines += [(place, line) for line in _lines(row, header, () if any(header) else label_columns)]
    return lines, header


def _without_doubled(rows: Rows) -> list[list[str]]:
    """Without columns that say in every row what the one before says, as pages for two sizes of screen do."""
    width = max(map(len, rows), default=0)
    if len(rows) < 2 or any(len(row) != width for row in rows):
        return [list(row) for row in rows]
    columns = list(zip(*rows, strict=True))
    doubled = [first == second and len(set(first)) > 1 and all(first) for first, second in pairwise(columns)]
    kept = [column for column, is_double in zip(columns, [False, *doubled], strict=True) if not is_double]
    return [list(row) for row in zip(*kept, strict=True)]


def _count_titles(rows: Rows) -> int:
    """Of a table of two columns or more: the rows at its top that are one cell, at the left, and name the table."""
    count = 0
    while count < len(rows) - 1 and len(rows[count]) > 1 and rows[count][0] and not any(rows[count][1:]):
        count += 1
    return count if any(sum(map(bool, row)) > 1 for row in rows[count : count + 1]) else 0


def _names_below(titles: Sequence[str], rows: Rows) -> bool:
    """Whether the row below a table's title names columns; two columns under a title are labels and values."""
    if len(rows[0]) == 2 and find_labels(rows):
        return False
    return looks_like_header(rows) or _is_announced([[titles[-1], *[""] * (len(rows[0]) - 1)], *rows[:2]])


def _is_announced(rows: Rows) -> bool:
    """Whether the second row names the columns from here on: a row of one cell announces it, and data follow."""
    if len(rows) < 2 or len(rows[0]) < MIN_COLUMNS or sum(map(bool, rows[0])) != 1:
        return False
    names = [one_line(cell) for cell in rows[1] if cell]
    if len(names) < MIN_COLUMNS or len(set(names)) < len(names) or (len(rows) > 2 and sum(map(bool, rows[2])) < 2):
        return False
    return all(is_name(name) and not is_pair(name) and not name.endswith((".", ":")) for name in names)


def _names_next(rows: Rows) -> bool:
    """Whether the first of two rows of a sheet has a label, and names for what stands below each in the second, which
    is beside the same label: "Details | Credits | Type | Term" above "6 | Obligatory | first"."""
    if len(rows) < 2 or not rows[0][0] or rows[1][0] not in ("", rows[0][0]):
        return False
    names, values = ([one_line(cell) for cell in row[1:]] for row in rows)
    filled = [name for name in names if name]
    if len(filled) < MIN_COLUMNS or len(set(filled)) < len(filled):
        return False
    if [bool(name) for name in names] != [bool(value) for value in values]:
        return False
    has_figures = [any(map(str.isdigit, "".join(cells))) for cells in (names, values)]
    return has_figures == [False, True] and all(len(name) <= MAX_ABBREVIATED for name in filled)


def _header(rows: Rows) -> list[str]:
    """Headers of several rows are joined; brackets would be taken for the header's own."""
    header = []
    for cells in zip(*rows, strict=False):
        words = dict.fromkeys(one_line(cell) for cell in cells if cell.strip())
        header.append(UNDER.join(words).replace("[", "(").replace("]", ")"))
    return _told_apart(header)


def _told_apart(header: Sequence[str]) -> list[str]:
    """Columns apart from each other that have one name: each is named after the column before, else numbered."""
    told = list(header)
    places = [index for index, name in enumerate(header) if name and (not index or header[index - 1] != name)]
    for name in {header[index] for index in places}:
        same = [index for index in places if header[index] == name]
        before = [header[index - 1] if index else "" for index in same]
        distinct = all(before) and len(set(before)) == len(before)
        for number, index in enumerate(same if len(same) > 1 else [], 1):
            new = f"{before[number - 1]}{UNDER}{name}" if distinct else f"{name} ({number})"
            for column in takewhile(lambda column, name=name: header[column] == name, range(index, len(header))):
                told[column] = new
    return told


def _lines(row: Sequence[str], header: Sequence[str], label_columns: Sequence[int]) -> list[str]:
    """One, unless the row is one cell of several lines."""
    cells = [one_line(cell) for cell in row]
    filled = [index for index, cell in enumerate(cells) if cell]
    if len(filled) == 1 and len(cells) > 1 and (not filled[0] or not any(header[filled[0] : filled[0] + 1])):
        return [line for part in row[filled[0]].split("\n") if (line := one_line(part))]
    if label_columns:
        starts = [*label_columns, len(cells)]
        parts = [_labelled(cells[start:end]) for start, end in pairwise(starts)]
        return [SEPARATOR.join(filter(None, parts))]
    first = cells[filled[0]] if filled else ""
    if not any(header) and len(filled) == 2 and (MARK.fullmatch(first) or first.endswith(":")):
        return [" ".join(cells[index] for index in filled)]
    named = [(header[index] if index < len(header) else "", cells[index]) for index in filled]
    parts = [f"[{name}] {value}" if name else value for name, value in _joined(named)]
    return [SEPARATOR.join(parts)] if parts else []


def _labelled(cells: Sequence[str]) -> str:
    label, values = cells[0].rstrip(": "), SEPARATOR.join(filter(None, cells[1:]))
    return f"[{label}] {values}" if label and values else label or values


def _joined(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Cells under one header are one; a long text over several columns is said once, under all their headers."""
    found: list[tuple[str, str]] = []
    for name, value in cells:
        last_name, last_value = found[-1] if found else ("", "")
        if name and name == last_name:
            found[-1] = (name, value if value == last_value else f"{last_value} {value}")
        elif name and last_name and value == last_value and len(value) > _MAX_REPEATED:
            found[-1] = (_common(last_name, name), value)
        elif found and not name and not last_name and value == last_value and is_pair(value):
            continue  # one cell over several columns
        else:
            found.append((name, value))
    return found


def _common(first: str, second: str) -> str:
    """The header that stands over both, else both."""
    over = second.split(UNDER)[0]
    return over if first.split(UNDER)[0] == over else f"{first}, {second}"

"""Whether the first row of a table names its columns, or labels their values: told by what the cells say."""

import re
from collections.abc import Sequence
from itertools import groupby

from knowledge.text.dates import names_day

MAX_NAME = 60
MAX_ABBREVIATED = 30
MAX_EXPLAINING = 160
"""letters of a header that explains the figures below it"""
MIN_COLUMNS = 3
"""of a table in which a row of one cell announces a part with headers of its own"""
_MIN_PAIRED_ROWS = 3
MARK = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)º°ª]-?|[-–—•▪]")
_AMOUNT = re.compile(r"[$€£] ?\d")
_CERTAIN = re.compile(r"\d:\d\d|\S@\S")
"""an hour, an address"""
_YEAR = re.compile(r"(?:\w+\s)?(?:19|20)\d\d(?:\s?[-/–]\s?(?:\d\d){1,2})?")
_PROPER = re.compile(r"(?<!\S)[^\sa-zà-öø-ÿ]*+[a-zà-öø-ÿ]\S*+\s++[A-ZÀ-ÖØ-Þ]")
"""a capital after a word without one: a name, and no heading"""

Rows = Sequence[Sequence[str]]


def looks_like_header(rows: Rows) -> bool:
    """Whether the first row names the columns: every cell filled, but perhaps the corner, different, short and without
    digits at its start, and no day above other days; or years, one after the other."""
    if len(rows) < 2:
        return False
    first = [one_line(cell) for cell in rows[0]]
    if not first[0] and len(first) > MIN_COLUMNS - 1 and all(row[0] for row in rows[1:]):
        # Above the rows' names there is nothing to name.
        first = first[1:]
    if _are_years(first[1:] if is_name(first[0]) else first) and not all(map(_are_years, rows[1:])):
        return True
    if (
        first[0].endswith(":")
        or len(set(filter(is_pair, first))) > 1
        or not (all(map(is_name, first)) or _explains_figures(first, rows[1:]))
        or any(len(cell) <= 3 and MARK.fullmatch(cell) for cell in first)
        or _is_day_among_days(rows)
    ):
        return False
    # What spans several columns stands in each of them.
    names = [name for name, _same in groupby(first)]
    return len(names) > 1 and len(set(names)) == len(names) and not is_form(rows)


def _explains_figures(first: Sequence[str], body: Rows) -> bool:
    """Whether cells that are long for names, and no figures themselves, stand above figures in every row."""
    is_figure = [[cell[:1].isdigit() or bool(_AMOUNT.match(cell)) for cell in map(one_line, row)] for row in body]
    is_long = any(len(cell) > MAX_NAME for cell in first)
    is_plain = all(cell and len(cell) <= MAX_EXPLAINING and not cell[0].isdigit() for cell in first)
    return is_long and is_plain and len(body) >= MIN_COLUMNS and all(2 * sum(row) >= len(row) for row in is_figure)


def _is_day_among_days(rows: Rows) -> bool:
    """Whether a cell of the first row says a day, and most cells below it do: a row like the others."""
    columns = zip(*rows, strict=False)
    return any(names_day(first) and 2 * sum(map(names_day, below)) >= len(below) for first, *below in columns)


def _are_years(cells: Sequence[str]) -> bool:
    """Two different ones at least, calendar or academic."""
    years = [cell for cell in map(one_line, cells) if _YEAR.fullmatch(cell)]
    return len(years) > 1 and len(set(years)) == len(cells)


def is_sheet(spans: Sequence[Sequence[int]]) -> bool:
    """Of labels and values, half of which take up what is left of their rows: its first row names no columns. `spans`
    says over how many columns each cell of a row stands."""
    wide = sum(len(row) == 2 and row[0] < row[1] for row in spans)
    return len(spans) > 2 and max(map(len, spans)) > 2 and 2 * wide >= len(spans)


def is_form(rows: Rows) -> bool:
    """Whether the first row is a label and its value as all others are, and names no columns."""
    columns = find_labels(rows)
    if len(columns) > 1:
        first = list(map(one_line, rows[0]))
        return any(_is_value(*first[column : column + 2]) for column in columns)
    if not columns or len(rows) < _MIN_PAIRED_ROWS:
        return False
    if _CERTAIN.search(rows[0][1]):
        return True
    return _is_value(*map(one_line, rows[0])) and _are_of_different_things([row[1] for row in rows[1:]])


def find_labels(rows: Rows) -> tuple[int, ...]:
    """The columns of labels in a table of two columns, or of twice or more as many, where none has a header."""
    width = len(rows[0]) if rows else 0
    columns = tuple(range(0, width, 2))
    if len(rows) < 2 or width < 2 or width % 2 or any(len(row) != width for row in rows):
        return ()
    labels = [one_line(row[column]) for row in rows for column in columns if any(row[column : column + 2])]
    if not all(map(is_name, labels)) or any(MARK.fullmatch(label) for label in labels):
        return ()
    if width == 2 or all(label.endswith(":") for label in labels):
        return columns
    is_mixed = all(_is_mixed([row[column + 1] for row in rows]) for column in columns)
    return columns if len(rows) >= _MIN_PAIRED_ROWS and len(set(labels)) == len(labels) and is_mixed else ()


def _is_value(label: str, value: str) -> bool:
    """Whether `value` can be no name of a column: a figure, an address, somebody's name."""
    return value[:1].isdigit() or value.startswith(f"{label} ") or bool(_PROPER.search(value))


def _are_of_different_things(values: Sequence[str]) -> bool:
    """Words, and codes or addresses; else words, figures and texts with figures."""
    kinds = {_kind(value.split()) for value in values if value.strip()}
    return "words" in kinds and ("code" in kinds or len(kinds) > 2)


def _kind(words: Sequence[str]) -> str:
    with_figures = [any(map(str.isdigit, word)) for word in words]
    if not any(with_figures):
        return "code" if any("@" in word or "/" in word.strip("/") for word in words) else "words"
    if len(words) == 1:
        return "code" if any(map(str.isalpha, words[0])) else "figure"
    return "figure" if with_figures[0] and len(words) == 2 else "text"


def _is_mixed(values: Sequence[str]) -> bool:
    """Figures and words: values of different things."""
    figures = [value.lstrip()[0].isdigit() for value in values if value.lstrip()[:1].isalnum()]
    return any(figures) and not all(figures)


def is_name(cell: str) -> bool:
    if not cell or len(cell) > MAX_NAME or cell[0].isdigit() or _AMOUNT.match(cell):
        return False
    return len(cell) <= MAX_ABBREVIATED or not cell.endswith(".")


def is_pair(cell: str) -> bool:
    """A label with its value."""
    return ": " in cell


def one_line(cell: str) -> str:
    return " ".join(cell.split())

"""Tables of a PDF: their cells filled with the text of the page, their headers found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.ingestion.extract import table_headers, tables
from knowledge.ingestion.extract.merged_cells import Merged
from knowledge.ingestion.extract.pdf_rules import Ruled
from knowledge.ingestion.extract.ruled_cells import Box, cell_text, fullest, texts, within
from knowledge.ingestion.layout import banded, tab_stops, unruled
from knowledge.ingestion.layout.lines import Glyph, Line, Style, join_side_by_side, lines, runs, with_justified

_SAME_COLUMN = 3.0
_MORE = 1.02
"""times as many letters: joined otherwise, the same text has a blank more or less"""
_SAME_ROW = 12.0
"""from a rule to the text beside it"""
_TOP = 200.0
"""what begins lower down the page does not go on from the page before"""


@dataclass(frozen=True)
class Table:
    box: Box
    rows: tuple[tuple[str, ...], ...]
    header_rows: int
    header_column: bool
    edges: tuple[float, ...]
    """where the columns of its fullest row start"""
    page: int
    titles: frozenset[str] = frozenset()
    """bold rows of one cell: they name what stands below them"""
    fragment: bool = False
    """too small for a table of its own"""
    read: frozenset[int] = frozenset()
    """the ids of the glyphs in its cells"""
    open_above: bool = False
    """its first row may go on from the page before: no rule is above it"""
    open_below: bool = False
    """the same of its last row and the next page"""


def find(ruled: Iterable[Ruled], glyphs: Sequence[Glyph], number: int, before: Table | None = None) -> list[Table]:
    """Tables of two columns and rows at least, or the end of a row of `before`, the last table of the page before;
    frames around text are none."""
    found = [_read(table, glyphs, number) for table in ruled]
    return [
        table
        for table in found
        if table is not None and (not table.fragment or (before is not None and goes_on(before, table)))
    ]


def of_page(
    ruled: list[Table], drawn: Sequence[banded.Bands], glyphs: list[Glyph], number: int
) -> tuple[list[Table], list[Line]]:
    """All tables of a page, where those that rules enclose are given, and the lines that are in none."""
    more, rest = _without_rules(outside(glyphs, ruled), number)
    longer = list(_longer([*ruled, *more], drawn, glyphs, number)) if drawn else []
    if not longer:
        return [*ruled, *more], rest
    tables = [*(one for one in ruled if not any(_overlap(one.box, other.box) for other in longer)), *longer]
    more, rest = _without_rules(outside(glyphs, tables), number)
    return [*tables, *more], rest


def _longer(
    tables: Sequence[Table], drawn: Sequence[banded.Bands], glyphs: Sequence[Glyph], number: int
) -> Iterator[Table]:
    """Those whose rows are parted and whose columns are not, where they say more than what was found of them otherwise,
    such as every second row, or all columns but one."""
    pieces = lines(glyphs, number, banded.COLUMN_GAP)
    taken: list[Table] = []
    for open_ended in (False, True):
        for found in banded.find(pieces, drawn, open_ended=open_ended):
            table = _placed(found, number)
            rivals = [one for one in tables if _overlap(one.box, table.box)]
            is_free = not any(_overlap(one.box, table.box) for one in taken)
            if is_free and bool(rivals) != open_ended and _says_more(table, rivals):
                taken.append(table)
                yield replace(table, read=frozenset(map(id, within(table.box, glyphs))))


def _says_more(table: Table, rivals: Sequence[Table]) -> bool:
    """Than tables in its place, or as much as several of them, in as many columns and rows."""
    letters = sum(map(_letters, rivals))
    has_columns = all(len(one.edges) <= len(table.edges) and _is_in(one.box, table.box) for one in rivals)
    has_rows = len(table.rows) >= sum(len(one.rows) for one in rivals)
    is_more = _letters(table) > _MORE * letters or (len(rivals) > 1 and _letters(table) >= letters)
    return has_columns and has_rows and is_more


def _letters(table: Table) -> int:
    return sum(len(cell) for row in table.rows for cell in row)


def _without_rules(glyphs: Sequence[Glyph], number: int) -> tuple[list[Table], list[Line]]:
    """Tables that no rules enclose, and the lines that are in none; `glyphs` are those of page `number`."""
    parted = tab_stops.parted(runs(glyphs), number)
    pieces = with_justified([part for line in parted for part in line.parts])
    found = list(unruled.find(pieces))
    held = {id(line) for table in found for line in table.lines}
    rest = tab_stops.whole_again([line for line in pieces if id(line) not in held], parted)
    return [_placed(table, number) for table in found], rest


def _placed(table: unruled.Found, number: int) -> Table:
    rows = [tuple(cell_text(join_side_by_side(cell)) for cell in row) for row in table.rows]
    bold = [[all(line.style.bold for line in cell) for cell in row if cell] for row in table.rows]
    edges = zip(*((line.x0, line.y0, line.x1, line.y1) for line in table.lines), strict=True)
    (x0, y0, x1, y1) = (pick(edge) for pick, edge in zip((min, min, max, max), edges, strict=True))
    return Table((x0, y0, x1, y1), tuple(rows), *_headers(rows, bold), table.lefts, number)


def _is_in(box: Box, outer: Box) -> bool:
    return outer[1] - _SAME_ROW <= box[1] and box[3] <= outer[3] + _SAME_ROW


def _overlap(first: Box, second: Box) -> bool:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width > 0 and height > 0


def outside(glyphs: list[Glyph], found: Sequence[Table]) -> list[Glyph]:
    """What stands in no table."""
    held = frozenset[int]().union(*(table.read for table in found))
    return [glyph for glyph in glyphs if id(glyph) not in held]


def as_lines(pages: Sequence[Sequence[Table]]) -> list[list[Line]]:
    """Each table as one line that holds its rows; a table that goes on from the page before keeps its headers."""
    placed: list[list[Line]] = []
    last: Table | None = None
    in_force: list[str] = []
    number = 0
    everything = [table for found in pages for table in found]
    for found in pages:
        placed.append([])
        for table in found:
            is_rest = last is not None and goes_on(last, table)
            whole = _with_header_of(last, table)
            number += not is_rest
            following = everything[everything.index(table) + 1 :][:1]
            if len(table.rows) == 1 and following and goes_on(table, following[0]):
                last = table
                continue
            labels = (0,) if whole.header_column else ()
            rows, in_force = tables.read(whole.rows, whole.header_rows, labels, in_force if is_rest else ())
            if rows := rows or [tables.SEPARATOR.join(filter(None, in_force))]:
                text = " ".join(rows)
                placed[-1].append(
                    Line(text, *whole.box, Style(0.0, False), whole.page, tuple(rows), number, whole.titles)
                )
            last = whole
    return placed


def goes_on(last: Table, table: Table) -> bool:
    return table.page == last.page + 1 and table.box[1] < _TOP and same_columns(last, table)


def _read(ruled: Ruled, glyphs: Sequence[Glyph], number: int) -> Table | None:
    box: Box = ruled.table.bbox  # pdfplumber makes it anew each time, from all the cells
    inside = within(box, glyphs)
    merged = Merged(ruled.table)
    found = texts(ruled.table, merged, inside)
    rows, bold = found.rows, found.bold
    columns = max((sum(bool(cell) for cell in row) for row in rows), default=0)
    fragment = (len(rows) < 2 and columns < 3) or columns < 2
    if not rows or (fragment and (len(rows) > 1 or len(rows[0]) < 2)):
        return None
    opens = _opens(ruled, inside)
    is_sheet = merged.is_sheet()
    has_headers = not (fragment or opens[0] or is_sheet)
    header_rows, header_column = _headers(rows, bold) if has_headers else (0, False)
    if has_headers:
        header_rows = max(header_rows, merged.header_rows(rows) if header_rows or not header_column else 0)
    rows = rows if header_rows else (found.of_sheet() if is_sheet else found.plain)
    edges = tuple(cell[0] for cell in fullest(ruled.table).cells if cell is not None)
    named = zip(rows, bold, strict=True)
    titles = frozenset("".join(row) for row, heavy in named if len(heavy) == 1 and heavy[0] and not all(map(all, bold)))
    read = frozenset(found.read)
    return Table(box, tuple(rows), header_rows, header_column, edges, number, titles, fragment, read, *opens)


def _opens(ruled: Ruled, glyphs: Sequence[Glyph]) -> tuple[bool, bool]:
    """Whether its first row goes on from the page before, and its last one on the next; rows without text do not."""
    rows = ruled.table.rows
    first, last = (bool(within(row.bbox, glyphs)) for row in (rows[0], rows[-1]))
    return ruled.open_above and first, ruled.open_below and last


def _headers(rows: Sequence[Sequence[str]], bold: Sequence[Sequence[bool]]) -> tuple[int, bool]:
    """How many rows of headers there are, and whether each row starts with its own."""
    if len(rows) == 1:
        return 1, False
    first_bold, rest_bold = all(bold[0]), any(all(row) for row in bold[1:])
    column_bold = all(row and row[0] and not all(row) for row in bold)
    if column_bold:
        return 0, True
    if first_bold and not rest_bold and not rows[0][0].rstrip().endswith(":"):
        return 1, False
    return int(table_headers.looks_like_header(rows)), False


def _with_header_of(last: Table | None, table: Table) -> Table:
    """`table` with the headers of the one before, if it goes on with it on the next page."""
    if last is None or not last.header_rows or table.page != last.page + 1 or not same_columns(last, table):
        return table
    header = last.rows[: last.header_rows]
    if table.rows[: last.header_rows] == header:
        return replace(table, header_rows=last.header_rows)
    if table.header_rows and table.rows[0] != header[0] and table.box[1] > 200:
        return table
    return replace(table, rows=(*header, *table.rows), header_rows=last.header_rows, header_column=False)


def same_columns(first: Table, second: Table) -> bool:
    if len(first.edges) != len(second.edges):
        return False
    return all(abs(a - b) <= _SAME_COLUMN for a, b in zip(first.edges, second.edges, strict=True))

"""Tables of plain text, whose columns are told by the blanks between them, or by bars."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from knowledge.ingestion.extract import table_headers, tables

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_RULE = frozenset(" \t|+:=-")
"""what is drawn between rows with bars"""
_MIN_ROWS = 3
"""that agree on where a column starts"""

Part = tuple[list[str], bool]
"""lines, and whether they are rows of a table, as they are read"""


def parts(lines: Sequence[str]) -> Iterator[Part]:
    """The lines in order, those of tables apart from the others."""
    others: list[str] = []
    place = 0
    while place < len(lines):
        run, rows, header_rows = _barred(lines[place:])
        if not rows:
            run = _run(lines[place:])
            rows = _rows(run)
            header_rows = int(table_headers.looks_like_header(rows))
        if rows:
            if others:
                yield others, False
            others = []
            yield tables.as_lines(rows, header_rows), True
        else:
            others += run or [lines[place]]
        place += len(run) or 1
    if others:
        yield others, False


def _barred(lines: Sequence[str]) -> tuple[list[str], list[list[str]], int]:
    """The first of the lines that are rows with bars between as many cells, those rows, and how many are headers."""
    rows: list[list[str]] = []
    run = list(takewhile(lambda line: "|" in line or _is_rule(line), lines))
    for line in run:
        if _is_rule(line):
            continue
        cells = [" ".join(cell.split()) for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
        if rows and len(cells) != len(rows[0]):
            return [], [], 0
        rows.append(cells)
    if len(rows) < 2 or len(rows[0]) < 2:
        return [], [], 0
    ruled = list(map(_is_rule, run))
    below_first = ruled.index(False) + 1
    is_headed = ruled[below_first : below_first + 1] == [True] and sum(ruled[below_first:-1]) == 1
    return run, rows, int(is_headed or table_headers.looks_like_header(rows))


def _is_rule(line: str) -> bool:
    return _RULE.issuperset(line) and ("--" in line or "==" in line)


def _run(lines: Sequence[str]) -> list[str]:
    """The first of the lines that have gaps, each of which starts a cell where the one before starts one."""
    found: list[str] = []
    before: set[int] = set()
    for line in lines:
        starts = {gap.end() for gap in _GAP.finditer(line)}
        if not starts or (found and not starts & before):
            break
        found.append(line)
        before = starts
    return found


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """None where the lines agree on no column, or a text runs through one."""
    counts = Counter(gap.end() for line in lines for gap in _GAP.finditer(line))
    edges = sorted(start for start, count in counts.items() if count >= _MIN_ROWS)
    if not edges or any(line[edge - 1 : edge].strip() for line in lines for edge in edges):
        return []
    bounds = list(zip([0, *edges], [*edges, None], strict=True))
    return [[" ".join(line[start:end].split()) for start, end in bounds] for line in lines]

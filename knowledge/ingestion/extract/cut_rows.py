"""Rows of a table that the end of a page cuts: what each of their cells says on both pages is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.ingestion.extract.pdf_tables import Table, goes_on
from knowledge.ingestion.structure import MARKER


def joined(pages: Sequence[Sequence[Table]]) -> list[list[Table]]:
    """The tables of all pages, with the rows whole on the page where they begin."""
    whole = [list(tables) for tables in pages]
    for before, after in pairwise(whole):
        if before and after and (place := _place_of_rest(before[-1], after[0])) is not None:
            last, first = before[-1], after[0]
            cells = zip(last.rows[-1], first.rows[place], strict=True)
            before[-1] = replace(last, rows=(*last.rows[:-1], tuple(_cell(*parts) for parts in cells)))
            rows = (*first.rows[:place], *first.rows[place + 1 :])
            after[:1] = [replace(first, rows=rows, open_above=False)] if len(rows) > place else []
    return whole


def _place_of_rest(last: Table, table: Table) -> int | None:
    """Of the row of `table` that goes on with the last one of the page before: the first, or the one below repeated
    headers, where it begins with nothing; None where there is none, or it goes on over a third page."""
    if not last.open_below or not goes_on(last, table) or (len(table.rows) == 1 and table.open_below):
        return None
    if len(last.rows[-1]) != len(table.rows[0]):  # columns that no row of one of them fills begin elsewhere
        return None
    if table.open_above:
        return 0
    headers = last.header_rows
    is_repeated = 0 < headers < len(table.rows) and table.rows[:headers] == last.rows[:headers]
    return headers if is_repeated and not table.rows[headers][0] else None


def _cell(first: str, rest: str) -> str:
    return (first + ("\n" if MARKER.match(rest) else " ") + rest).strip()

"""Cells of a ruled table that span rows or columns: each is read in all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pdfplumber.table import Row, Table

from knowledge.ingestion.extract import table_headers

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1"""
_SLACK = 1.0


class Merged:
    def __init__(self, table: Table) -> None:
        self._rows: list[Row] = table.rows
        self._cells: list[Box] = table.cells
        self._lefts = sorted({cell[0] for cell in table.cells})
        """where columns start"""
        self._titles = next((place for place, row in enumerate(self._rows) if _count(row) > 1), 0)
        """rows of one cell above all others"""
        self._headers_end = self._rows[self._titles].bbox[3] - _SLACK
        """the bottom of the tallest cell of the first row below them"""

    def filled(
        self, row: Row, texts: Sequence[str], known: Mapping[Box, str], *, has_headers: bool = True
    ) -> tuple[str, ...]:
        """The row's texts, with those of the cells above that reach into it, and in headers of those beside; `known`
        are the texts of all cells down to this row."""
        if _count(row) < 2:
            return tuple(texts)
        covering = [cell or self._covering(row, column) for column, cell in enumerate(row.cells)]
        if row.bbox[1] > self._headers_end or not has_headers:
            covering = [
                cell if cell and abs(cell[0] - left) < _SLACK else None
                for cell, left in zip(covering, self._lefts, strict=True)
            ]
        return tuple(text or known.get(cell, "") if cell else text for text, cell in zip(texts, covering, strict=True))

    def is_sheet(self) -> bool:
        return table_headers.is_sheet([[self._columns(cell) for cell in row.cells if cell] for row in self._rows])

    def header_rows(self, rows: Sequence[Sequence[str]]) -> int:
        """With the titles above them, where a cell of the first row is over several columns, and what they are stands
        below it; else 0. `rows` are the texts."""
        first = [cell for cell in self._rows[self._titles].cells if cell]
        if self.is_sheet() or len(first) < 2 or all(self._columns(cell) == 1 for cell in first):
            return 0
        down = sum(self._rows[self._titles].bbox[1] <= row.bbox[1] < self._headers_end for row in self._rows)
        below = [cell for row in self._rows[self._titles + 1 : self._titles + down] for cell in row.cells if cell]
        if down > 1 and not any(self._is_parted(cell, below) for cell in first):
            return 0
        if down == 1 and table_headers.looks_like_header(rows[self._titles + 1 :]):
            down = 2
        return self._titles + down if 1 < down < len(rows) - self._titles else 0

    @staticmethod
    def _is_parted(cell: Box, below: Sequence[Box]) -> bool:
        """Whether narrower cells stand below it."""
        return any(
            cell[0] - _SLACK < one[0] and one[2] < cell[2] + _SLACK and one[2] - one[0] < cell[2] - cell[0] - _SLACK
            for one in below
        )

    def _columns(self, cell: Box) -> int:
        return sum(cell[0] - _SLACK < left < cell[2] - _SLACK for left in self._lefts)

    def _covering(self, row: Row, column: int) -> Box | None:
        left, top = self._lefts[column], row.bbox[1]
        return next(
            (
                cell
                for cell in self._cells
                if cell[0] - _SLACK < left < cell[2] - _SLACK and cell[1] - _SLACK < top < cell[3] - _SLACK
            ),
            None,
        )


def _count(row: Row) -> int:
    return sum(cell is not None for cell in row.cells)

"""The text of a page as it is shown: rows of a table under their headers, lists as lists, all else as it stands; the
quote marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from knowledge.highlighting.reading import Block, Piece
from knowledge.text.sentences import ROW

_CELL = re.compile(r"\[(?P<header>[^\[\]\n]++)\] (?P<value>.*?)(?= · \[|$)")
_SEPARATOR = " · "
_ITEM = re.compile(r"[ \t]*[-*•–▪◦‣][ \t]+(?=\S)")


@dataclass(frozen=True)
class Run:
    """A stretch of text, or a cell."""

    text: str
    marked: bool
    is_first_mark: bool = False
    """where the page opens"""


@dataclass(frozen=True)
class Part:
    """Running text, or a table where it has headers, or a list where it has items."""

    runs: tuple[Run, ...] = ()
    items: tuple[tuple[Run, ...], ...] = ()
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[Run, ...], ...] = ()


@dataclass(frozen=True)
class ArrangedBlock:
    title: str
    depth: int
    parts: tuple[Part, ...]


def arranged(blocks: Iterable[Block], *, is_opened_at_mark: bool = True) -> list[ArrangedBlock]:
    """Without `is_opened_at_mark` the page opens at its picture, and no mark is the first."""
    first = _FirstMark(is_found=not is_opened_at_mark)
    return [ArrangedBlock(block.title, block.depth, tuple(_parts(block.pieces, first))) for block in blocks]


def parts_of(text: str) -> list[Part]:
    """Of a text in which nothing is marked."""
    return list(_parts([Piece(text, marked=False)], _FirstMark(is_found=True)))


class _FirstMark:
    """Lets one marked stretch know that it is the first."""

    def __init__(self, *, is_found: bool) -> None:
        self.is_found = is_found

    def told(self, runs: Iterable[Run]) -> tuple[Run, ...]:
        return tuple(map(self._told, runs))

    def _told(self, run: Run) -> Run:
        if self.is_found or not run.marked:
            return run
        self.is_found = True
        return replace(run, is_first_mark=True)


class _Line:
    """`cells` of a table's row, whose first may have no header; `bullet`, its length, of an item of a list."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs
        self.text = "".join(run.text for run in runs)
        self.cells = list(_CELL.finditer(self.text)) if ROW.match(self.text) else []
        lone = ("",) if self.cells and self.cells[0].start() else ()
        self.headers = (*lone, *(cell["header"] for cell in self.cells))
        bullet = None if self.cells else _ITEM.match(self.text)
        self.bullet = bullet.end() if bullet else 0

    def item(self) -> Iterator[Run]:
        """Without its bullet."""
        place = 0
        for run in self.runs:
            shown = run.text[max(0, self.bullet - place) :]
            place += len(run.text)
            if shown:
                yield Run(shown, run.marked)

    def row(self) -> Iterator[Run]:
        first = self.cells[0].start()
        if first:
            yield Run(self.text[: first - len(_SEPARATOR)], self._is_marked(0, first - len(_SEPARATOR)))
        for cell in self.cells:
            yield Run(cell["value"], self._is_marked(*cell.span("value")))

    def _is_marked(self, start: int, end: int) -> bool:
        place = 0
        for run in self.runs:
            if run.marked and place < end and start < place + len(run.text):
                return True
            place += len(run.text)
        return False


def _parts(pieces: Sequence[Piece], first: _FirstMark) -> Iterator[Part]:
    for (headers, is_item), group in groupby(_lines(pieces), key=lambda line: (line.headers, line.bullet > 0)):
        if headers:
            yield Part(headers=headers, rows=tuple(first.told(line.row()) for line in group))
        elif is_item:
            yield Part(items=tuple(first.told(line.item()) for line in group))
        else:
            yield Part(runs=first.told(_joined(group)))


def _lines(pieces: Sequence[Piece]) -> Iterator[_Line]:
    line: list[Run] = []
    for piece in pieces:
        start, *rest = piece.text.split("\n")
        line.append(Run(start, piece.marked))
        for text in rest:
            yield _Line(line)
            line = [Run(text, piece.marked)]
    yield _Line(line)


def _joined(lines: Iterable[_Line]) -> Iterator[Run]:
    """With the breaks between them; neighbours that are marked alike are one."""
    runs = [run for number, line in enumerate(lines) for run in (*([_break(line)] if number else []), *line.runs)]
    for marked, group in groupby((run for run in runs if run.text), key=lambda run: run.marked):
        yield Run("".join(run.text for run in group), marked)


def _break(line: _Line) -> Run:
    return Run("\n", line.runs[0].marked)

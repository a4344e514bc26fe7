"""An answer's Markdown as plain blocks, for formats that are no HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it.token import Token

from chat.rendering import parsed

Kind = Literal["paragraph", "heading", "item", "row", "head"]


@dataclass(frozen=True)
class Run:
    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Block:
    kind: Kind
    runs: tuple[Run, ...] = ()
    cells: tuple[tuple[Run, ...], ...] = ()
    """of a row of a table, and of its head"""
    depth: int = 0
    """of an item: 1 in a list, 2 in a list within one"""
    number: int | None = None
    """of an item of an ordered list"""


class _Lists:
    """The lists that are open, innermost last, and how far each has counted."""

    def __init__(self) -> None:
        self.open: list[int | None] = []
        self.begins_item = False

    def step(self, token: Token) -> None:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            self.open.append(int(token.attrs.get("start", 1)) - 1 if token.type.startswith("ordered") else None)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self.open.pop()
        elif token.type == "list_item_open":
            self.begins_item = True
            count = self.open[-1]
            self.open[-1] = None if count is None else count + 1

    def block(self, runs: tuple[Run, ...]) -> Block:
        if not (self.open and self.begins_item):
            return Block("paragraph", runs)
        self.begins_item = False
        return Block("item", runs, depth=len(self.open), number=self.open[-1])


def blocks(markdown: str) -> list[Block]:
    return list(_blocks(parsed(markdown)))


def plain(markdown: str) -> str:
    """The text alone, as it would be pasted into a mail."""
    return "\n".join(_line(block) for block in blocks(markdown)).strip()


def _line(block: Block) -> str:
    if block.kind in ("row", "head"):
        return "\t".join(_text(cell) for cell in block.cells)
    if block.kind == "item":
        mark = "•" if block.number is None else f"{block.number}."
        return f"{'  ' * (block.depth - 1)}{mark} {_text(block.runs)}"
    return f"{_text(block.runs)}\n"


def _text(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    lists, cells, row_kind, opened = _Lists(), [], "row", ""
    for token in tokens:
        lists.step(token)
        if token.type == "thead_open":
            row_kind = "head"
        elif token.type == "tbody_open":
            row_kind = "row"
        elif token.type == "tr_close":
            yield Block("head" if row_kind == "head" else "row", cells=tuple(cells))
            cells = []
        elif token.type == "inline":
            runs = tuple(_runs(token.children or ()))
            if opened in ("th_open", "td_open"):
                cells.append(runs)
            else:
                yield Block("heading", runs) if opened == "heading_open" else lists.block(runs)
        elif token.type in ("fence", "code_block"):
            yield Block("paragraph", (Run(token.content.rstrip()),))
        if token.nesting == 1:
            opened = token.type


def _runs(children: Sequence[Token]) -> Iterator[Run]:
    bold = italic = 0
    for child in children:
        bold += child.nesting if child.type.startswith("strong") else 0
        italic += child.nesting if child.type.startswith("em_") else 0
        if child.type == "cite":
            yield Run(f"[{child.meta['number']}]")
        elif child.type in ("softbreak", "hardbreak"):
            yield Run("\n" if child.type == "hardbreak" else " ")
        elif child.content:
            yield Run(child.content, bold > 0, italic > 0)

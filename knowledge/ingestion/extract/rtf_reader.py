"""Rich text's control words and groups, read into paragraphs and rows of cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.ingestion.extract.rtf_parts import Cell, Line, Paragraph, TableRow, whole

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\"
)
_HEADING = re.compile(r"(?:heading|t[íi]tulo|encabezado)\s*([1-9])", re.IGNORECASE)
_SKIPPED = frozenset(
    "fonttbl colortbl pict object themedata datastore xmlnstbl generator fldinst private listtable "
    "listoverridetable revtbl rsidtbl filetbl bkmkstart bkmkend annotation atnid atnauthor xe tc ftnsep ftnsepc author "
    "operator subject keywords doccomm manager company category hlinkbase creatim revtim printim buptim".split()
)
_MARGINS = frozenset("header headerl headerr headerf footer footerl footerr footerf".split())
_MARKS = frozenset(("listtext", "pntext"))
_CHARACTERS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "bullet": "•", "nestcell": " ", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_SIGNS = {b"~": "\xa0", b"_": "-", b"{": "{", b"}": "}", b"\\": "\\", b"\n": "\r", b"\r": "\r"}
_MAX_GROUPS = 1000

Target = Literal["body", "skipped", "margin", "mark", "note", "style", "title"]


@dataclass(frozen=True)
class _State:
    target: Target = "body"
    bold: bool = False
    hidden: bool = False
    skip: int = 1
    """characters for older programs after one of Unicode"""


class Reader:
    def __init__(self) -> None:
        self.parts: list[Paragraph | TableRow] = []
        self.margins: list[str] = []
        self.title = ""
        self._state, self._stack = _State(), list[_State]()
        self._encoding = "cp1252"
        self._line = Line()
        self._cells: list[Paragraph] = []
        self._merges: list[Literal["", "down", "across"]] = []
        self._merge: Literal["", "down", "across"] = ""
        self._levels: dict[int, int] = {}
        self._level = 0
        self._style, self._style_level, self._style_name = 0, 0, list[str]()
        self._note: list[str] = []
        self._margin: list[str] = []
        self._left_out = 0
        self._optional = False
        """after \\*: what is not known is skipped"""

    def read(self, data: bytes) -> None:
        place = 0
        while match := _TOKEN.match(data, place):
            place = match.end()
            word, number, code, sign, brace, text = match.groups()
            if word:
                value = int(number) if number else None
                if word == b"bin":
                    place += max(value or 0, 0)
                else:
                    self._word(word.decode("ascii"), value)
            elif brace:
                self._group(brace == b"{")
            elif code:
                self._say(bytes([int(code, 16)]).decode(self._encoding, "replace"), 1)
            elif sign:
                self._sign(sign)
            elif text:
                self._say(text.decode(self._encoding, "replace"), len(text))
        self._end_paragraph()

    def _group(self, opens: bool) -> None:
        if opens:
            if len(self._stack) >= _MAX_GROUPS:
                raise RecursionError("groups")
            self._stack.append(self._state)
        elif self._stack:
            outer = self._stack.pop()
            if outer.target != self._state.target:
                self._close()
            elif self._state.target == "style" and self._style_name:
                self._end_style()
            self._state = outer
        self._optional = False

    def _close(self) -> None:
        """The end of what stood beside the text."""
        if self._state.target == "note":
            self._line.notes.append(" ".join(whole(self._note).split()))
            self._note = []
        elif self._state.target == "margin":
            self.margins += [line for line in whole(self._margin).split("\n") if line.strip()]
            self._margin = []

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._optional = True
        elif sign in (b"\n", b"\r"):
            self._word("par", None)
        elif sign in _SIGNS:
            self._say(_SIGNS[sign], 1)

    def _word(self, word: str, value: int | None) -> None:
        optional, self._optional = self._optional, False
        if target := _target(word):
            self._turn(target)
        elif word in _CHARACTERS:
            self._say(_CHARACTERS[word], 1)
        elif word == "u" and value is not None:
            self._left_out = 0
            self._say(chr(value % 65_536), 0)
            self._left_out = self._state.skip
        elif self._state.target == "style" and word in ("s", "outlinelevel", "cs", "ds", "ts"):
            self._of_style(word, value or 0)
        elif act := _ACTIONS.get(word):
            act(self, value)
        elif optional:
            self._turn("skipped")

    def _turn(self, target: Target) -> None:
        if self._state.target == "skipped":
            return
        if target == "note":
            self._line.say(f" ({len(self._line.notes) + 1})", self._state.bold)
        self._state = replace(self._state, target=target)

    def _say(self, text: str, length: int) -> None:
        """`length` is the number of bytes, which those for older programs are counted in."""
        if self._left_out and length:
            cut = min(self._left_out, length)
            self._left_out -= cut
            text = text[cut:]
        if self._state.hidden or not text:
            return
        match self._state.target:
            case "body":
                self._line.say(text, self._state.bold)
            case "mark":
                self._line.mark.append(text)
            case "note":
                self._note.append(text)
            case "margin":
                self._margin.append(text)
            case "title":
                self.title += text
            case "style":
                self._style_name.append(text)

    def _of_style(self, word: str, value: int) -> None:
        if word == "s":
            self._style = value
        elif word == "outlinelevel":
            self._style_level = value + 1

    def _end_style(self) -> None:
        heading = _HEADING.match("".join(self._style_name).strip())
        level = int(heading[1]) if heading else self._style_level
        if 1 <= level <= 9:
            self._levels[self._style] = level
        self._style, self._style_level, self._style_name = 0, 0, []

    def _end_paragraph(self) -> None:
        match self._state.target:
            case "body" if self._cells or self._merges:
                self._line.say("\n", False)
            case "body":
                said = self._line.said(self._level)
                if said.text.strip() or said.notes:
                    self.parts.append(said)
                self._line = Line()
            case "note":
                self._note.append("\n")
            case "margin":
                self._margin.append("\n")

    def _end_cell(self) -> None:
        if self._state.target == "body":
            self._cells.append(self._line.said(0))
            self._line = Line()

    def _end_row(self) -> None:
        if self._state.target == "body" and self._cells:
            merges = [*self._merges, *[""] * len(self._cells)]
            row = (Cell(_told(one), one.bold, merge) for one, merge in zip(self._cells, merges, strict=False))  # type: ignore[arg-type]
            self.parts.append(tuple(row))
            self._cells, self._merges = [], []

    def _begin_row(self) -> None:
        self._merges, self._merge = [], ""

    def _begin_paragraph(self) -> None:
        if self._state.target == "body":
            self._level = 0

    def _define_cell(self) -> None:
        self._merges.append(self._merge)
        self._merge = ""

    def _merge_with(self, where: Literal["down", "across"]) -> None:
        self._merge = where

    def _set(self, **changed: object) -> None:
        self._state = replace(self._state, **changed)  # type: ignore[arg-type]

    def _set_level(self, level: int) -> None:
        if self._state.target == "body":
            self._level = level if 1 <= level <= 9 else 0

    def _set_encoding(self, page: int) -> None:
        try:
            "".encode(f"cp{page}")
            self._encoding = f"cp{page}"
        except LookupError:
            self._encoding = "cp1252"


_ACTIONS: dict[str, Callable[[Reader, int | None], None]] = {
    "par": lambda reader, _value: reader._end_paragraph(),
    "sect": lambda reader, _value: reader._end_paragraph(),
    "page": lambda reader, _value: reader._end_paragraph(),
    "cell": lambda reader, _value: reader._end_cell(),
    "row": lambda reader, _value: reader._end_row(),
    "trowd": lambda reader, _value: reader._begin_row(),
    "cellx": lambda reader, _value: reader._define_cell(),
    "clvmrg": lambda reader, _value: reader._merge_with("down"),
    "clmrg": lambda reader, _value: reader._merge_with("across"),
    "pard": lambda reader, _value: reader._begin_paragraph(),
    "plain": lambda reader, _value: reader._set(bold=False, hidden=False),
    "b": lambda reader, value: reader._set(bold=value != 0),
    "v": lambda reader, value: reader._set(hidden=value != 0),
    "deleted": lambda reader, value: reader._set(hidden=value != 0),
    "uc": lambda reader, value: reader._set(skip=max(0, min(value or 0, 10))),
    "s": lambda reader, value: reader._set_level(reader._levels.get(value or 0, 0)),
    "outlinelevel": lambda reader, value: reader._set_level((value if value is not None else 9) + 1),
    "ansicpg": lambda reader, value: reader._set_encoding(value or 1252),
}


def _target(word: str) -> Target | Literal[""]:
    if word in _SKIPPED:
        return "skipped"
    if word in _MARGINS:
        return "margin"
    if word in _MARKS:
        return "mark"
    return {"footnote": "note", "stylesheet": "style", "title": "title"}.get(word, "")  # type: ignore[return-value]


def _told(paragraph: Paragraph) -> str:
    notes = (f"({number}) {note}" for number, note in enumerate(paragraph.notes, 1))
    return " ".join([f"{paragraph.marker} {paragraph.text}".strip(), *notes])

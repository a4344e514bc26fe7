"""Styles and numbering of Word documents: which paragraphs are headings, and what number a list's item has."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from lxml import etree

from knowledge.ingestion.extract.numerals import numeral

Element = etree._Element
_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_HEADING = re.compile(r"(?:heading|t[íi]tulo|encabezado)\s*([1-9])", re.IGNORECASE)
_TITLE = frozenset(("title", "título", "titulo", "puesto"))
_OFF = frozenset(("0", "false", "off", "none"))
_MAX_DEPTH = 20
_FORMS = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}


def w(name: str) -> str:
    return f"{{{_NAMESPACE}}}{name}"


CHECKED = frozenset((w("checkBox"), f"{_WORD_2010}checkbox"))


def is_on(box: Element) -> bool:
    """Whether a check box is ticked."""
    mark = next((child for child in box if etree.QName(child).localname == "checked"), None)
    value = "0" if mark is None else (mark.get(w("val")) or mark.get(f"{_WORD_2010}val") or "1")
    return value.lower() not in _OFF


@dataclass(frozen=True)
class Style:
    level: int = 0
    """1 and up for headings"""
    is_title: bool = False
    bold: bool = False
    numbering: tuple[str, int] | None = None
    """list and level"""


class Styles:
    def __init__(self, root: Element | None) -> None:
        elements = [] if root is None else root.findall(w("style"))
        self._elements = {element.get(w("styleId"), ""): element for element in elements}
        self._read: dict[str, Style] = {}

    def of(self, properties: Element | None) -> Style:
        style = properties.find(w("pStyle")) if properties is not None else None
        return self._style(style.get(w("val"), "")) if style is not None else Style()

    def level(self, properties: Element | None, style: Style) -> int:
        outline = properties.find(w("outlineLvl")) if properties is not None else None
        return _outline(outline) if outline is not None else style.level

    def is_bold(self, run: Element, style: Style) -> bool:
        bold = run.find(f"{w('rPr')}/{w('b')}")
        return style.bold if bold is None else bold.get(w("val"), "1") not in _OFF

    def _style(self, name: str, depth: int = 0) -> Style:
        element = self._elements.get(name)
        if element is None or depth > _MAX_DEPTH:
            heading = _HEADING.fullmatch(name)
            return Style(level=int(heading[1]) if heading else 0)
        if name not in self._read:
            based = element.find(w("basedOn"))
            base = self._style(based.get(w("val"), ""), depth + 1) if based is not None else Style()
            self._read[name] = _with(element, base)
        return self._read[name]


def _with(element: Element, base: Style) -> Style:
    title = element.find(w("name"))
    name = title.get(w("val"), "") if title is not None else ""
    outline, bold = element.find(f"{w('pPr')}/{w('outlineLvl')}"), element.find(f"{w('rPr')}/{w('b')}")
    heading = _HEADING.fullmatch(name)
    level = int(heading[1]) if heading else _outline(outline) if outline is not None else base.level
    heavy = base.bold if bold is None else bold.get(w("val"), "1") not in _OFF
    return Style(level, name.lower() in _TITLE, heavy, _list_of(element.find(w("pPr"))) or base.numbering)


def _outline(element: Element) -> int:
    value = element.get(w("val"), "9")
    return int(value) + 1 if value.isdecimal() and int(value) < 9 else 0


def _list_of(properties: Element | None) -> tuple[str, int] | None:
    numbering = properties.find(w("numPr")) if properties is not None else None
    if numbering is None:
        return None
    number, level = numbering.find(w("numId")), numbering.find(w("ilvl"))
    depth = level.get(w("val"), "0") if level is not None else "0"
    return (number.get(w("val"), "0") if number is not None else "", int(depth) if depth.isdecimal() else 0)


class Numbering:
    """Counts the items of every list as the paragraphs go by."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._lists: dict[str, str] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        if root is None:
            return
        for abstract in root.findall(w("abstractNum")):
            levels = {int(level.get(w("ilvl"), "0")): _level(level) for level in abstract.findall(w("lvl"))}
            self._levels[abstract.get(w("abstractNumId"), "")] = levels
        for number in root.findall(w("num")):
            reference = number.find(w("abstractNumId"))
            self._lists[number.get(w("numId"), "")] = reference.get(w("val"), "") if reference is not None else ""

    def marker(self, properties: Element | None, style: Style) -> str:
        """What stands before the paragraph: "-", "2.", "b)"; empty where it is no item."""
        own = _list_of(properties)
        chosen = own if own and own[0] else (style.numbering[0], own[1]) if own and style.numbering else style.numbering
        if chosen is None or chosen[0] in ("", "0") or chosen[0] not in self._lists:
            return ""
        levels, depth = self._levels.get(self._lists[chosen[0]], {}), chosen[1]
        if depth not in levels:
            return "-"
        counts = self._counts[self._lists[chosen[0]]]
        counts[depth] = counts.get(depth, levels[depth][2] - 1) + 1
        for deeper in [other for other in counts if other > depth]:
            del counts[deeper]
        style_name, text, _start = levels[depth]
        if style_name == "bullet":
            return "-"
        return re.sub(r"%(\d)", lambda match: _number(counts, levels, int(match[1]) - 1), text).strip()


def _level(element: Element) -> tuple[str, str, int]:
    """Format, text and first number."""
    found = {name: element.find(w(name)) for name in ("numFmt", "lvlText", "start")}
    values = {name: child.get(w("val"), "") if child is not None else "" for name, child in found.items()}
    return values["numFmt"], values["lvlText"], int(values["start"]) if values["start"].isdecimal() else 1


def _number(counts: dict[int, int], levels: dict[int, tuple[str, str, int]], depth: int) -> str:
    number = counts.get(depth, levels[depth][2] if depth in levels else 1)
    if depth in levels and levels[depth][0] == "none":
        return ""
    return numeral(number, _FORMS.get(levels[depth][0], "1") if depth in levels else "1")

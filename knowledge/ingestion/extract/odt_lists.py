"""Lists of OpenDocument texts: what number an item or a heading has."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from knowledge.ingestion.extract.numerals import numeral
from knowledge.ingestion.extract.odf import Element, tag, text_tag

_LEVELS = (text_tag("list-level-style-number"), text_tag("list-level-style-bullet"), text_tag("list-level-style-image"))
_KEY = text_tag("style-name")


class _Level(NamedTuple):
    numbered: bool
    form: str
    """1, a, A, i or I; empty where no number is shown"""
    prefix: str
    suffix: str
    shown: int
    """levels that are shown, the last of them this one"""
    start: int


class Numbering:
    """Counts the items of every list as they go by."""

    def __init__(self, *roots: Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        self._outline: dict[int, _Level] = {}
        self._headings: dict[int, int] = {}
        for root in roots:
            for style in root.iter(text_tag("list-style")) if root is not None else ():
                levels = [_level(one) for one in style if one.tag in _LEVELS]
                self._levels[style.get(tag("style", "name"), "")] = dict(levels)
            for one in root.iter(text_tag("outline-level-style")) if root is not None else ():
                depth, level = _level(one)
                self._outline[depth] = level

    def started(self, element: Element, outer: str = "") -> str:
        """The name by which a list's items are counted: it begins anew, unless it says that it goes on."""
        name = element.get(_KEY, "") or outer
        if (
            not outer
            and element.get(text_tag("continue-numbering")) != "true"
            and not element.get(text_tag("continue-list"))
        ):
            self._counts[name].clear()
        return name

    def marker(self, name: str, depth: int) -> str:
        """What stands before the item: "-", "2.", "b)"."""
        levels, counts = self._levels.get(name, {}), self._counts[name]
        for deeper in [other for other in counts if other > depth]:
            del counts[deeper]
        counts[depth] = counts.get(depth, (levels[depth].start if depth in levels else 1) - 1) + 1
        return _written(levels, counts, depth) or "-"

    def of_heading(self, element: Element) -> str:
        """The number of a heading of chapters, where the document numbers them."""
        given = element.get(text_tag("outline-level"), "")
        if not given.isdecimal() or element.get(text_tag("is-list-header")) == "true":
            return ""
        depth = int(given) - 1
        for deeper in [other for other in self._headings if other > depth]:
            del self._headings[deeper]
        start = self._outline[depth].start if depth in self._outline else 1
        self._headings[depth] = self._headings.get(depth, start - 1) + 1
        return _written(self._outline, self._headings, depth)


def _written(levels: dict[int, _Level], counts: dict[int, int], depth: int) -> str:
    level = levels.get(depth)
    if level is None or not level.numbered or not level.form:
        return ""
    first = max(0, depth - level.shown + 1)
    numbers = [numeral(counts.get(one, 1), levels[one].form or "1") for one in range(first, depth + 1) if one in levels]
    return f"{level.prefix}{'.'.join(numbers)}{level.suffix}".strip()


def _level(element: Element) -> tuple[int, _Level]:
    def number(name: str) -> int:
        value = element.get(text_tag(name), "1")
        return int(value) if value.isdecimal() else 1

    style = {name: element.get(tag("style", name), "") for name in ("num-format", "num-prefix", "num-suffix")}
    numbered = element.tag in (text_tag("list-level-style-number"), text_tag("outline-level-style"))
    form, prefix, suffix = style["num-format"], style["num-prefix"], style["num-suffix"]
    return number("level") - 1, _Level(numbered, form, prefix, suffix, number("display-levels"), number("start-value"))

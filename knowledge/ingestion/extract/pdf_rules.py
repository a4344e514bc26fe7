"""The straight rules drawn on a page of a PDF, and the cells they enclose."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import pypdfium2 as pdfium
import pypdfium2.raw as c
from pdfplumber import table as plumber

from knowledge.ingestion.extract.pdf_page import Placement
from knowledge.ingestion.layout.banded import Bands

Point = tuple[float, float]
Rule = dict[str, Any]
"""as pdfplumber describes an edge, in points"""
_STRAIGHT = 0.5
_MIN_LENGTH = 3.0
_TOLERANCE = 3.0
# Maps, drawings and squared paper have more: searching them for cells would take minutes.
_MAX_RULES = 1500
_MAX_CROSSINGS = 3000
_MIN_RULES = 2
"""in each direction"""
_MIN_UPRIGHTS = 3
"""that end together: the borders of a table and one that parts its columns"""
_EDGE = 0.15
"""of the page's height, at the top and at the bottom: where a row ends there without a rule, the page ends it"""
_MIN_BANDS = 3
"""between level rules: fewer are no rows of a table"""
_MAX_BANDS = 150
"""more are squared paper or a drawing"""


def drawn(page: pdfium.PdfPage, place: Placement) -> list[Rule]:
    """The page's rules and the edges of what it fills; those that lie on each other are one."""
    return merged(list(_rules(page, place)))


def merged(rules: list[Rule]) -> list[Rule]:
    return plumber.merge_edges(rules, _TOLERANCE, _TOLERANCE, _TOLERANCE, _TOLERANCE) if rules else []


@dataclass(frozen=True)
class Ruled:
    """Cells that rules enclose."""

    table: plumber.Table
    open_above: bool
    """its upright rules begin above the first level one, as where a page break cuts a row"""
    open_below: bool
    """they go on below the last one"""


def enclosed(rules: list[Rule], height: float) -> list[Ruled]:
    """The groups of cells that merged rules enclose on a page so high: pdfplumber's search among pdfium's rules is
    several times faster than reading the page a second time."""
    if len(rules) > _MAX_RULES:
        return []
    tops = [rule for rule in _missing(rules, "top") if rule["top"] <= _EDGE * height]
    bottoms = [rule for rule in _missing(rules, "bottom") if rule["top"] >= (1 - _EDGE) * height]
    closed = [*rules, *tops, *bottoms]
    if not _may_enclose(closed):
        return []
    crossings = plumber.edges_to_intersections(closed, _TOLERANCE, _TOLERANCE)
    if len(crossings) > _MAX_CROSSINGS:
        return []
    groups = plumber.cells_to_tables(plumber.intersections_to_cells(crossings))
    found = [plumber.Table(None, group) for group in groups]
    return [Ruled(table, _lies_on(tops, table, 1), _lies_on(bottoms, table, 3)) for table in found]


def _missing(rules: Sequence[Rule], end: Literal["top", "bottom"]) -> Iterator[Rule]:
    """The level rules that would close the rows which are open at this end: the borders of a table and what parts its
    columns end together beyond its last level rule."""
    uprights = sorted((rule for rule in rules if rule["orientation"] == "v"), key=lambda rule: rule[end])
    level = [rule for rule in rules if rule["orientation"] == "h"]
    while uprights:
        y = uprights[0][end]
        together = [rule for rule in uprights if rule[end] - y <= _TOLERANCE]
        uprights = uprights[len(together) :]
        left, right = min(rule["x0"] for rule in together), max(rule["x1"] for rule in together)
        closing = as_rule((left, y), (right, y))
        across = [rule for rule in level if rule["x0"] < right and left < rule["x1"]]
        is_open = all(abs(rule["top"] - y) > _TOLERANCE for rule in across)
        borders = [rule for rule in across if _spans(rule, left, right) and _meets(rule, together)]
        if closing and is_open and borders and len(together) >= _MIN_UPRIGHTS:
            yield closing


def _meets(rule: Rule, uprights: Sequence[Rule]) -> bool:
    y = rule["top"]
    return all(one["top"] - _TOLERANCE <= y <= one["bottom"] + _TOLERANCE for one in uprights)


def _spans(rule: Rule, left: float, right: float) -> bool:
    return abs(rule["x0"] - left) <= _TOLERANCE and abs(rule["x1"] - right) <= _TOLERANCE


def _lies_on(rules: Sequence[Rule], table: plumber.Table, edge: int) -> bool:
    """Whether one of the rules is this edge of the table's box."""
    box = table.bbox
    return any(abs(rule["top"] - box[edge]) <= _TOLERANCE and _spans(rule, box[0], box[2]) for rule in rules)


def bands(rules: list[Rule]) -> list[Bands]:
    """Level rules that begin and end at the same places, one below the other."""
    groups: list[list[Rule]] = []
    for rule in sorted((one for one in rules[:_MAX_RULES] if one["orientation"] == "h"), key=lambda one: one["top"]):
        same = (one for one in groups if all(abs(one[0][edge] - rule[edge]) <= _TOLERANCE for edge in ("x0", "x1")))
        if group := next(same, None):
            group.append(rule)
        else:
            groups.append([rule])
    found = (Bands(group[0]["x0"], group[0]["x1"], _apart([rule["top"] for rule in group])) for group in groups)
    return [one for one in found if _MIN_BANDS < len(one.rules) <= _MAX_BANDS]


def _apart(heights: Sequence[float]) -> tuple[float, ...]:
    """In order, of those that are nearly the same the first."""
    return tuple(y for last, y in pairwise([-math.inf, *heights]) if y - last > _TOLERANCE)


def _may_enclose(rules: list[Rule]) -> bool:
    across = sum(rule["orientation"] == "h" for rule in rules)
    return min(across, len(rules) - across) >= _MIN_RULES


def _rules(page: pdfium.PdfPage, place: Placement) -> Iterator[Rule]:
    count = 0
    for path in page.get_objects(filter=[c.FPDF_PAGEOBJ_PATH]):
        if not is_drawn(path):
            continue
        matrix = path.get_matrix()
        container = path.container
        while container is not None:
            matrix = matrix.multiply(container.get_matrix())
            container = container.container
        for start, end in _segments(path):
            found = as_rule(place.point(*matrix.on_point(*start)), place.point(*matrix.on_point(*end)))
            if found:
                yield found
                count += 1
        if count > 10 * _MAX_RULES:
            return


def is_drawn(path: pdfium.PdfObject) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    c.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(fill.value or stroke.value)


def _segments(path: pdfium.PdfObject) -> Iterator[tuple[Point, Point]]:
    """The straight ones, in the path's own coordinates."""
    x, y = ctypes.c_float(), ctypes.c_float()
    first: Point = (0, 0)
    last: Point = (0, 0)
    for index in range(c.FPDFPath_CountSegments(path)):
        segment = c.FPDFPath_GetPathSegment(path, index)
        c.FPDFPathSegment_GetPoint(segment, x, y)
        point = (x.value, y.value)
        kind = c.FPDFPathSegment_GetType(segment)
        if kind == c.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == c.FPDF_SEGMENT_LINETO:
            yield last, point
        last = point
        if c.FPDFPathSegment_GetClose(segment):
            yield last, first


def as_rule(start: Point, end: Point) -> Rule | None:
    """None for what is neither level nor upright, or is a dot."""
    (x0, x1), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    width, height = x1 - x0, bottom - top
    if max(width, height) < _MIN_LENGTH or min(width, height) > _STRAIGHT:
        return None
    orientation = "h" if width > height else "v"
    return {
        "x0": x0,
        "x1": x1,
        "top": top,
        "bottom": bottom,
        "width": width,
        "height": height,
        "orientation": orientation,
    }

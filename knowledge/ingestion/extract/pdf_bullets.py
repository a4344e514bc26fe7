"""Bullets that a PDF draws instead of writing them, as browsers do when they print a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import pypdfium2 as pdfium
import pypdfium2.raw as c

from knowledge.ingestion.extract.pdf_page import Placement
from knowledge.ingestion.extract.pdf_rules import is_drawn
from knowledge.ingestion.layout.lines import Glyph

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1"""
BULLET = "•"
_SMALLEST, _LARGEST = 1.0, 9.0
"""points"""
_ROUND = 1.3
"""at most so many times as wide as high, or the other way round"""
_MAX_DOTS = 400
"""A page with more has drawings."""
_MAX_GAP = 3.0
"""from a bullet to its text, and from what stands before it, in units of the letters' size"""


def written(glyphs: Sequence[Glyph], page: pdfium.PdfPage, place: Placement) -> list[Glyph]:
    """The glyphs, and a bullet before each with which a line begins behind a dot."""
    dots = list(islice(_dots(page, place), _MAX_DOTS + 1))
    if not dots or len(dots) > _MAX_DOTS:
        return list(glyphs)
    before = {id(first): dot for dot in dots if (first := _begun(dot, glyphs)) is not None}
    found: list[Glyph] = []
    for glyph in glyphs:
        dot = before.get(id(glyph))
        if dot is None:
            found.append(glyph)
        else:
            found.append(Glyph(BULLET, dot[0], glyph.y0, dot[2], glyph.y1, glyph.style, False, begins_line=True))
            found.append(glyph._replace(after_space=True))
    return found


def _dots(page: pdfium.PdfPage, place: Placement) -> Iterator[Box]:
    """Small round shapes, of the page itself: those within a form of it have coordinates of their own."""
    for path in page.get_objects(filter=[c.FPDF_PAGEOBJ_PATH], max_depth=1):
        box = place.box(*path.get_bounds())
        width, height = box[2] - box[0], box[3] - box[1]
        sides = sorted((width, height))
        if (
            sides[0] >= _SMALLEST
            and sides[1] <= min(_LARGEST, _ROUND * sides[0])
            and _is_curved(path)
            and is_drawn(path)
        ):
            yield box


def _is_curved(path: pdfium.PdfObject) -> bool:
    segments = (c.FPDFPath_GetPathSegment(path, index) for index in range(c.FPDFPath_CountSegments(path)))
    kinds = set(map(c.FPDFPathSegment_GetType, segments))
    return kinds == {c.FPDF_SEGMENT_MOVETO, c.FPDF_SEGMENT_BEZIERTO}


def _begun(dot: Box, glyphs: Sequence[Glyph]) -> Glyph | None:
    """The first glyph of the line that the dot stands before; None where it stands within a line or before none."""
    middle = (dot[1] + dot[3]) / 2
    beside = [glyph for glyph in glyphs if glyph.y0 <= middle <= glyph.y1]
    following = min((glyph for glyph in beside if glyph.x0 >= dot[2] - 1), key=lambda glyph: glyph.x0, default=None)
    if following is None:
        return None
    reach = _MAX_GAP * following.style.size
    if following.x0 - dot[2] > reach or any(0 <= dot[0] - glyph.x1 + 1 < reach for glyph in beside):
        return None
    return following

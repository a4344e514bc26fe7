"""The glyphs of one page of a PDF, where they are shown."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as c

from knowledge.ingestion.extract.base import CLEAN, HIDDEN
from knowledge.ingestion.layout.lines import Glyph, Style

_BOLD = ("bold", "black", "heavy", "semibold", "demi")
_BOLD_WEIGHT = 600
_BOLD_FLAG = 1 << 18
# What pdfium gives for a hyphen at the end of a line.
_LINE_HYPHENS = (0x02, 0xFFFE)
_SCALE = 1000
# Beyond any sheet, in points: what stands there is seen by nobody, and reckons with numbers that are none.
_FAR = 1e5


def _prototype(function: Any, result: type | None, *arguments: type) -> Callable[..., Any]:
    """pdfium's function with plain numbers for handles: what is asked of every glyph is asked in half the time."""
    return ctypes.CFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


Box = tuple[float, float, float, float]

_unicode = _prototype(c.FPDFText_GetUnicode, ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)
_text_object = _prototype(c.FPDFText_GetTextObject, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_box = _prototype(c.FPDFText_GetLooseCharBox, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


@dataclass(frozen=True)
class Placement:
    """From the page's own coordinates to the shown ones: x = a·x + b·y + e, y = c·x + d·y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.b * y + self.e, self.c * x + self.d * y + self.f

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        x0, x1 = self.a * left + self.b * bottom + self.e, self.a * right + self.b * top + self.e
        y0, y1 = self.c * left + self.d * bottom + self.f, self.c * right + self.d * top + self.f
        if x0 > x1:
            x0, x1 = x1, x0
        return (x0, y1, x1, y0) if y1 < y0 else (x0, y0, x1, y1)


def placement(page: pdfium.PdfPage) -> Placement:
    """Asked of pdfium, which knows rotation and crop box; exact to a thousandth of a point."""
    width, height = page.get_size()

    def shown(x: float, y: float) -> tuple[float, float]:
        left, top = ctypes.c_int(), ctypes.c_int()
        c.FPDF_PageToDevice(page, 0, 0, round(width * _SCALE), round(height * _SCALE), 0, x, y, left, top)
        return left.value / _SCALE, top.value / _SCALE

    (e, f), (x1, y1), (x2, y2) = shown(0, 0), shown(100, 0), shown(0, 100)
    return Placement((x1 - e) / 100, (x2 - e) / 100, (y1 - f) / 100, (y2 - f) / 100, e, f)


def glyphs(page: pdfium.PdfPage, place: Placement) -> Iterator[Glyph]:
    """Upright glyphs that can be seen, in the order of the page's content; blanks are kept as `after_space`."""
    text_page = page.get_textpage()
    handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value
    styles: dict[int | None, tuple[Style, bool]] = {}
    rectangle = c.FS_RECTF()
    address_of_rectangle = ctypes.addressof(rectangle)
    after_space = False
    last: tuple[int | None, Box] | None = None
    for index in range(text_page.count_chars()):
        char = _shown(_unicode(handle, index))
        if not char or char == " ":
            after_space = after_space or bool(char)
            continue
        address = _text_object(handle, index)
        if address not in styles:
            styles[address] = _style(text_page, index, place)
        style, upright = styles[address]
        if not upright or not _box(handle, index, address_of_rectangle):
            continue
        box = place.box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        if not all(-_FAR < edge < _FAR for edge in box):
            continue
        # Of a ligature, every letter has the box of all of them: the first keeps it.
        is_in_ligature = (address, box) == last and not after_space
        last = address, box
        left = box[2] if is_in_ligature else box[0]
        yield Glyph(char, left, *box[1:], style, after_space)
        after_space = False


@cache
def _shown(code: int) -> str:
    """A blank for every blank and control character, nothing for what hides within words."""
    if code in HIDDEN:
        return ""
    return "-" if code in _LINE_HYPHENS else chr(code).translate(CLEAN).strip() or " "


def _style(text_page: pdfium.PdfTextPage, index: int, place: Placement) -> tuple[Style, bool]:
    """The style of a text object, and whether it is written from left to right on the shown page."""
    matrix = c.FS_MATRIX()
    c.FPDFText_GetMatrix(text_page, index, matrix)
    size = c.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.c, matrix.d)
    if not size < _FAR:
        return Style(0.0, False), False
    right = place.a * matrix.a + place.b * matrix.b
    down = place.c * matrix.a + place.d * matrix.b
    return Style(round(size * 2) / 2, _is_bold(text_page, index)), right > 0 and abs(down) < 0.2 * right


def _is_bold(text_page: pdfium.PdfTextPage, index: int) -> bool:
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    c.FPDFText_GetFontInfo(text_page, index, name, len(name), flags)
    font = name.value.decode("latin-1").lower()
    heavy = c.FPDFText_GetFontWeight(text_page, index) >= _BOLD_WEIGHT
    return heavy or bool(flags.value & _BOLD_FLAG) or any(word in font for word in _BOLD)

"""How much of what a page of a PDF shows its text layer says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

import pypdfium2 as pdfium
import pypdfium2.raw as c

from knowledge.ingestion.layout.lines import Glyph

Missing = Literal["nothing", "everything", "pictures"]

_INK = 200
"""of 255: what is darker, on a page of 72 dots per inch"""
_BLANK = 0.0005
"""share of ink: a page with less says nothing"""
_PICTURE = 0.1
"""of the page: smaller pictures are logos and signatures"""
_BACKGROUND = 0.9
"""of the page: so large a picture under much text is paper"""
_MUCH = 500
"""letters"""
_LATIN = re.compile(r"[a-z\u00df-\u024f]")
_VOWELS = frozenset("aeiouy")
_MIN_LETTERS = 100
_MIN_VOWELS = 0.22
"""of the Latin letters: of 447 pages one full of codes has .30, all others more; letters taken for others have .14"""


def missing(page: pdfium.PdfPage, glyphs: Sequence[Glyph]) -> Missing:
    """What of the page has to be read from its picture."""
    if not glyphs:
        return "nothing" if _is_blank(page) else "everything"
    if _is_hidden(page) or _is_garbage(glyphs):
        return "everything"
    share = _pictures(page)
    is_paper = share >= _BACKGROUND and len(glyphs) >= _MUCH
    return "pictures" if share >= _PICTURE and not is_paper else "nothing"


def _is_blank(page: pdfium.PdfPage) -> bool:
    return bool((page.render(grayscale=True).to_numpy() < _INK).mean() < _BLANK)


def _is_hidden(page: pdfium.PdfPage) -> bool:
    """Whether nobody sees the text: another program has read the page's picture, and worse than ours would."""
    text = page.get_objects(filter=[c.FPDF_PAGEOBJ_TEXT])
    return all(c.FPDFTextObj_GetTextRenderMode(shown) == c.FPDF_TEXTRENDERMODE_INVISIBLE for shown in text)


def _is_garbage(glyphs: Sequence[Glyph]) -> bool:
    """Whether the letters are not those that the page shows, because the font does not say which they are."""
    letters = [letter for glyph in glyphs for letter in glyph.char.lower() if _LATIN.match(letter)]
    vowels = sum(unicodedata.normalize("NFD", letter)[0] in _VOWELS for letter in letters)
    return len(letters) >= _MIN_LETTERS and vowels < _MIN_VOWELS * len(letters)


def _pictures(page: pdfium.PdfPage) -> float:
    """The share of the page that they cover, twice what they cover twice."""
    width, height = page.get_size()
    bounds = [picture.get_bounds() for picture in page.get_objects(filter=[c.FPDF_PAGEOBJ_IMAGE])]
    return sum((right - left) * (top - bottom) for left, bottom, right, top in bounds) / (width * height)

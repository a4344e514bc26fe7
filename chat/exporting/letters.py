"""The letters of our PDFs: Bitstream Vera, which comes with reportlab and is embedded, and what stands for those that
it lacks. Paragraphs would show them as empty boxes."""

import unicodedata
from functools import cache, lru_cache

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import SimpleDocTemplate

FACES = {"": "Vera", "-Bold": "VeraBd", "-Italic": "VeraIt", "-BoldItalic": "VeraBI"}
INSTEAD = str.maketrans({"→": "–", "←": "–", "↔": "–", "⇒": "–", "✓": "√", "✔": "√", "★": "*", "☆": "*", "\u200b": ""})
GREY = HexColor("#55605a")


@cache
def register() -> None:
    """As the family "Text"."""
    for face, file in FACES.items():
        pdfmetrics.registerFont(TTFont(f"Text{face}", f"{file}.ttf"))
    pdfmetrics.registerFontFamily("Text", "Text", "Text-Bold", "Text-Italic", "Text-BoldItalic")


def drawable(text: str) -> str:
    """The same in letters that the font has: ő as o, α as alpha, a picture as nothing."""
    return "".join(char if char in "\n\t" else _drawable(char) for char in text.translate(INSTEAD))


@lru_cache(maxsize=4096)
def _drawable(char: str) -> str:
    known = _known()
    if ord(char) in known:
        return char
    parts = [part for part in unicodedata.normalize("NFKD", char) if ord(part) in known]
    if parts:
        return "".join(parts)
    kind = unicodedata.category(char)
    if kind.startswith("L"):
        return unicodedata.name(char, "?").rpartition(" ")[2].lower()
    return "" if kind == "So" else "?"


@cache
def _known() -> frozenset[int]:
    register()
    return frozenset(pdfmetrics.getFont("Text").face.charToGlyph)


def footer(canvas: Canvas, document: SimpleDocTemplate) -> None:
    """The number of the page."""
    canvas.setFont("Text", 8)
    canvas.setFillColor(GREY)
    canvas.drawRightString(A4[0] - 2 * cm, 1.2 * cm, f"koalarag · {document.page}")

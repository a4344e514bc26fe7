"""PDFs for the tests, drawn by reportlab."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdfium2 import PdfDocument
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle
from reportlab.platypus import Image as Picture

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=13, spaceAfter=6)
HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=14, leading=18, spaceBefore=8, spaceAfter=4)
BOLD = ParagraphStyle("bold", parent=BODY, fontName="Helvetica-Bold", spaceBefore=6)
WIDTH, HEIGHT = A4
SCAN_HEIGHT = HEIGHT / 4
MARGIN = 60


def paragraph(text: str) -> Paragraph:
    return Paragraph(text, BODY)


def heading(text: str) -> Paragraph:
    return Paragraph(text, HEADING)


def bold(text: str) -> Paragraph:
    return Paragraph(text, BOLD)


def table(
    rows: Sequence[Sequence[str]], *, bold_header: bool = False, cell: tuple[float | None, float | None] = (None, None)
) -> Table:
    """`cell` is the width and height of each."""
    style = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)]
    if bold_header:
        style.append(("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"))
    return Table(rows, *cell, style=TableStyle(style), repeatRows=1 if bold_header else 0)


def document(
    story: Sequence[Flowable],
    *,
    columns: int = 1,
    title: str = "",
    edges: bool = False,
    sideways: bool = False,
    foot: str = "Secretaría Xeral",
) -> bytes:
    """`edges` draws a running header, a footer and the page number."""
    target = BytesIO()
    size = landscape(A4) if sideways else A4
    made = BaseDocTemplate(target, pagesize=size, title=title or None)
    gutter = 24
    width = (size[0] - 2 * MARGIN - gutter * (columns - 1)) / columns
    frames = [
        Frame(MARGIN + number * (width + gutter), 70, width, size[1] - 140, 0, 0, 0, 0) for number in range(columns)
    ]

    def draw(canvas: Canvas, _document: BaseDocTemplate) -> None:
        if edges:
            canvas.setFont("Helvetica", 8)
            canvas.drawString(MARGIN, size[1] - 40, "Universidade de Exemplo · Normativa interna")
            canvas.drawString(MARGIN, 35, foot)
            canvas.drawRightString(size[0] - MARGIN, 35, f"Páxina {canvas.getPageNumber()} de 9")

    made.addPageTemplates(PageTemplate("page", frames, onPage=draw))
    made.build(list(story))
    return target.getvalue()


def drawn(lines: Sequence[tuple[float, float, str]], dots: Sequence[tuple[float, float]] = ()) -> bytes:
    """Text at given places, y from the page's top, and round dots."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    canvas.setFont("Helvetica", 10)
    for x, y, text in lines:
        canvas.drawString(x, HEIGHT - y, text)
    for x, y in dots:
        canvas.circle(x, HEIGHT - y, 1.5, fill=1)
    canvas.save()
    return target.getvalue()


def encrypted(data: bytes, password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    writer.encrypt(password, algorithm="AES-256")
    return _written(writer)


def turned(data: bytes, angle: int) -> bytes:
    """Looks the same, but its pages are written at an angle and shown turned back."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    for page in writer.pages:
        page.rotate(angle)
        page.transfer_rotation_to_content()
        page.rotate(-angle)
    return _written(writer)


def dated(data: bytes, modified: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    writer.add_metadata({"/ModDate": modified})
    return _written(writer)


def pictures(data: bytes, dpi: int) -> list[Image.Image]:
    """Of its pages."""
    with PdfDocument(data) as document:
        return [page.render(scale=dpi / 72).to_pil() for page in document]


def upper_parts(data: bytes, dpi: int = 150, part: int = 4) -> list[Image.Image]:
    """Of its pages, a quarter of each: text recognition takes longer the more paper there is, with and without text."""
    return [page.crop((0, 0, page.width, page.height // part)) for page in pictures(data, dpi)]


def scanned(data: bytes, dpi: int = 150, angle: float = 0, part: int = 4) -> bytes:
    """The upper part of each page as a picture without text, turned clockwise by so many degrees."""
    pages = [page.rotate(-angle, fillcolor="white", expand=angle % 90 == 0) for page in upper_parts(data, dpi, part)]
    return saved(pages, "PDF", resolution=dpi)


def saved(pages: Sequence[Image.Image], kind: str, **options: Any) -> bytes:
    """As one file of Pillow's format `kind`."""
    target = BytesIO()
    several = {"save_all": True, "append_images": pages[1:]} if len(pages) > 1 else {}
    pages[0].save(target, kind, **several, **options)
    return target.getvalue()


def picture(shown: Flowable) -> Flowable:
    """What is drawn, as a picture in the text."""
    width, height = shown.wrap(WIDTH - 2 * MARGIN, HEIGHT)
    target = BytesIO()
    canvas = Canvas(target, pagesize=(width + 8, height + 8))
    shown.drawOn(canvas, 4, 4)
    canvas.save()
    drawing = BytesIO()
    pictures(target.getvalue(), 200)[0].save(drawing, "PNG")
    return Picture(drawing, width + 8, height + 8)


def with_hidden_text(data: bytes, text: str) -> bytes:
    """As a program leaves it that has read a scan."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    written = canvas.beginText(MARGIN, HEIGHT - 80)
    written.setTextRenderMode(3)
    written.textLines(text)
    canvas.drawText(written)
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    writer.pages[0].merge_page(PdfReader(target).pages[0])
    return _written(writer)


def with_broken_encoding(lines: Sequence[str]) -> bytes:
    """Its font says of every letter that it is the one three places on."""
    registerFont(TTFont("Vera", "Vera.ttf"))
    target = BytesIO()
    canvas = Canvas(target, pagesize=(WIDTH, SCAN_HEIGHT))
    canvas.setFont("Vera", 9)
    for number, line in enumerate(lines):
        canvas.drawString(MARGIN, SCAN_HEIGHT - 80 - 13 * number, line)
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(target))
    for font in writer.pages[0]["/Resources"]["/Font"].values():
        if "/ToUnicode" in font.get_object():
            letters = font["/ToUnicode"].get_object()
            shifted = re.sub(rb"<00([0-9A-F]{2})>\n", _shifted, letters.get_data())
            letters.set_data(shifted)
    return _written(writer)


def _shifted(code: re.Match[bytes]) -> bytes:
    return b"<00%02X>\n" % (int(code[1], 16) + 3 * chr(int(code[1], 16)).isalpha())


def joined(*documents: bytes) -> bytes:
    writer = PdfWriter()
    for data in documents:
        writer.append(BytesIO(data))
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    target = BytesIO()
    writer.write(target)
    return target.getvalue()

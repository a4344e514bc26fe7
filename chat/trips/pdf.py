"""A plan as PDF: a page to carry, with the letters of Galician, Spanish and English embedded."""

import io
from collections.abc import Iterator
from functools import cache
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Table, TableStyle

from chat.models import Citation
from chat.trips.plan import Json

GREEN, GREY, LINE = HexColor("#1d6450"), HexColor("#55605a"), HexColor("#dde3de")
LABEL, MARGIN = 2.6 * cm, 2 * cm


def pdf(view: Json, citations: list[Citation]) -> bytes:
    _register_font()
    file = io.BytesIO()
    with override(view["language"]):
        document = SimpleDocTemplate(
            file, pagesize=A4, title=view["title"], author="koalarag", lang=view["language"],
            leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        )  # fmt: skip
        document.build(list(_story(view, citations)))
    return file.getvalue()


@cache
def _register_font() -> None:
    """Bitstream Vera, which comes with reportlab."""
    pdfmetrics.registerFont(TTFont("Trip", "Vera.ttf"))
    pdfmetrics.registerFont(TTFont("Trip-Bold", "VeraBd.ttf"))
    pdfmetrics.registerFontFamily("Trip", "Trip", "Trip-Bold", "Trip", "Trip-Bold")


def _style(size: float, **more: object) -> ParagraphStyle:
    known = {"fontName": "Trip", "fontSize": size, "leading": size * 1.45, "spaceAfter": size * 0.5}
    return ParagraphStyle("", **{**known, **more})


TITLE, HEADING = _style(15), _style(11.5, spaceBefore=10, textColor=GREEN)
TEXT, SMALL = _style(9.5, spaceAfter=0), _style(8, textColor=GREY)


def _story(view: Json, citations: list[Citation]) -> Iterator[Flowable]:
    # Vera has no arrow.
    yield Paragraph(f"<b>{escape(view['title'].replace('→', '–'))}</b>", TITLE)
    yield Paragraph(escape(view["wished"]), SMALL)
    for one in view["introduction"]:
        yield Paragraph(_cited(one), _style(9.5))
    for day in view["days"]:
        yield KeepTogether(list(_day(day)))
    for block in view["blocks"]:
        yield Paragraph(f"<b>{escape(block['title'])}</b>", HEADING)
        yield from (Paragraph(f"<b>{escape(one['place'])}</b> · {_cited(one)}", _style(9.5)) for one in block["items"])
    yield Paragraph(f"<b>{escape(_('Sources'))}</b>", HEADING)
    for source in citations:
        where = " · ".join(filter(None, (source.title, source.section, source.dated)))
        yield Paragraph(f"[{source.number}] {escape(where)}", SMALL)


def _day(day: Json) -> Iterator[Flowable]:
    yield Paragraph(f"<b>{escape(day['heading'])}</b> {escape(day['dated'])}", HEADING)
    rows = []
    if way := day["way"]:
        mark = f" [{way['cite']}]" if way["cite"] else ""
        rows.append((way["label"], f"<b>{escape(way['heading'])}</b> · {escape(way['values'])}{mark}"))
    for part in day["parts"]:
        name = f"<b>{escape(part['name'])}</b><br/>" if part.get("name") else ""
        rows.append((part["label"], escape(part["free"]) if "free" in part else name + _cited(part)))
    rows += [(_("On these days") if not at else "", _cited(event)) for at, event in enumerate(day["events"])]
    cells = [[Paragraph(escape(label), SMALL), Paragraph(text, TEXT)] for label, text in rows]
    table = Table(cells, colWidths=[LABEL, A4[0] - 2 * MARGIN - LABEL])
    table.setStyle(TableStyle([("LINEABOVE", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    yield table


def _cited(part: Json) -> str:
    return f"{escape(part['text'])} [{part['cite']}]"

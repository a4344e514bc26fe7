"""A plan as PDF: a page to carry, with the letters of Galician, Spanish and English embedded."""

import io
from collections.abc import Iterator
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Table, TableStyle

from chat.exporting.letters import GREY, drawable, footer, register
from chat.models import Citation
from chat.trips.plan import Json

GREEN, LINE = HexColor("#1d6450"), HexColor("#dde3de")
LABEL, MARGIN = 2.6 * cm, 2 * cm


def pdf(view: Json, citations: list[Citation]) -> bytes:
    register()
    file = io.BytesIO()
    with override(view["language"]):
        document = SimpleDocTemplate(
            file, pagesize=A4, title=view["title"], author="koalarag", lang=view["language"],
            leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        )  # fmt: skip
        document.build(list(_story(view, citations)), onFirstPage=footer, onLaterPages=footer)
    return file.getvalue()


def _style(size: float, **more: object) -> ParagraphStyle:
    known = {"fontName": "Text", "fontSize": size, "leading": size * 1.45, "spaceAfter": size * 0.5}
    return ParagraphStyle("", **{**known, **more})


TITLE, HEADING = _style(15), _style(11.5, spaceBefore=10, textColor=GREEN, keepWithNext=1)
TEXT, SMALL = _style(9.5, spaceAfter=0), _style(8, textColor=GREY)


def _story(view: Json, citations: list[Citation]) -> Iterator[Flowable]:
    yield Paragraph(f"<b>{_escaped(view['title'])}</b>", TITLE)
    yield Paragraph(_escaped(view["wished"]), SMALL)
    for one in view["introduction"]:
        yield Paragraph(_cited(one), _style(9.5))
    for day in view["days"]:
        yield KeepTogether(list(_day(day)))
    for block in view["blocks"]:
        yield Paragraph(f"<b>{_escaped(block['title'])}</b>", HEADING)
        yield from (
            Paragraph(f"<b>{_escaped(one['place'])}</b> · {_cited(one)}", _style(9.5)) for one in block["items"]
        )
    yield Paragraph(f"<b>{_escaped(_('Sources'))}</b>", HEADING)
    for where, numbers in _sections(citations).items():
        yield Paragraph(f"{_escaped(where)} {' '.join(f'[{number}]' for number in numbers)}", SMALL)


def _sections(citations: list[Citation]) -> dict[str, list[int]]:
    """Each section once, with the numbers by which it is cited."""
    found: dict[str, list[int]] = {}
    for source in citations:
        where = " · ".join(filter(None, (source.title, source.section, source.dated)))
        found.setdefault(where, []).append(source.number)
    return found


def _day(day: Json) -> Iterator[Flowable]:
    yield Paragraph(f"<b>{_escaped(day['heading'])}</b> {_escaped(day['dated'])}", HEADING)
    rows = []
    if way := day["way"]:
        mark = f" [{way['cite']}]" if way["cite"] else ""
        rows.append((way["label"], f"<b>{_escaped(way['heading'])}</b> · {_escaped(way['values'])}{mark}"))
    for part in day["parts"]:
        name = f"<b>{_escaped(part['name'])}</b><br/>" if part.get("name") else ""
        rows.append((part["label"], _escaped(_begun(part["free"])) if "free" in part else name + _cited(part)))
    rows += [(_("On these days") if not at else "", _cited(event)) for at, event in enumerate(day["events"])]
    cells = [[Paragraph(_escaped(label), SMALL), Paragraph(text, TEXT)] for label, text in rows]
    table = Table(cells, colWidths=[LABEL, A4[0] - 2 * MARGIN - LABEL])
    table.setStyle(TableStyle([("LINEABOVE", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    yield table


def _cited(part: Json) -> str:
    return f"{_escaped(part['text'])} [{part['cite']}]"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _escaped(text: str) -> str:
    return escape(drawable(text))

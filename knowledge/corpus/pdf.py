"""A corpus report on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from django.utils.translation import get_language, gettext
from reportlab.graphics.shapes import Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from knowledge.corpus import charts
from knowledge.corpus.tables import Chart, figures
from knowledge.corpus.tables import charts as charts_of

_GREEN, _GREY, _LINE = HexColor("#1d6450"), HexColor("#55605a"), HexColor("#dde3de")
_FONT, _BOLD = "Report", "Report-Bold"
_MARGIN, _BAR_HEIGHT, _LABEL = 2 * cm, 12, 150
_WIDTH = A4[0] - 2 * _MARGIN


def pdf(title: str, data: Mapping[str, Any]) -> bytes:
    _register_font()
    file = io.BytesIO()
    document = SimpleDocTemplate(
        file, pagesize=A4, title=title, author="koalarag", lang=get_language() or "en",
        leftMargin=_MARGIN, rightMargin=_MARGIN, topMargin=_MARGIN, bottomMargin=_MARGIN,
    )  # fmt: skip
    document.build(list(_story(title, data)))
    return file.getvalue()


@cache
def _register_font() -> None:
    """Bitstream Vera, which comes with reportlab."""
    pdfmetrics.registerFont(TTFont(_FONT, "Vera.ttf"))
    pdfmetrics.registerFont(TTFont(_BOLD, "VeraBd.ttf"))


def _style(size: float, **more: Any) -> ParagraphStyle:
    return ParagraphStyle("", **{"fontName": _FONT, "fontSize": size, "leading": size * 1.4, **more})


def _story(title: str, data: Mapping[str, Any]) -> Iterator[Flowable]:
    heading = _style(11, fontName=_BOLD, textColor=_GREEN, spaceBefore=12, spaceAfter=5)
    yield Paragraph(escape(title), _style(16, fontName=_BOLD, spaceAfter=4))
    yield Paragraph(data["made_at"][:10], _style(8, textColor=_GREY, spaceAfter=8))
    rows = [[name, f"{value:,}".replace(",", " ")] for name, value in figures(data)]
    style = [
        ("FONT", (0, 0), (-1, -1), _FONT, 9),
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, _LINE),
        ("ALIGN", (1, 0), (1, -1), "RIGHT"),
    ]
    yield Table(rows, colWidths=[8 * cm, 4 * cm], hAlign="LEFT", style=TableStyle(style))
    for chart in charts_of(data):
        note = [Paragraph(escape(chart.note), _style(8, textColor=_GREY))] if chart.note else []
        yield KeepTogether([Paragraph(escape(chart.title), heading), _bars(chart), *note])
    if plot := charts.zipf(data["zipf"]["points"]):
        yield KeepTogether([Paragraph(gettext("Frequency of words over their rank (Zipf)"), heading), _zipf(plot)])
    yield Paragraph(gettext("Least frequent words"), heading)
    yield Paragraph(escape(", ".join(word for word, _number in data["words"]["least"])), _style(8.5))
    if empty := data["documents"]["empty"]:
        yield Paragraph(gettext("Documents without text"), heading)
        yield Paragraph(escape(", ".join(title for _pk, title in empty)), _style(8.5))
    yield Spacer(1, 1)


def _bars(chart: Chart) -> Drawing:
    drawing = Drawing(_WIDTH, _BAR_HEIGHT * len(chart.bars))
    room = _WIDTH - _LABEL - 55
    for number, bar in enumerate(chart.bars):
        y = _BAR_HEIGHT * (len(chart.bars) - 1 - number)
        label = bar.label if len(bar.label) <= 28 else f"{bar.label[:27]}…"
        width = max(0.5, room * bar.percent / 100)
        drawing.add(String(_LABEL - 6, y + 3, label, fontName=_FONT, fontSize=7.5, textAnchor="end"))
        drawing.add(Rect(_LABEL, y + 1.5, width, _BAR_HEIGHT - 4, fillColor=_GREEN, strokeColor=None))
        drawing.add(String(_LABEL + width + 4, y + 3, str(bar.value), fontName=_FONT, fontSize=7.5, fillColor=_GREY))
    return drawing


def _zipf(plot: charts.Plot) -> Drawing:
    """The plot's y runs down, that of paper up."""
    height, base = charts.HEIGHT, charts.BOTTOM
    drawing = Drawing(charts.WIDTH, height)
    for tick in plot.across:
        drawing.add(Line(tick.place, base, tick.place, height, strokeColor=_LINE))
        drawing.add(String(tick.place, base - 12, tick.label, fontName=_FONT, fontSize=7, textAnchor="middle"))
    for tick in plot.up:
        y = height - tick.place
        drawing.add(Line(charts.LEFT, y, charts.WIDTH, y, strokeColor=_LINE))
        drawing.add(String(charts.LEFT - 4, y - 2.5, tick.label, fontName=_FONT, fontSize=7, textAnchor="end"))
    line = [part for x, y in plot.points for part in (x, height - y)]
    drawing.add(PolyLine(line, strokeColor=_GREEN, strokeWidth=1.6))
    return drawing

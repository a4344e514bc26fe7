"""Flowables on A4 pages: columns, running header and footer, outline, document information."""

from __future__ import annotations

import os
from calendar import timegm
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, FrameBreak, NextPageTemplate, PageTemplate

from rendering.flowables import ACCENT, INK, RULE, Heading, compose
from rendering.source import Source

SIDE, TOP, BOTTOM, GUTTER, TITLE_HEIGHT = 22 * mm, 26 * mm, 22 * mm, 8 * mm, 20 * mm
PAGE_WIDTH, PAGE_HEIGHT = A4
PAGE_LABELS = {"gl": "Páxina {} de {}", "es": "Página {} de {}", "en": "Page {} of {}"}


class _Document(BaseDocTemplate):
    """Draws `source`; `total` is the number of pages, known only after a first pass."""

    def __init__(self, target: BytesIO, source: Source, total: int) -> None:
        super().__init__(
            target, pagesize=A4, title=source.title, author=source.author, lang=source.lang,
            creator="koalarag sample", producer="reportlab", initialFontName="Helvetica",
        )  # fmt: skip
        self.source = source
        self.total = total
        self.outline_level = -1
        self.addPageTemplates(_page_templates(source.columns, self._draw_edges))

    def afterFlowable(self, flowable: Flowable) -> None:
        if not isinstance(flowable, Heading):
            return
        # An outline entry may lie one level below the one before it, never two.
        self.outline_level = min(flowable.level - 1, self.outline_level + 1)
        key = f"h{self.seq.nextf('heading')}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(flowable.plain, key, level=self.outline_level)

    def _draw_edges(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.saveState()
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.5)
        canvas.line(SIDE, PAGE_HEIGHT - 19 * mm, PAGE_WIDTH - SIDE, PAGE_HEIGHT - 19 * mm)
        canvas.line(SIDE, 17 * mm, PAGE_WIDTH - SIDE, 17 * mm)
        canvas.setFont("Helvetica-Bold", 8)
        canvas.setFillColor(ACCENT)
        canvas.drawString(SIDE, PAGE_HEIGHT - 17 * mm, self.source.header or self.source.title)
        canvas.setFont("Helvetica", 8)
        canvas.setFillColor(INK)
        canvas.drawString(SIDE, 12.5 * mm, self.source.footer or self.source.author)
        label = PAGE_LABELS[self.source.lang].format(canvas.getPageNumber(), self.total)
        canvas.drawRightString(PAGE_WIDTH - SIDE, 12.5 * mm, label)
        canvas.restoreState()


def column_width(columns: int) -> float:
    return (PAGE_WIDTH - 2 * SIDE - GUTTER * (columns - 1)) / columns


def render(source: Source) -> bytes:
    """The same source gives the same bytes: dates come from its front matter, nothing from the clock."""
    rl_config.invariant = 1
    os.environ["SOURCE_DATE_EPOCH"] = str(timegm(source.published.timetuple()))
    _draft, total = _build(source, total=1)
    pdf, _total = _build(source, total)
    return pdf


def _build(source: Source, total: int) -> tuple[bytes, int]:
    target = BytesIO()
    document = _Document(target, source, total)
    story = compose(source.body, column_width(source.columns))
    if source.columns == 2:
        story = [story[0], NextPageTemplate("later"), FrameBreak(), *story[1:]]
    document.build(story)
    return target.getvalue(), document.page


def _page_templates(columns: int, draw_edges: object) -> list[PageTemplate]:
    height = PAGE_HEIGHT - TOP - BOTTOM
    later = PageTemplate("later", _frames(columns, height), onPage=draw_edges)
    if columns == 1:
        return [later]
    title = Frame(SIDE, PAGE_HEIGHT - TOP - TITLE_HEIGHT, PAGE_WIDTH - 2 * SIDE, TITLE_HEIGHT, 0, 0, 0, 0)
    return [PageTemplate("first", [title, *_frames(columns, height - TITLE_HEIGHT)], onPage=draw_edges), later]


def _frames(columns: int, height: float) -> list[Frame]:
    width = column_width(columns)
    return [Frame(SIDE + i * (width + GUTTER), BOTTOM, width, height, 0, 0, 0, 0) for i in range(columns)]

"""As PDF, with the letters of Galician, Spanish and English embedded."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table, TableStyle

from chat.exporting.blocks import Block, Run, blocks
from chat.exporting.content import Content, Exchange, Source
from chat.exporting.letters import GREY, drawable, footer, register

GREEN = HexColor("#1d6450")
WIDTH = A4[0] - 4 * cm
_PADDING = 13.0
"""of a cell, left and right together"""
# Longer cells than these make rows that no page holds.
MAX_CELL = 1500


def pdf(content: Content) -> bytes:
    register()
    file = io.BytesIO()
    document = SimpleDocTemplate(
        file, pagesize=A4, title=content.title, author="koalarag", lang=get_language() or "en",
        leftMargin=2 * cm, rightMargin=2 * cm, topMargin=2 * cm, bottomMargin=2 * cm,
    )  # fmt: skip
    document.build(list(_story(content)), onFirstPage=footer, onLaterPages=footer)
    return file.getvalue()


def _style(size: float, **more: object) -> ParagraphStyle:
    known = {"fontName": "Text", "fontSize": size, "leading": size * 1.45, "spaceAfter": size * 0.6}
    return ParagraphStyle("", **{**known, **more})


# A heading never stands alone at the end of a page.
TITLE, QUESTION = _style(16, keepWithNext=1), _style(14, spaceBefore=18, keepWithNext=1)
HEADING = _style(12, spaceBefore=12, textColor=GREEN, keepWithNext=1)
TEXT, SMALL = _style(10), _style(8.5, textColor=GREY, spaceAfter=3)
LEAD_IN, SOURCE = _style(10, keepWithNext=1), _style(8.5, textColor=GREY, spaceAfter=3, keepWithNext=1)
QUOTE = _style(8.5, textColor=GREY, leftIndent=12)


def _story(content: Content) -> Iterator[Flowable]:
    yield Paragraph(f"<b>{_escaped(content.title)}</b>", TITLE)
    yield Paragraph(_escaped(content.subtitle), SMALL)
    for exchange in content.exchanges:
        if exchange.question != content.title:
            yield Paragraph(f"<b>{_escaped(exchange.question)}</b>", QUESTION)
        yield from _answer(exchange)


def _answer(exchange: Exchange) -> Iterator[Flowable]:
    for warning in exchange.warnings:
        yield Paragraph(f"<b>{_escaped(warning)}</b>", TEXT)
    for is_table, group in groupby(blocks(exchange.answer), key=lambda block: bool(block.cells)):
        shown = list(group)
        yield from [_table(shown)] if is_table else map(_paragraph, shown)
    if exchange.sources:
        yield Paragraph(f"<b>{escape(_('Sources'))}</b>", HEADING)
    for source in exchange.sources:
        yield from _source(source)


def _paragraph(block: Block) -> Flowable:
    text = _markup(block.runs)
    if block.kind == "heading":
        return Paragraph(f"<b>{text}</b>", HEADING)
    if block.kind == "item":
        mark = "•" if block.number is None else f"{block.number}."
        indent = 14 * block.depth
        style = _style(10, leftIndent=indent, bulletIndent=indent - 12, spaceAfter=3)
        return Paragraph(text, style, bulletText=mark)
    return Paragraph(text, LEAD_IN if block.runs and all(run.bold for run in block.runs) else TEXT)


def _table(rows: Sequence[Block]) -> Flowable:
    cells = [[Paragraph(_markup(_shortened(cell)), SMALL) for cell in row.cells] for row in rows]
    columns = max(map(len, cells))
    padded = [[*row, *[""] * (columns - len(row))] for row in cells]
    table = Table(padded, colWidths=_widths(rows, columns), repeatRows=1)
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, GREY), ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    return table


def _widths(rows: Sequence[Block], columns: int) -> list[float]:
    """Of a table's columns: the longest word is whole, and what is left goes to those with more text."""
    needed, wanted = [_PADDING] * columns, [_PADDING] * columns
    for row in rows:
        for column, cell in enumerate(row.cells):
            text = drawable("".join(run.text for run in cell))[:MAX_CELL]
            words = [_text_width(word) for word in text.split()]
            needed[column] = max(needed[column], max(words, default=0.0) + _PADDING)
            wanted[column] = max(wanted[column], _text_width(text) + _PADDING)
    needed = _fitted(needed)
    left = WIDTH - sum(needed)
    more = [max(0.0, want - need) for want, need in zip(wanted, needed, strict=True)]
    if not sum(more):
        return [need * WIDTH / sum(needed) for need in needed]
    return [need + left * each / sum(more) for need, each in zip(needed, more, strict=True)]


def _fitted(needed: Sequence[float]) -> list[float]:
    """Where there is no room for all, the widest columns get less, not those of short words."""
    fitted, left = [0.0] * len(needed), WIDTH
    for rank, column in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        fitted[column] = min(needed[column], left / (len(needed) - rank))
        left -= fitted[column]
    return fitted


def _text_width(text: str) -> float:
    return float(stringWidth(text, "Text-Bold", SMALL.fontSize))


def _shortened(cell: Sequence[Run]) -> list[Run]:
    return [replace(run, text=run.text[:MAX_CELL]) for run in cell]


def _source(source: Source) -> Iterator[Flowable]:
    line = f"[{source.number}] {_escaped(source.line)}"
    yield Paragraph(f'<a href="{escape(source.url)}">{line}</a>' if source.url else line, SOURCE)
    yield Paragraph(_escaped(source.quote).replace("\n", "<br/>"), QUOTE)


def _markup(runs: Sequence[Run]) -> str:
    """In reportlab's own little language."""
    return "".join(_marked(run) for run in runs)


def _marked(run: Run) -> str:
    text = _escaped(run.text).replace("\n", "<br/>")
    text = f"<b>{text}</b>" if run.bold else text
    return f"<i>{text}</i>" if run.italic else text


def _escaped(text: str) -> str:
    return escape(drawable(text))

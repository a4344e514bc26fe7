"""As a Word document, in its own styles, so that whoever opens it can go on writing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from chat.exporting.blocks import Block, Run, blocks
from chat.exporting.content import Content, Exchange

MAX_DEPTH = 3
"""of lists: Word has styles for so many"""


def docx(content: Content) -> bytes:
    document = Document()
    _describe(document, content.title)
    document.add_heading(content.title, 1)
    document.add_paragraph(content.subtitle)
    for exchange in content.exchanges:
        if exchange.question != content.title:
            document.add_heading(exchange.question, 2)
        _add_answer(document, exchange)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _describe(document: Any, title: str) -> None:
    """In place of what its template says: made in 2013 by a library, in American English, so that Word would mark every
    word of Galician."""
    known = document.core_properties
    known.title, known.author, known.comments = title[:255], "koalarag", ""
    known.created = known.modified = timezone.now().replace(tzinfo=None)
    for language in document.styles.element.iter(qn("w:lang")):
        language.set(qn("w:val"), get_language() or "en")


def _add_answer(document: Any, exchange: Exchange) -> None:
    for warning in exchange.warnings:
        document.add_paragraph().add_run(warning).bold = True
    for is_table, group in groupby(blocks(exchange.answer), key=lambda block: bool(block.cells)):
        if is_table:
            _add_table(document, group)
            continue
        for block in group:
            _add_runs(_paragraph(document, block), block.runs)
    if exchange.sources:
        document.add_heading(_("Sources"), 3)
    for source in exchange.sources:
        document.add_paragraph(f"[{source.number}] {source.line}")
        document.add_paragraph(source.quote, style="Intense Quote")
        if source.url:
            document.add_paragraph(source.url)


def _paragraph(document: Any, block: Block) -> Any:
    if block.kind == "heading":
        return document.add_heading(level=3)
    if block.kind != "item":
        return document.add_paragraph()
    # Numbers are written out: Word's own would go on counting from one list to the next.
    if block.number is not None:
        return document.add_paragraph(f"{block.number}. ", style="List Continue")
    depth = min(block.depth, MAX_DEPTH)
    return document.add_paragraph(style="List Bullet" if depth == 1 else f"List Bullet {depth}")


def _add_table(document: Any, rows: Iterable[Block]) -> None:
    cells = [row.cells for row in rows]
    table = document.add_table(rows=0, cols=max(map(len, cells)), style="Table Grid")
    for row in cells:
        for place, runs in zip(table.add_row().cells, row, strict=False):
            _add_runs(place.paragraphs[0], runs)
    # Repeated on each page of a long table.
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))


def _add_runs(paragraph: Any, runs: Sequence[Run]) -> None:
    for run in runs:
        added = paragraph.add_run(run.text)
        added.bold, added.italic = run.bold, run.italic

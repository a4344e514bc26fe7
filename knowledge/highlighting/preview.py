"""What was made of a page: its blocks, where they stand on the picture, and what was left out."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from knowledge.highlighting import page as pdf_page
from knowledge.highlighting import scan
from knowledge.highlighting.geometry import Box
from knowledge.highlighting.matching import fold
from knowledge.highlighting.page import PageLayout
from knowledge.ingestion import former
from knowledge.ingestion.extract.formats import HTML, PAGED
from knowledge.models import Document, ScannedPage, Section
from knowledge.models.passage import page_at

logger = logging.getLogger(__name__)

MAX_BLOCKS = 400
"""shown at a time, of a document without pages"""
_HEADER = re.compile(r"\[([^\[\]\n]++)\]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class PreviewBlock:
    kind: str
    """as knowledge.ingestion.extract.base.Kind"""
    text: str
    boxes: tuple[Box, ...] = ()
    """one per line; none where its place on the picture is not known"""


@dataclass(frozen=True)
class Preview:
    page: int
    page_count: int
    """0 for a document without pages"""
    blocks: tuple[PreviewBlock, ...]
    dropped: tuple[PreviewBlock, ...]
    """what stands on the page and was not taken in: margins, menus"""
    lines: tuple[tuple[str, bool], ...]
    """of a web page: each line, and whether it was taken in"""
    layout: PageLayout | None
    """of the page's picture; None where there is none"""
    more: bool = False
    """whether there are more blocks than are shown"""


def preview(document: Document, page: int) -> Preview:
    """Of page `page`, from 1; a document without pages is one page."""
    shown = former.as_shown(document)
    blocks = list(_blocks(document.title, document.sections.all()))
    if shown.media_type not in PAGED:
        found = [block for block, _page in blocks]
        lines = tuple(_web_lines(shown, found)) if shown.media_type == HTML else ()
        return Preview(1, 0, tuple(found[:MAX_BLOCKS]), (), lines, None, len(found) > MAX_BLOCKS)
    count = max(shown.page_count, *(number for _block, number in blocks), 1)
    page = max(1, min(page, count))
    own = [block for block, number in blocks if number == page]
    return _of_page(shown, page, count, own)


def _of_page(document: Document, page: int, count: int, own: Sequence[PreviewBlock]) -> Preview:
    scanned = ScannedPage.objects.filter(document=document, number=page).exclude(lines=[]).first()
    try:
        found = pdf_page.places(
            lambda: former.shown_bytes(document) or b"", page, [] if scanned else [block.text for block in own]
        )
    except pdf_page.PageError as error:
        logger.warning("Document %s, page %s: %s", document.pk, page, error)
        return Preview(page, count, tuple(own), (), (), None)
    if scanned:
        return _of_scan(scanned, Preview(page, count, tuple(own), (), (), found.layout))
    placed = tuple(PreviewBlock(block.kind, block.text, boxes) for block, boxes in zip(own, found.places, strict=True))
    # A header of several lines stands in the rows word by word.
    headers = _words(" ".join(_HEADER.findall(" ".join(block.text for block in own))))
    dropped = tuple(
        PreviewBlock("dropped", text, boxes) for text, boxes in found.others if not set(_words(text)) <= set(headers)
    )
    return Preview(page, count, placed, dropped, (), found.layout)


def _of_scan(scanned: ScannedPage, shown: Preview) -> Preview:
    lines = scanned.read_lines()
    placed = tuple(
        PreviewBlock(block.kind, block.text, tuple(scan.quote_lines(block.text, lines))) for block in shown.blocks
    )
    said = _plain(" ".join(block.text for block in shown.blocks))
    dropped = tuple(
        PreviewBlock("dropped", line.text, tuple(scan.quote_lines(line.text, [line])))
        for line in lines
        if _plain(line.text).strip() and _plain(line.text) not in said
    )
    return Preview(shown.page, shown.page_count, placed, dropped, (), shown.layout)


def _blocks(title: str, sections: Iterable[Section]) -> Iterator[tuple[PreviewBlock, int]]:
    """With the page of each (1 without pages), each heading once, above what stands under it; a block over two pages is
    two."""
    if title:
        yield PreviewBlock("heading", title), 1
    above: list[str] = []
    for section in sections:
        headings = [heading for heading in section.path.split(" › ") if heading not in ("", title)]
        same = sum(1 for _pair in takewhile(_are_same, zip(above, headings, strict=False)))
        for heading in headings[same:]:
            if not section.text.startswith(heading):
                yield PreviewBlock("heading", heading), page_at(section.page_breaks, 0) or 1
        above = headings
        spans = [(str(kind), int(start), int(end)) for kind, start, end, *_group in section.blocks]
        for kind, start, end in spans or [("paragraph", 0, len(section.text))]:
            turns = [offset for offset, _page in section.page_breaks if start < offset < end]
            for first, last in pairwise((start, *turns, end)):
                if text := section.text[first:last].strip():
                    yield PreviewBlock(kind, text), page_at(section.page_breaks, first) or 1


def _are_same(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]


def _web_lines(document: Document, blocks: Sequence[PreviewBlock]) -> Iterator[tuple[str, bool]]:
    said = _plain(" ".join(block.text for block in blocks))
    try:
        for line in pdf_page.html_lines(lambda: former.shown_bytes(document) or b""):
            yield line, _plain(line) in said
    except pdf_page.PageError as error:
        logger.warning("Document %s: %s", document.pk, error)


def _plain(text: str) -> str:
    """Its words, folded, each between blanks: of two texts one holds the other's words in a row."""
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return [folded for word in _WORD.findall(text) if (folded := fold(word))]

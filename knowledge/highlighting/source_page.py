"""What a reader is shown of a source: its page, its text, the quote in both, and whether it is in force."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from knowledge.highlighting import page as pdf_page
from knowledge.highlighting import scan
from knowledge.highlighting.arranging import ArrangedBlock, arranged
from knowledge.highlighting.geometry import Box
from knowledge.highlighting.page import PageLayout
from knowledge.highlighting.reading import Passage, Reading, in_parts, read
from knowledge.ingestion import former
from knowledge.ingestion.extract.formats import PAGED
from knowledge.ingestion.messages import translated
from knowledge.models import Document, ScannedPage
from knowledge.versions.editions import newer_editions

logger = logging.getLogger(__name__)

MAX_QUOTE = 2000
SCALES = (1, 2, 3)
"""in which a page is drawn, times 72 dots per inch"""

Validity = Literal["", "in_force", "not_yet", "ended", "superseded"]


@dataclass(frozen=True)
class SourcePage:
    document: Document
    quote: str
    reading: Reading
    page_count: int
    layout: PageLayout | None
    """of a page of a PDF or a picture; None for another format, and where it could not be opened"""
    asked_beyond: bool
    """a page after the last one was asked for: the last is shown"""
    scanned: ScannedPage | None
    """the page, where it was read by text recognition"""

    @property
    def is_paged(self) -> bool:
        return self.document.media_type in PAGED

    @property
    def unread(self) -> str:
        """Why text recognition could not read the page."""
        return translated(self.scanned.error) if self.scanned else ""

    @property
    def has_text(self) -> bool:
        return bool(self.reading.blocks)

    @property
    def found(self) -> bool:
        return bool(self.reading.quote or (self.layout and self.layout.boxes))

    def url(self, page: int) -> str:
        query = {"page": page} | ({"quote": self.quote} if self.quote else {})
        return f"{reverse('source', args=[self.document.pk])}?{urlencode(query)}"

    @property
    def previous_url(self) -> str:
        return self.url(self.reading.page - 1) if self.reading.page > 1 else ""

    @property
    def next_url(self) -> str:
        return self.url(self.reading.page + 1) if self.reading.page < self.page_count else ""

    @property
    def quote_url(self) -> str:
        """Where the quote begins, if that is another page than this."""
        elsewhere = self.reading.quote_page not in (None, self.reading.page)
        return f"{self.url(self.reading.quote_page)}#quote" if elsewhere and self.reading.quote_page else ""

    @property
    def pictures(self) -> list[tuple[str, int]]:
        """(address, width in pixels) for each scale; the content's hash makes a changed file a new address."""
        address = reverse("source-page", args=[self.document.pk, self.reading.page])
        version = self.document.content_hash[:12]
        width = self.layout.width if self.layout else 0
        return [(f"{address}?{urlencode({'scale': scale, 'v': version})}", round(width * scale)) for scale in SCALES]

    @property
    def highlights(self) -> list[SafeString]:
        """The quote's lines as attributes of an SVG rectangle, in hundredths of the page."""
        return [rectangle(box) for box in self.layout.boxes] if self.layout else []

    @property
    def blocks(self) -> list[ArrangedBlock]:
        return arranged(self.reading.blocks, is_opened_at_mark=not self.highlights)


def rectangle(box: Box) -> SafeString:
    """The attributes of an SVG rectangle, in hundredths of the page."""
    places = (box.left, box.top, box.right - box.left, box.bottom - box.top)
    left, top, width, height = (f"{100 * place:.2f}" for place in places)
    return format_html('x="{}" y="{}" width="{}" height="{}"', left, top, width, height)


def source_page(document: Document, quote: str, page: int | None) -> SourcePage:
    passages = _passages(document)
    last = _page_count(document, passages)
    asked = min(page, last) if page and last else page
    reading = read(passages, quote, asked)
    scanned = ScannedPage.objects.filter(document=document, number=reading.page).first()
    layout = _layout(document, reading, quote, scanned) if document.media_type in PAGED else None
    beyond = page is not None and asked != page
    return SourcePage(document, quote, reading, layout.page_count if layout else last, layout, beyond, scanned)


def shortened(quote: str) -> str:
    """At most MAX_QUOTE characters, whole words."""
    quote = quote.replace("\x00", "").strip()
    return quote if len(quote) <= MAX_QUOTE else quote[:MAX_QUOTE].rpartition(" ")[0]


def _passages(document: Document) -> list[Passage]:
    passages = [
        Passage(section.title, section.path.count("›") + 1, section.text, tuple(map(tuple, section.page_breaks)))
        for section in document.sections.all()
    ]
    paged = document.media_type in PAGED or any(passage.page_breaks for passage in passages)
    return passages if paged else in_parts(passages)


def _page_count(document: Document, passages: list[Passage]) -> int:
    last_with_text = max((number for passage in passages for _, number in passage.page_breaks), default=0)
    return max(document.page_count, last_with_text) if document.media_type in PAGED else last_with_text


def _layout(document: Document, reading: Reading, quote: str, scanned: ScannedPage | None) -> PageLayout | None:
    """A quote that the text has on another page is not looked for on this page's picture."""
    wanted = quote if reading.quote_page is None else reading.quote
    boxes = scan.quote_lines(wanted, scanned.read_lines()) if wanted and scanned else []
    try:
        layout = pdf_page.layout(lambda: former.shown_bytes(document) or b"", reading.page, "" if boxes else wanted)
        return replace(layout, boxes=tuple(boxes)) if boxes else layout
    except pdf_page.PageError as error:
        logger.warning("Document %s, page %s: %s", document.pk, reading.page, error)
        return None


def validity(document: Document, today: date) -> Validity:
    """Empty where the document's metadata say nothing of it."""
    if document.superseded_by_id:
        return "superseded"
    if document.valid_until and document.valid_until < today:
        return "ended"
    if document.valid_from and document.valid_from > today:
        return "not_yet"
    return "in_force" if document.valid_from or document.valid_until else ""


def successor(document: Document, user: AbstractBaseUser | AnonymousUser, today: date) -> Document | None:
    """What supersedes the document, or its edition for a newer academic year, if `user` may see it."""
    newer = newer_editions([document], today).get(document.pk)
    wanted = document.superseded_by_id or (newer.pk if newer else None)
    return Document.objects.reachable_by(user).filter(pk=wanted).first()

"""Where a quote stands in a document without pages: on which slide, in which row, in which paragraph of its section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from knowledge.ingestion.extract import formats
from knowledge.models import Chunk, Section, page_at


class PlaceKind(models.TextChoices):
    SLIDE = "slide", _("slide %(number)s")
    ROW = "row", _("row %(number)s")
    PARAGRAPH = "paragraph", _("paragraph %(number)s")


_COUNTED = {*formats.SLIDES, *formats.SHEETS, *formats.WRITTEN}


class Place(NamedTuple):
    kind: PlaceKind
    number: int
    """from 1"""


def said(page: int | None, place: Place | None) -> str:
    """ "page 3", "slide 3", "row 12", "paragraph 4", or nothing; a page is told where there is one."""
    if page:
        return gettext("page %(page)s") % {"page": page}
    return str(place.kind.label) % {"number": place.number} if place else ""


def said_of_quote(page: int | None, chunk_id: int, quote: str) -> str:
    return said(page, None if page else place_of_quote(chunk_id, quote))


def place_of_quote(chunk_id: int, quote: str) -> Place | None:
    """None in a document with pages, and in one whose parts nobody counts, such as a web page."""
    return places_of_quotes({chunk_id: quote}).get(chunk_id)


def places_of_quotes(quotes: Mapping[int, str]) -> dict[int, Place]:
    """By chunk, likewise; what has no place is left out."""
    chunks = Chunk.objects.filter(pk__in=quotes, document__media_type__in=_COUNTED).select_related(
        "section", "document"
    )
    found = ((chunk.pk, _place(chunk, quotes[chunk.pk])) for chunk in chunks)
    return {pk: place for pk, place in found if place}


def _place(chunk: Chunk, quote: str) -> Place | None:
    kind = _kind(chunk.document.media_type)
    start = max(chunk.section.text.find(quote), 0) if quote not in chunk.text else chunk.start + chunk.text.find(quote)
    number = _number(chunk.section, start, kind)
    return Place(kind, number) if number else None


def _kind(media_type: str) -> PlaceKind:
    """Of one of _COUNTED."""
    if media_type in formats.SLIDES:
        return PlaceKind.SLIDE
    return PlaceKind.ROW if media_type in formats.SHEETS else PlaceKind.PARAGRAPH


def _number(section: Section, start: int, kind: PlaceKind) -> int | None:
    if kind != PlaceKind.PARAGRAPH:
        return page_at(section.places, start)
    above = _blocks_above(section)
    within = sum(first <= start for _kind, first, _end, _group in section.blocks)
    return above + within if within else None


def _blocks_above(section: Section) -> int:
    """A section of many paragraphs is cut, and its parts have one path."""
    before = Section.objects.filter(document=section.document_id, position__lt=section.position).order_by("-position")
    count = 0
    for path, blocks in before.values_list("path", "blocks").iterator():
        if path != section.path:
            break
        count += len(blocks)
    return count

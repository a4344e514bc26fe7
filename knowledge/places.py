"""Where a quote stands in a document without pages: on which slide, in which row, in which paragraph of its section."""

from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.ingestion.extract import formats
from knowledge.models import Chunk, Section, page_at


class PlaceKind(models.TextChoices):
    SLIDE = "slide", _("slide %(number)s")
    ROW = "row", _("row %(number)s")
    PARAGRAPH = "paragraph", _("paragraph %(number)s")


class Place(NamedTuple):
    kind: PlaceKind
    number: int
    """from 1"""


def place_of_quote(chunk_id: int, quote: str) -> Place | None:
    """None in a document with pages, and in one whose parts nobody counts, such as a web page."""
    chunk = Chunk.objects.filter(pk=chunk_id).select_related("section", "document").first()
    if chunk is None:
        return None
    kind = _kind(chunk.document.media_type)
    start = max(chunk.section.text.find(quote), 0) if quote not in chunk.text else chunk.start + chunk.text.find(quote)
    number = _number(chunk.section, start, kind) if kind else None
    return Place(kind, number) if kind and number else None


def _kind(media_type: str) -> PlaceKind | None:
    if media_type in formats.SLIDES:
        return PlaceKind.SLIDE
    if media_type in formats.SHEETS:
        return PlaceKind.ROW
    return PlaceKind.PARAGRAPH if media_type in formats.WRITTEN else None


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

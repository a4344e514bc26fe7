"""What text recognition read of a document's pages, for the document's page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from knowledge.ingestion.messages import translated
from knowledge.models import ScannedPage

_MAX_PAGES = 200


@dataclass(frozen=True)
class Row:
    number: int
    said: str
    uncertain: list[str]
    """lines that a person had better look at"""


def rows(document_id: int) -> list[Row]:
    pages = ScannedPage.objects.filter(document=document_id)[:_MAX_PAGES]
    return [_row(page) for page in pages]


def _row(page: ScannedPage) -> Row:
    uncertain = [line.text for line in page.read_lines() if line.is_uncertain]
    return Row(page.number, translated(page.error) or " · ".join(_said(page, len(uncertain))), uncertain)


def _said(page: ScannedPage, uncertain: int) -> Iterator[str]:
    yield ngettext("%d line", "%d lines", len(page.lines)) % len(page.lines)
    if page.confidence is not None:
        yield gettext("confidence %d %%") % round(100 * page.confidence)
    if uncertain:
        yield ngettext("%d uncertain line", "%d uncertain lines", uncertain) % uncertain

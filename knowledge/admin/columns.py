"""How a document's row is shown in the list and on its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext

from knowledge.crawling.documents import also_at
from knowledge.ingestion.extract.formats import EML, NAMES
from knowledge.ingestion.messages import translated
from knowledge.models import Document, State, Visibility

_EMPTY = "–"
_SHORT = 240


class FormatFilter(admin.SimpleListFilter):
    title = gettext_lazy("format")
    parameter_name = "format"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(NAMES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> QuerySet[Document]:
        return queryset.filter(media_type=self.value()) if self.value() else queryset


class GoneFilter(admin.SimpleListFilter):
    title = gettext_lazy("on its website")
    parameter_name = "gone"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", gettext_lazy("gone"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> QuerySet[Document]:
        return queryset.filter(gone_since__isnull=False) if self.value() else queryset


class Columns:
    """The display methods of DocumentAdmin."""

    @admin.display(description=gettext_lazy("title"), ordering="title")
    def name(self, document: Any) -> SafeString:
        """With what it is called in its collection, by which two of one title are told apart, and with what is too
        seldom asked for to be a column."""
        shown = str(document)
        lines = [document.external_id] if document.external_id != shown else []
        lines.append(" · ".join(filter(None, _details(document))))
        small = format_html_join("", '<span class="doc-small doc-identifier">{}</span>', ((line,) for line in lines))
        return format_html("{}{}", shown, small)

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def status(self, document: Document) -> SafeString:
        return status(document)

    @admin.display(description=gettext_lazy("state"))
    def status_text(self, document: Document) -> SafeString:
        return _status(document, translated(document.error), "")

    @admin.display(description=gettext_lazy("date"), ordering="modified_on")
    def date(self, document: Document) -> str:
        return date_format(document.dated, "SHORT_DATE_FORMAT") if document.dated else _EMPTY

    @admin.display(description=gettext_lazy("file"))
    def file(self, document: Document) -> SafeString:
        address = reverse("source-file", args=[document.pk])
        size = filesizeformat(document.size)
        kind = NAMES.get(document.media_type, document.media_type)
        return format_html('<a href="{}">{}</a> ({}, {})', address, document.file_name, kind, size)

    @admin.display(description=gettext_lazy("also at"))
    def other_addresses(self, document: Document) -> SafeString | str:
        found = also_at(document)
        return format_html_join("", "{}<br>", ((url,) for url in found)) if found else _EMPTY

    @admin.display(description=gettext_lazy("extent"))
    def extent(self, document: Any) -> str:
        parts = list(_length(document))
        if document.indexed_at:
            moment = date_format(localtime(document.indexed_at), "SHORT_DATETIME_FORMAT")
            parts.append(gettext("indexed on %s") % moment)
        return " · ".join([*parts, *_unread_attachments(document), *_ignored_metadata(document)])


def _length(document: Any) -> Iterator[str]:
    if document.page_count:
        yield ngettext("%d page", "%d pages", document.page_count) % document.page_count
    number = document.chunk_count or 0
    yield ngettext("%d passage", "%d passages", number) % number


def _details(document: Any) -> Iterator[str]:
    yield NAMES.get(document.media_type, document.media_type)
    if document.indexed_at:
        yield from _length(document)
    yield document.course
    yield document.academic_year
    if document.visibility != Visibility.PUBLIC:
        yield gettext("for %s") % document.get_visibility_display()


def _unread_attachments(document: Document) -> Iterator[str]:
    """Of a message: its text has their names, and what was read of them stands beside it."""
    if document.media_type != EML:
        return
    from knowledge.ingestion.extract.eml import ATTACHMENTS

    within = f"{document.external_id}/"
    beside = Document.objects.filter(collection=document.collection_id, external_id__startswith=within)
    read = {identifier.removeprefix(within) for identifier in beside.values_list("external_id", flat=True)}
    said = gettext("attachments that were not read; save and upload them by themselves: %s")
    for text in document.sections.filter(text__contains=ATTACHMENTS).values_list("text", flat=True):
        for line in text.splitlines():
            names = line.removeprefix(ATTACHMENTS).split(", ") if line.startswith(ATTACHMENTS) else []
            if unread := [name for name in names if name not in read]:
                yield said % ", ".join(unread)


def _ignored_metadata(document: Document) -> Iterator[str]:
    if document.ignored_metadata:
        said = gettext("not understood in its front matter, and ignored: %s")
        yield said % "; ".join(document.ignored_metadata)


def status(document: Document) -> SafeString:
    error = translated(document.error)
    short = error if len(error) <= _SHORT else f"{error[:_SHORT].rsplit(' ', 1)[0]}…"
    return _status(document, short, error)


def _status(document: Document, error: str, hover: str) -> SafeString:
    """The state with its progress or its error; `data-working` keeps the list refreshing itself."""
    label = document.get_state_display()
    match document.state:
        case State.PROCESSING:
            bar = '<progress max="100" value="{}" aria-label="{}"></progress> {} %'
            done = format_html(bar, document.progress, gettext("progress"), document.progress)
            return format_html('<span class="doc-state" data-working>{} {}</span>', label, done)
        case State.WAITING:
            return format_html('<span class="doc-state" data-working>{}</span>', label)
        case State.FAILED:
            stays = gettext("The version indexed before is still searched.") if document.indexed_at else ""
            return format_html(
                '<strong class="doc-state doc-failed">{}</strong><span class="doc-error" title="{}">{} {}</span>',
                label, hover, error, stays,
            )  # fmt: skip
        case _:
            number = getattr(document, "unread_pages", None) or 0
            unread = ngettext("%d page could not be read.", "%d pages could not be read.", number) % number
            notes = [unread] if number else []
            if document.is_draft:
                notes.append(gettext("A draft: only staff reach it."))
            if document.gone_since:
                day = date_format(localtime(document.gone_since), "SHORT_DATE_FORMAT")
                notes.append(gettext("Out of answers: no longer on its website since %s.") % day)
            said = format_html('<span class="doc-error">{}</span>', " ".join(notes)) if notes else ""
            return format_html('<span class="doc-state doc-indexed">{}</span> {}', label, said)

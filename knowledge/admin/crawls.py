"""Crawls and the pages they found: to read, not to change."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from knowledge.crawling.progress import progress
from knowledge.crawling.reasons import Reason, said
from knowledge.ingestion.extract.formats import NAMES
from knowledge.models import CrawledPage, CrawlRun
from koalarag.folding import FoldedSearch


def short(moment: datetime | None) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT") if moment else "–"


class ReadOnly(FoldedSearch):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(CrawlRun)
class CrawlRunAdmin(ReadOnly):
    list_display = ["number", "source", "state", "is_trial", "only_due", "started_at", "finished_at", "visited"]
    list_filter = ["source", "state", "is_trial"]
    list_select_related = ["source"]
    list_per_page = 50
    fields = ["source", "state", "is_trial", "only_due", "started_at", "finished_at", "worked_at"]
    change_form_template = "admin/knowledge/crawlrun/change_form.html"

    class Media:
        css = {"all": ["knowledge/admin.css"]}

    @admin.display(description=gettext_lazy("crawl"), ordering="pk")
    def number(self, run: CrawlRun) -> int:
        return run.pk

    @admin.display(description=gettext_lazy("visited"))
    def visited(self, run: CrawlRun) -> int:
        return run.pages.count()

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        run = self.get_object(request, object_id)
        context = {"run": run, "progress": progress(run) if run else None, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)


class ReasonFilter(admin.SimpleListFilter):
    title = gettext_lazy("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Reason.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[CrawledPage]) -> QuerySet[CrawledPage]:
        return queryset.filter(reason=self.value()) if self.value() else queryset


@admin.register(CrawledPage)
class CrawledPageAdmin(ReadOnly):
    list_display = ["address", "outcome", "why", "name", "format", "visited", "due"]
    list_filter = ["source", "is_trial", "outcome", ReasonFilter, "queued"]
    search_fields = ["url", "title"]
    list_per_page = 50
    show_full_result_count = False
    fields = [
        "address", "source", "outcome", "why", "name", "format", "document_link", "link_text", "depth", "lastmod",
        "visited_at", "changed_at", "interval_days", "due_at", "misses", "queued",
    ]  # fmt: skip

    class Media:
        css = {"all": ["knowledge/admin.css"]}

    @admin.display(description=gettext_lazy("address"), ordering="url")
    def address(self, page: CrawledPage) -> SafeString:
        return format_html('<span class="page-address">{}</span>', page.url)

    @admin.display(description=gettext_lazy("reason"), ordering="reason")
    def why(self, page: CrawledPage) -> str:
        return " · ".join(filter(None, [said(page.reason) if page.reason else "", page.detail]))

    @admin.display(description=gettext_lazy("title"), ordering="title")
    def name(self, page: CrawledPage) -> str:
        return page.title

    @admin.display(description=gettext_lazy("format"))
    def format(self, page: CrawledPage) -> str:
        if not page.media_type:
            return "–"
        return f"{NAMES.get(page.media_type, page.media_type)}, {filesizeformat(page.size)}"

    @admin.display(description=gettext_lazy("visited on"), ordering="visited_at")
    def visited(self, page: CrawledPage) -> str:
        return short(page.visited_at)

    @admin.display(description=gettext_lazy("due"), ordering="due_at")
    def due(self, page: CrawledPage) -> str:
        return short(page.due_at)

    @admin.display(description=gettext_lazy("document"))
    def document_link(self, page: CrawledPage) -> str:
        if page.document is None:
            return "–"
        address = reverse("admin:knowledge_document_change", args=[page.document.pk])
        return format_html('<a href="{}">{}</a>', address, page.document)

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from chat.admin import desk
from chat.admin.aggregates import page as aggregates_page
from chat.models import Trace
from chat.rendering import html
from chat.tracing import export, labels
from knowledge.languages import language_name
from koalarag.folding import FoldedSearch

CONTENT_TYPES = {"json": "application/json", "md": "text/markdown; charset=utf-8"}
# Only the page of one trace shows them.
HEAVY = ("answer", "retrieved", "spans", "model_calls", "policy", "queries", "attempts", "entities")


class NamedFilter(admin.AllValuesFieldListFilter):
    """By the values that there are, each as readers call it."""

    name: Callable[[str], str]

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": type(self).name(str(choice["display"]))}


class IntentFilter(NamedFilter):
    name = staticmethod(labels.intent)


class LanguageFilter(NamedFilter):
    name = staticmethod(lambda code: language_name(code) or code)


@admin.register(Trace)
class TraceAdmin(FoldedSearch):
    """Read only: a trace is evidence."""

    list_display = ["created_at", "short_question", "assistant", "status", "outcome", "time", "verdict"]
    list_filter = [
        "status", "outcome", ("intent", IntentFilter), ("language", LanguageFilter), "assistant", "origin",
        "message__feedback__verdict", "created_at",
    ]  # fmt: skip
    list_display_links = ["created_at", "short_question"]
    search_fields = ["question", "answer", "id", "session"]
    date_hierarchy = "created_at"
    list_per_page = 50
    actions = ("as_json", "as_markdown")
    change_form_template = "admin/chat/trace/page.html"
    change_list_template = "admin/chat/trace/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trace]:
        found = super().get_queryset(request).select_related("assistant", "message__feedback")
        listing = request.resolver_match is not None and request.resolver_match.url_name == "chat_trace_changelist"
        # The list loads what an action on it needs only when there is one.
        return found.defer(*HEAVY) if listing and request.method == "GET" else found

    @admin.display(description=_("question"), ordering="question")
    def short_question(self, trace: Trace) -> str:
        return trace.question if len(trace.question) <= 90 else trace.question[:89] + "…"

    @admin.display(description=_("ms"), ordering="milliseconds")
    def time(self, trace: Trace) -> str:
        return f"{trace.milliseconds:.0f}"

    @admin.display(description=_("feedback"))
    def verdict(self, trace: Trace) -> str:
        feedback = getattr(trace.message, "feedback", None)
        return feedback.get_verdict_display() if feedback else ""

    @admin.action(description=_("Export the selected traces as JSON"), permissions=["view"])
    def as_json(self, request: HttpRequest, queryset: QuerySet[Trace]) -> FileResponse:
        return _archive(queryset, "json")

    @admin.action(description=_("Export the selected traces as Markdown"), permissions=["view"])
    def as_markdown(self, request: HttpRequest, queryset: QuerySet[Trace]) -> FileResponse:
        return _archive(queryset, "md")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("settle/", wrap(desk.settle_question), name="chat_trace_settle"),
            path("aggregates/", wrap(self.aggregates_view), name="chat_trace_aggregates"),
            path("<uuid:pk>/export.<str:form>", wrap(self.export_view), name="chat_trace_export"),
            *super().get_urls(),
        ]

    def export_view(self, request: HttpRequest, pk: UUID, form: export.Format) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if form not in export.FORMATS:
            raise Http404
        trace = get_object_or_404(Trace.objects.select_related("assistant"), pk=pk)
        headers = {"Content-Disposition": f'attachment; filename="{export.file_name(trace, form)}"'}
        return HttpResponse(export.WRITERS[form](trace), content_type=CONTENT_TYPES[form], headers=headers)

    def aggregates_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {**self.admin_site.each_context(request), "opts": self.opts, **aggregates_page(request.GET)}
        return render(request, "admin/chat/trace/aggregates.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        trace = self._trace(request, object_id)
        extra: dict[str, Any] = {"title": _("How this answer came to be")}
        if trace:
            extra |= {"trace": trace, "answer_html": html(trace.answer), **export.page(trace)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **extra})

    def _trace(self, request: HttpRequest, object_id: str) -> Trace | None:
        try:
            return self.get_queryset(request).filter(pk=UUID(object_id)).first()
        except ValueError:
            return None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Trace | None = None) -> bool:
        return False


def _archive(traces: QuerySet[Trace], form: export.Format) -> FileResponse:
    file = export.archive(traces.iterator(chunk_size=200), form)
    return FileResponse(file, as_attachment=True, filename=f"traces-{form}.zip", content_type="application/zip")

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from chat.models import Trace


@admin.register(Trace)
class TraceAdmin(admin.ModelAdmin):
    """Read only: a trace is evidence."""

    list_display = ["created_at", "short_question", "assistant", "status", "intent", "language", "time", "verdict"]
    list_filter = ["status", "intent", "language", "assistant", "origin", "message__feedback__verdict", "created_at"]
    list_display_links = ["created_at", "short_question"]
    search_fields = ["question", "answer", "id"]
    date_hierarchy = "created_at"
    list_per_page = 50
    change_form_template = "admin/chat/trace/page.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trace]:
        found = super().get_queryset(request).select_related("assistant", "message__feedback")
        listing = request.resolver_match is not None and request.resolver_match.url_name == "chat_trace_changelist"
        # The list never loads what only the page of one trace shows.
        return found.defer("answer", "retrieved", "spans", "model_calls", "policy", "queries") if listing else found

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

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        trace = self._trace(request, object_id)
        extra = {"trace": trace, "steps": steps(trace) if trace else [], "title": _("How this answer came to be")}
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


def steps(trace: Trace) -> list[dict[str, Any]]:
    """The spans with their share of the whole time, 0-100, and their findings as (name, value)."""
    total = sum(span["ms"] for span in trace.spans) or 1.0
    return [
        {
            "name": span["name"],
            "ms": span["ms"],
            "share": round(100 * span["ms"] / total),
            "findings": _flat(span.get("detail", {})),
        }
        for span in trace.spans
    ]


def _flat(detail: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Nested findings as one list; the draft is left out, since the answer stands above."""
    rows: list[tuple[str, str]] = []
    for name, value in detail.items():
        if name == "draft":
            continue
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name}.")
        elif value not in ("", None, [], ()):
            rows.append((prefix + name, f"{value:.3f}" if isinstance(value, float) else str(value)))
    return rows

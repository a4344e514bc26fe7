from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from chat.admin import desk
from chat.models import Feedback
from koalarag.folding import FoldedSearch


class SettledFilter(admin.SimpleListFilter):
    title = _("settled")
    parameter_name = "settled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("no")), ("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Feedback]) -> QuerySet[Feedback]:
        return queryset.filter(settled_at__isnull=self.value() == "no") if self.value() else queryset


@admin.register(Feedback)
class FeedbackAdmin(FoldedSearch):
    list_display = ["created_at", "verdict", "answer", "comment", "settled_at"]
    list_filter = ["verdict", SettledFilter, "created_at"]
    search_fields = ["comment", "message__text"]
    list_select_related = ["message__trace"]
    readonly_fields = ["message", "verdict", "comment", "created_at", "answer", "settled_at"]

    @admin.display(description=_("answer"))
    def answer(self, feedback: Feedback) -> str:
        """The answer's beginning, linked to how it came to be."""
        trace = getattr(feedback.message, "trace", None)
        text = feedback.message.text[:120]
        if trace is None:
            return text
        return format_html('<a href="{}">{}</a>', reverse("admin:chat_trace_change", args=[trace.pk]), text)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(desk.settle_citation)
        return [path("settle/", view, name="chat_feedback_settle"), *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

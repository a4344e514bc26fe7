"""What changed in a document, clause by clause, and the decision whether it is published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from knowledge.admin.crawls import ReadOnly, short
from knowledge.models import DocumentChange
from knowledge.versions import waiting
from knowledge.versions.diff import Difference

MAX_SHOWN = 500
_MAX_QUOTE = 300
_WHAT = {
    "added": pgettext_lazy("clause", "added"),
    "removed": pgettext_lazy("clause", "removed"),
    "changed": pgettext_lazy("clause", "changed"),
    "moved": pgettext_lazy("clause", "moved"),
}
KINDS = {
    "heading": gettext_lazy("heading"),
    "paragraph": gettext_lazy("paragraph"),
    "lead_in": gettext_lazy("beginning of a list"),
    "item": gettext_lazy("list item"),
    "caption": gettext_lazy("caption"),
    "row": gettext_lazy("table row"),
    "pair": gettext_lazy("label with its value"),
    "definition": gettext_lazy("definition"),
}


@dataclass(frozen=True)
class Shown:
    """A difference, with the way to both places."""

    difference: Difference
    old_url: str
    new_url: str

    @property
    def what(self) -> str:
        return str(_WHAT[self.difference.what])

    @property
    def kind(self) -> str:
        return str(KINDS.get(self.difference.kind, self.difference.kind))

    @property
    def in_two(self) -> bool:
        """A row is read better once as it was and once as it is."""
        return self.difference.kind == "row" and bool(self.difference.runs)


def groups(change: DocumentChange, differences: Sequence[Difference]) -> Iterator[tuple[str, list[Shown]]]:
    """Heading by heading, in the order of the document."""
    new_id = change.proposed_id or change.document_id
    for heading, found in groupby(differences, key=lambda difference: difference.heading):
        yield heading, [_shown(difference, change.former_id, new_id, change) for difference in found]


def _shown(difference: Difference, former: int | None, new: int, change: DocumentChange) -> Shown:
    old_id = former or (change.document_id if change.proposed_id else None)
    old = _address(old_id, difference.old_page, difference.old) if difference.old and old_id else ""
    return Shown(difference, old, _address(new, difference.page, difference.new) if difference.new else "")


def _address(document_id: int, page: int | None, text: str) -> str:
    query = ({"page": page} if page else {}) | {"quote": text[:_MAX_QUOTE]}
    return f"{reverse('source', args=[document_id])}?{urlencode(query)}"


@admin.register(DocumentChange)
class DocumentChangeAdmin(ReadOnly):
    list_display = ["name", "status", "extent", "found", "decided_by"]
    list_filter = ["state", "document__collection"]
    list_per_page = 50
    search_fields = ["document__title", "document__external_id"]
    fields: list[str] = []
    change_form_template = "admin/knowledge/documentchange/change_form.html"

    class Media:
        css = {"all": ["knowledge/admin.css", "knowledge/diff.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentChange]:
        return super().get_queryset(request).select_related("document", "decided_by").defer("differences")

    @admin.display(description=gettext_lazy("document"), ordering="document__title")
    def name(self, change: DocumentChange) -> str:
        return str(change.document)

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def status(self, change: DocumentChange) -> SafeString:
        strong = change.state == DocumentChange.State.WAITING
        return format_html('<span class="{}">{}</span>', "diff-waits" if strong else "", change.get_state_display())

    @admin.display(description=gettext_lazy("clauses"))
    def extent(self, change: DocumentChange) -> str:
        return " · ".join(f"{getattr(change, name)} {label}" for name, label in _WHAT.items() if getattr(change, name))

    @admin.display(description=gettext_lazy("found"), ordering="found_at")
    def found(self, change: DocumentChange) -> str:
        return short(change.found_at)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide_view)
        return [path("<int:pk>/decide/", view, name="knowledge_documentchange_decide"), *super().get_urls()]

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        change = DocumentChange.objects.filter(pk=int(object_id) if object_id.isdecimal() else 0).first()
        differences = [Difference.read(stored) for stored in change.differences[:MAX_SHOWN]] if change else []
        context = {
            "noted": change, "groups": list(groups(change, differences)) if change else [],
            "more": len(change.differences) - len(differences) if change else 0,
            "may_decide": request.user.has_perm("knowledge.change_document"),
            "title": gettext("What changed"), **(extra_context or {}),
        }  # fmt: skip
        return super().change_view(request, object_id, form_url, context)

    @method_decorator(require_POST)
    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not request.user.has_perm("knowledge.change_document"):
            raise PermissionDenied
        change = get_object_or_404(DocumentChange, pk=pk)
        page = HttpResponseRedirect(reverse("admin:knowledge_documentchange_change", args=[pk]))
        if change.state != DocumentChange.State.WAITING:
            self.message_user(request, gettext("This was decided already."), messages.WARNING)
            return page
        try:
            if request.POST.get("do") == "reject":
                waiting.reject(change, request.user)
                self.message_user(request, gettext("The new version was rejected; the one before stays."))
            else:
                waiting.publish(change, request.user)
                self.message_user(request, gettext("The new version is published."), messages.SUCCESS)
        except waiting.NotReady as error:
            self.message_user(request, str(error), messages.ERROR)
        return page

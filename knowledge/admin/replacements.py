"""What texts say of documents that take each other's place, to be confirmed or rejected with one click."""

from __future__ import annotations

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
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from knowledge.admin.crawls import ReadOnly
from knowledge.models import Document, Replacement
from knowledge.versions import replacements

_MAX_QUOTE = 300


@admin.register(Replacement)
class ReplacementAdmin(ReadOnly):
    list_display = ["replaced", "replacing", "decision", "said", "sure"]
    list_display_links = None
    list_filter = ["state", "old__collection"]
    list_select_related = ["old", "new", "decided_by"]
    list_per_page = 50
    search_fields = ["old__title", "new__title", "sentence"]
    fields = ["old", "new", "sentence", "page", "confidence", "state", "decided_by", "found_at"]

    class Media:
        css = {"all": ["knowledge/admin.css", "knowledge/diff.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Replacement]:
        self.may_decide = request.user.has_perm("knowledge.change_document")
        return super().get_queryset(request)

    @admin.display(description=gettext_lazy("document that is replaced"), ordering="old__title")
    def replaced(self, replacement: Replacement) -> SafeString:
        return _document(replacement.old)

    @admin.display(description=gettext_lazy("document that replaces it"), ordering="new__title")
    def replacing(self, replacement: Replacement) -> SafeString:
        return _document(replacement.new)

    @admin.display(description=gettext_lazy("sentence that says so"))
    def said(self, replacement: Replacement) -> SafeString:
        """Where it stands, marked."""
        page = {"page": replacement.page} if replacement.page else {}
        query = urlencode(page | {"quote": replacement.sentence[:_MAX_QUOTE]})
        address = f"{reverse('source', args=[replacement.stands_in_id])}?{query}"
        return format_html('<a class="replacement-said" href="{}">“{}”</a>', address, replacement.sentence)

    @admin.display(description=gettext_lazy("confidence"), ordering="confidence")
    def sure(self, replacement: Replacement) -> str:
        return f"{100 * replacement.confidence:.0f} %"

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def decision(self, replacement: Replacement) -> SafeString | str:
        if replacement.state != Replacement.State.PROPOSED or not self.may_decide:
            return replacement.get_state_display()
        address = reverse("admin:knowledge_replacement_decide", args=[replacement.pk])
        button = '<button class="button" formaction="{}" name="do" value="{}">{}</button>'
        yes = format_html(button, address, "confirm", gettext("Confirm"))
        return format_html(
            '<span class="diff-buttons">{} {}</span>', yes, format_html(button, address, "reject", gettext("Reject"))
        )

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide_view)
        return [path("<int:pk>/decide/", view, name="knowledge_replacement_decide"), *super().get_urls()]

    @method_decorator(require_POST)
    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not request.user.has_perm("knowledge.change_document"):
            raise PermissionDenied
        replacement = get_object_or_404(Replacement, pk=pk)
        names = {"old": replacement.old, "new": replacement.new}
        if request.POST.get("do") == "confirm":
            replacements.confirm(replacement, request.user)
            text = gettext("“{old}” is superseded by “{new}” now.").format(**names)
        else:
            replacements.reject(replacement, request.user)
            text = gettext("“{old}” is not replaced by “{new}”; this is not proposed again.").format(**names)
        self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:knowledge_replacement_changelist"))


def _document(document: Document) -> SafeString:
    address = reverse("admin:knowledge_document_change", args=[document.pk])
    return format_html('<a href="{}">{}</a>', address, document)

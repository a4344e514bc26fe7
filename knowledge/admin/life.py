"""A document's life on its page in admin: another file in its place, its versions, the way back, publishing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from knowledge.ingestion import intake, uploads
from knowledge.ingestion.extract.errors import ExtractionError
from knowledge.ingestion.extract.formats import EXTENSIONS
from knowledge.ingestion.messages import translated
from knowledge.models import Document
from knowledge.versions import drafts, waiting
from knowledge.versions.history import former_versions, go_back, history
from koalarag import visitors


class ReplaceForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Another file in its place"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(EXTENSIONS)}),
    )


class VersionFilter(admin.SimpleListFilter):
    """Former versions are out of the way until they are asked for."""

    title = gettext_lazy("version")
    parameter_name = "version"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("former", gettext_lazy("former versions")),
            ("waiting", gettext_lazy("versions that wait for approval")),
            ("draft", gettext_lazy("drafts")),
        ]

    def choices(self, changelist: Any) -> Any:
        shown = super().choices(changelist)
        yield {**next(shown), "display": gettext("in force")}
        yield from shown

    def queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> QuerySet[Document]:
        match self.value():
            case "former":
                return queryset.filter(version_of__isnull=False, is_draft=False)
            case "waiting":
                return queryset.filter(version_of__isnull=False, is_draft=True)
            case "draft":
                return queryset.filter(version_of__isnull=True, is_draft=True)
            case _:
                return queryset.filter(version_of__isnull=True)


def shown(document: Document | None) -> dict[str, Any]:
    """For the panel on the document's page."""
    if document is None:
        return {}
    return {
        "life": {
            "versions": history(document),
            "waiting": document.changes.waiting().defer("differences").first(),
            "changes": document.changes.defer("differences").exclude(state="waiting")[:10],
            "is_former": document.version_of_id is not None and not document.is_draft,
        },
        "replace_form": ReplaceForm(),
    }


class Life(admin.ModelAdmin):
    """What DocumentAdmin has of it."""

    def get_urls(self) -> list[URLPattern]:
        views: dict[str, Callable[..., HttpResponse]] = {
            "replace": self.replace_view, "go-back": self.go_back_view, "publish": self.publish_view
        }  # fmt: skip
        own = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(require_POST(view)), name=f"knowledge_document_{name}")
            for name, view in views.items()
        ]
        return [*own, *super().get_urls()]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Document], search_term: str
    ) -> tuple[QuerySet[Document], bool]:
        """What is chosen as a successor is no former version of anything."""
        if request.path == reverse("admin:autocomplete"):
            queryset = queryset.filter(version_of__isnull=True)
        return super().get_search_results(request, queryset, search_term)

    def replace_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        document = self._changeable(request, pk)
        form = ReplaceForm(request.POST, request.FILES)
        if not form.is_valid():
            self.message_user(request, gettext("Choose the file that is to take its place."), messages.ERROR)
            return self._back(pk)
        visitors.spend_uploads(request.user, 1)
        file = form.cleaned_data["file"]
        try:
            receipt = uploads.replace(document, file.name, uploads.read(file))
        except ExtractionError as error:
            self.message_user(request, f"“{file.name}”: {translated(str(error))}", messages.ERROR)
            return self._back(pk)
        self.message_user(request, _said(receipt, was_read=document.indexed_at is not None))
        return self._back(pk)

    def go_back_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        document = self._changeable(request, pk)
        version = get_object_or_404(former_versions(document), pk=request.POST.get("version") or 0)
        receipt = go_back(document, version)
        intake.queue([receipt.document_id])
        text = gettext(
            "The older version is being read again. Until then the present one answers, and then it is kept."
        )
        self.message_user(request, text)
        return self._back(pk)

    def publish_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        document = self._changeable(request, pk)
        try:
            if request.POST.get("do") == "withdraw":
                drafts.withdraw(document)
                self.message_user(request, gettext("The document is a draft now: only staff reach it."))
            else:
                drafts.publish(document)
                self.message_user(request, gettext("The document is published."), messages.SUCCESS)
        except waiting.NotReady as error:
            self.message_user(request, str(error), messages.ERROR)
        return self._back(pk)

    def _changeable(self, request: HttpRequest, pk: int) -> Document:
        """One that has versions, and is none itself."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        return get_object_or_404(Document, pk=pk, version_of__isnull=True)

    def _back(self, pk: int) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:knowledge_document_change", args=[pk]))


def _said(receipt: intake.Receipt, *, was_read: bool) -> str:
    if receipt.status == "unchanged":
        return gettext("This is the file that is here already; nothing was changed.")
    if receipt.status == "waiting":
        return gettext("The new version is being read, and waits for approval then. Until then the old one answers.")
    if not was_read:
        return gettext("The new file is being read.")
    return gettext("The new version is being read. Until then the old one answers.")

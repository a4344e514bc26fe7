"""Metadata of many documents: a form for those that are chosen, and a table that goes out and comes back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from knowledge.admin.bulk import BulkForm
from knowledge.editing import importing
from knowledge.editing.moving import NotMovable
from knowledge.editing.sheets import COLUMNS, EDITED, DocumentResource
from knowledge.models import Document

_MAX_SHOWN = 300
_MAX_PROBLEMS = 100
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class TableForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Table (.xlsx or .csv)"), widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"})
    )

    def clean_file(self) -> str:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > importing.MAX_BYTES:
            raise forms.ValidationError(gettext("The file is larger than 5 MB. Split it into several files."))
        try:
            return importing.read(file.read())
        except importing.TableError as error:
            raise forms.ValidationError(str(error)) from error


class BulkEditing(admin.ModelAdmin):
    """The part of DocumentAdmin that changes many documents at once."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="knowledge_document_import"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {"may_import": self.has_change_permission(request), **(extra_context or {})}
        return super().changelist_view(request, context)

    @admin.action(description=gettext_lazy("Edit metadata…"), permissions=["change"])
    def edit_metadata(self, request: HttpRequest, documents: QuerySet[Document]) -> HttpResponse | None:
        form = BulkForm(request.POST if "apply" in request.POST else None)
        if form.is_bound and form.is_valid():
            try:
                number = form.apply(documents)
            except NotMovable as error:
                form.add_error("collection", str(error))
            else:
                text = ngettext("%d document was changed.", "%d documents were changed.", number)
                self.message_user(request, text % number, messages.SUCCESS)
                return None
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": gettext("Edit metadata"),
            "form": form, "media": form.media, "number": documents.count(), "documents": documents[:20],
            "chosen": request.POST.getlist(ACTION_CHECKBOX_NAME), "checkbox": ACTION_CHECKBOX_NAME,
            "across": request.POST.get("select_across", "0"),
        }  # fmt: skip
        return render(request, "admin/knowledge/document/edit_metadata.html", context)

    @admin.action(description=gettext_lazy("Export metadata as CSV"), permissions=["view"])
    def export_csv(self, request: HttpRequest, documents: QuerySet[Document]) -> HttpResponse:
        return _exported(documents, "csv")

    @admin.action(description=gettext_lazy("Export metadata as XLSX"), permissions=["view"])
    def export_xlsx(self, request: HttpRequest, documents: QuerySet[Document]) -> HttpResponse:
        return _exported(documents, "xlsx")

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """A table is shown as a plan; the page hands its rows back, and only then is anything changed."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        if request.method == "POST" and "text" in request.POST:
            return self._confirmed(request, request.POST["text"])
        form = TableForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            text = form.cleaned_data["file"]
            return self._shown(request, importing.plan(text), text)
        return self._page(request, {"form": form, "columns": COLUMNS, "edited": EDITED})

    def _confirmed(self, request: HttpRequest, text: str) -> HttpResponse:
        try:
            done = importing.run(importing.read(text.encode()))
        except importing.TableError as error:
            self.message_user(request, str(error), messages.ERROR)
            return HttpResponseRedirect(request.path)
        if done.problems:
            return self._shown(request, done, text)
        number = len(done.changes)
        said = ngettext("%d document was changed.", "%d documents were changed.", number)
        self.message_user(request, said % number, messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:knowledge_document_changelist"))

    def _shown(self, request: HttpRequest, plan: importing.Plan, text: str) -> HttpResponse:
        changes, problems = plan.changes[:_MAX_SHOWN], plan.problems[:_MAX_PROBLEMS]
        hidden = {"changes": len(plan.changes) - len(changes), "problems": len(plan.problems) - len(problems)}
        context = {"plan": plan, "text": text, "changes": changes, "problems": problems, "hidden": hidden}
        return self._page(request, context)

    def _page(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts, "title": gettext("Import metadata")}
        return render(request, "admin/knowledge/document/import.html", {**shared, **context})


def _exported(documents: QuerySet[Document], form: str) -> HttpResponse:
    table = DocumentResource().export(documents.select_related("collection").order_by("collection", "external_id"))
    # The mark tells a spreadsheet that the CSV is UTF-8.
    data = table.export("xlsx") if form == "xlsx" else "\ufeff" + table.export("csv")
    headers = {"Content-Disposition": f'attachment; filename="documents.{form}"'}
    return HttpResponse(data, content_type=_TYPES[form], headers=headers)

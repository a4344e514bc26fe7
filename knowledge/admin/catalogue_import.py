"""The page that imports a CSV file: first what it would do, then, confirmed, the import."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from knowledge.catalogue import importing
from knowledge.catalogue.kinds import Kind
from knowledge.catalogue.tables import MAX_BYTES, TableError

MAX_SHOWN = 500


class FileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("CSV file"))

    def clean_file(self) -> bytes:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(_("The file is larger than 2 MB. Split it into several files."))
        return file.read()


def import_page(request: HttpRequest, admin: ModelAdmin[Any], kind: Kind) -> HttpResponse:
    """An upload is shown as a plan; the page hands the text back, and only then is anything saved."""
    if not (admin.has_add_permission(request) and admin.has_change_permission(request)):
        raise PermissionDenied
    if request.method == "POST" and "text" in request.POST:
        return _confirmed(request, admin, kind)
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"]
        try:
            return _preview(request, admin, importing.plan(kind, data), data.decode("utf-8-sig"))
        except TableError as error:
            form.add_error("file", str(error))
    return _render(request, admin, {"form": form, "columns": kind.columns, "required": kind.required})


def _confirmed(request: HttpRequest, admin: ModelAdmin[Any], kind: Kind) -> HttpResponse:
    text = request.POST["text"]
    try:
        done = importing.run(kind, text.encode(), good_rows_only="good_rows" in request.POST)
    except TableError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(request.path)
    except importing.Refused as error:
        return _preview(request, admin, error.plan, text)
    summary = _("{created} created, {changed} changed, {unchanged} as before, {wrong} left out.")
    messages.success(request, summary.format(**done.counts))
    return HttpResponseRedirect(reverse(f"admin:knowledge_{admin.opts.model_name}_changelist"))


def _preview(request: HttpRequest, admin: ModelAdmin[Any], plan: importing.Plan, text: str) -> HttpResponse:
    touched = [change for change in plan.changes if change.action != "unchanged"]
    shown = touched[:MAX_SHOWN]
    context = {
        "plan": plan,
        "text": text,
        "shown": shown,
        "hidden": len(touched) - len(shown),
        "good": len(touched),
    }
    return _render(request, admin, context)


def _render(request: HttpRequest, admin: ModelAdmin[Any], context: dict[str, Any]) -> HttpResponse:
    shared = {**admin.admin_site.each_context(request), "opts": admin.opts, "title": _("Import from CSV")}
    return render(request, "admin/knowledge/catalogue/import.html", {**shared, **context})

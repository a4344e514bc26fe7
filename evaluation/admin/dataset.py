"""Datasets: their cases, from and to YAML, and the way to a run."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evaluation import datasets
from evaluation.models import Dataset
from evaluation.records import DatasetError, DatasetRecord, read
from koalarag import safe_yaml
from koalarag.folding import FoldedSearch


class ImportForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("YAML file"))

    def clean_file(self) -> DatasetRecord:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > safe_yaml.MAX_BYTES:
            raise forms.ValidationError(_("The file is larger than 5 MB. Split it into several datasets."))
        try:
            return read(file.read())
        except DatasetError as error:
            raise forms.ValidationError(error.problems) from error


@admin.register(Dataset)
class DatasetAdmin(FoldedSearch):
    list_display = ("name", "slug", "case_count", "run_count", "start_link")
    search_fields = ("slug", "name")
    prepopulated_fields = {"slug": ("name",)}
    actions = ("export_yaml",)
    change_list_template = "admin/evaluation/dataset/change_list.html"
    change_form_template = "admin/evaluation/dataset/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dataset]:
        counts = {"cases_": Count("cases", distinct=True), "runs_": Count("runs", distinct=True)}
        return super().get_queryset(request).annotate(**counts)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Dataset | None = None) -> dict[str, Sequence[str]]:
        return {} if obj else dict(self.prepopulated_fields)

    @admin.display(description=gettext_lazy("cases"), ordering="cases_")
    def case_count(self, dataset: Any) -> SafeString:
        url = reverse("admin:evaluation_case_changelist") + "?" + urlencode({"dataset__id__exact": dataset.pk})
        return format_html('<a href="{}">{}</a>', url, dataset.cases_)

    @admin.display(description=gettext_lazy("runs"), ordering="runs_")
    def run_count(self, dataset: Any) -> SafeString:
        url = reverse("admin:evaluation_run_changelist") + "?" + urlencode({"dataset__id__exact": dataset.pk})
        return format_html('<a href="{}">{}</a>', url, dataset.runs_)

    @admin.display(description=gettext_lazy("Actions"))
    def start_link(self, dataset: Dataset) -> SafeString:
        url = reverse("admin:evaluation_run_add") + "?" + urlencode({"dataset": dataset.pk})
        return format_html('<a href="{}">{}</a>', url, _("Start a run"))

    @admin.action(description=gettext_lazy("Export as YAML"), permissions=["view"])
    def export_yaml(self, request: HttpRequest, queryset: QuerySet[Dataset]) -> HttpResponse:
        chosen = list(queryset)
        if len(chosen) == 1:
            return _download(datasets.export(chosen[0]).encode(), f"{chosen[0].slug}.yaml", "application/yaml")
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for dataset in chosen:
                archive.writestr(f"{dataset.slug}.yaml", datasets.export(dataset))
        return _download(packed.getvalue(), "datasets.zip", "application/zip")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="evaluation_dataset_import"), *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        form = ImportForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            done = datasets.save(form.cleaned_data["file"])
            messages.success(request, _summary(done))
            return HttpResponseRedirect(reverse("admin:evaluation_dataset_change", args=[done.dataset.pk]))
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "opts": self.opts,
            "title": _("Import a dataset"),
        }
        return render(request, "admin/evaluation/dataset/import.html", context)


def _summary(done: datasets.Imported) -> str:
    total = done.created + done.updated + done.unchanged
    text = ngettext("“{name}” has {total} case", "“{name}” has {total} cases", total)
    changes = _("{created} new, {updated} changed, {unchanged} as before, {removed} removed")
    counts = {name: getattr(done, name) for name in ("created", "updated", "unchanged", "removed")}
    return f"{text.format(name=done.dataset.name, total=total)}: {changes.format(**counts)}."


def _download(data: bytes, name: str, media_type: str) -> HttpResponse:
    return HttpResponse(data, media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})

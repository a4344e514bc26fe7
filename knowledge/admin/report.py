"""Corpus reports: asked for here, made by a worker, shown with charts, and taken along as PDF or JSON."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy

from knowledge.admin.crawls import short
from knowledge.corpus import charts, report, tables
from knowledge.models import Collection, CorpusReport


class AskForm(forms.Form):
    collection = forms.ModelChoiceField(
        Collection.objects.all(),
        label=gettext_lazy("Collection"),
        required=False,
        empty_label=gettext_lazy("all documents"),
    )


@admin.register(CorpusReport)
class CorpusReportAdmin(admin.ModelAdmin):
    list_display = ["name", "documents", "words", "made", "status"]
    list_select_related = ["collection"]
    actions = None

    class Media:
        css = {"all": ["knowledge/admin.css"]}
        js = ["knowledge/admin_progress.js"]

    @admin.display(description=gettext_lazy("collection"))
    def name(self, made: CorpusReport) -> str:
        return str(made)

    @admin.display(description=gettext_lazy("documents"))
    def documents(self, made: CorpusReport) -> Any:
        return made.data["documents"]["number"] if made.data else "–"

    @admin.display(description=gettext_lazy("words"))
    def words(self, made: CorpusReport) -> Any:
        return made.data["text"]["words"] if made.data else "–"

    @admin.display(description=gettext_lazy("made"), ordering="made_at")
    def made(self, made: CorpusReport) -> str:
        return short(made.made_at)

    @admin.display(description=gettext_lazy("state"))
    def status(self, made: CorpusReport) -> str:
        if made.is_being_made:
            return gettext("being made")
        return made.error or ("–" if not made.made_at else gettext("made"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.file_view)
        return [path("<int:pk>/report.<str:form>", view, name="knowledge_corpusreport_file"), *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: CorpusReport | None = None) -> bool:
        return False

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """A report is asked for; one that is here is made anew."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = AskForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            asked = report.ask(form.cleaned_data["collection"])
            return HttpResponseRedirect(reverse("admin:knowledge_corpusreport_change", args=[asked.pk]))
        context = {"form": form, "title": gettext("Make a corpus report")}
        return self._page(request, "ask", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "GET":
            raise PermissionDenied
        made = get_object_or_404(CorpusReport, pk=int(object_id) if object_id.isdecimal() else 0)
        context: dict[str, Any] = {"report": made, "title": made, "may_ask": self.has_add_permission(request)}
        if made.data:
            context |= {
                "data": made.data, "figures": tables.figures(made.data), "charts": tables.charts(made.data),
                "plot": charts.zipf(made.data["zipf"]["points"]), "shape": charts,
            }  # fmt: skip
        return self._page(request, "report", context)

    def file_view(self, request: HttpRequest, pk: int, form: str) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        made = get_object_or_404(CorpusReport, pk=pk)
        if not made.data or form not in ("json", "pdf"):
            raise Http404
        name = f"corpus-{slugify(made.collection.slug if made.collection else 'all')}.{form}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        if form == "json":
            text = json.dumps(made.data, ensure_ascii=False, indent=1)
            return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)
        from knowledge.corpus import pdf  # takes a moment to import

        title = gettext("Corpus report: {name}").format(name=made)
        return HttpResponse(pdf.pdf(title, made.data), content_type="application/pdf", headers=headers)

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts, "media": self.media}
        return render(request, f"admin/knowledge/corpusreport/{name}.html", {**shared, **context})

"""Websites: their settings, and the crawl that is started, watched, paused and stopped beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextareaWidget
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from knowledge.admin.crawls import short
from knowledge.admin.deletion import Summary, summary
from knowledge.crawling import configuration, control, documents, keywords
from knowledge.crawling.progress import progress
from knowledge.ingestion import removal
from knowledge.models import CrawledPage, CrawlRun, Document, WebSource
from koalarag.folding import FoldedSearch

_WHERE = ("seeds", "allowed_hosts")


class WebSourceForm(forms.ModelForm):
    keyword_list = forms.ChoiceField(
        label=lazy(capfirst, str)(gettext_lazy("list of keywords")),
        required=False,
        choices=lambda: [("", gettext("none: take everything in")), *((name, name) for name in keywords.list_names())],
        help_text=WebSource._meta.get_field("keyword_list").help_text,
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        known = {field.name for field in WebSource._meta.fields}
        given = {name: value for name, value in cleaned.items() if name in known and value is not None}
        kept = {name: getattr(self.instance, name) for name in _WHERE if name not in self.fields}
        described = WebSource(**given, **kept)
        for name, problem in configuration.problems(described).items():
            if name not in self.errors:
                self.add_error(name, problem)
        return cleaned


@admin.register(WebSource)
class WebSourceAdmin(FoldedSearch):
    form = WebSourceForm
    list_display = ["slug", "status", "collection", "schedule", "last_crawl"]
    list_filter = ["collection", "schedule"]
    list_select_related = ["collection"]
    search_fields = ["slug", "seeds"]
    actions = ["crawl_now", "export"]
    formfield_overrides = {models.TextField: {"widget": AdminTextareaWidget(attrs={"rows": 3})}}
    change_form_template = "admin/knowledge/websource/change_form.html"
    delete_confirmation_template = "admin/knowledge/websource/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/knowledge/websource/delete_selected_confirmation.html"
    fieldsets = [
        (None, {"fields": ["slug", "collection", ("visibility", "publishing"), "seeds"]}),
        (
            gettext_lazy("What belongs to it"),
            {"fields": ["allowed_hosts", "allowed_paths", "excluded_paths", ("max_depth", "max_pages", "max_alike")]},
        ),
        (gettext_lazy("What is taken in"), {"fields": ["keyword_list", "keywords"]}),
        (gettext_lazy("When"), {"fields": ["schedule", ("min_revisit_days", "max_revisit_days")]}),
        (gettext_lazy("How"), {"fields": ["delay_seconds", "allow_private"]}),
    ]

    class Media:
        css = {"all": ["knowledge/admin.css"]}
        js = ["knowledge/admin_progress.js"]

    def get_readonly_fields(self, request: HttpRequest, obj: WebSource | None = None) -> list[str]:
        """What may reach private addresses leads where a superuser said, and nowhere else."""
        if request.user.is_superuser:
            return []
        return ["allow_private", *(_WHERE if obj and obj.allow_private else ())]

    @admin.display(description=gettext_lazy("last crawl"))
    def status(self, source: WebSource) -> SafeString:
        run = source.runs.filter(is_trial=False).first()
        if run is None:
            return format_html('<span class="doc-state">{}</span>', gettext("not crawled yet"))
        done = progress(run)
        numbers = gettext("{queued} queued, {visited} visited, {failed} failed").format(
            queued=done.queued, visited=done.visited, failed=done.failed_number
        )
        markup = '<span class="doc-state">{}</span><span class="doc-error">{}</span>'
        if run.state == CrawlRun.State.RUNNING:
            markup = '<span class="doc-state" data-working>{}</span><span class="doc-error">{}</span>'
        return format_html(markup, run.get_state_display(), numbers)

    @admin.display(description=gettext_lazy("started"))
    def last_crawl(self, source: WebSource) -> str:
        run = source.runs.filter(is_trial=False).first()
        return short(run.started_at if run else None)

    @admin.action(description=gettext_lazy("Crawl now"), permissions=["change"])
    def crawl_now(self, request: HttpRequest, sources: QuerySet[WebSource]) -> None:
        for source in sources:
            self._say(request, control.START, source)

    @admin.action(description=gettext_lazy("Export as YAML"), permissions=["view"])
    def export(self, request: HttpRequest, sources: QuerySet[WebSource]) -> HttpResponse:
        text = configuration.dump(sources.select_related("collection"))
        headers = {"Content-Disposition": 'attachment; filename="websites.yaml"'}
        return HttpResponse(text, content_type="application/yaml; charset=utf-8", headers=headers)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.control_view)
        return [path("<int:pk>/crawl/", view, name="knowledge_websource_crawl"), *super().get_urls()]

    @method_decorator(require_POST)
    def control_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        source = get_object_or_404(WebSource, pk=pk)
        if not self.has_change_permission(request, source):
            raise PermissionDenied
        self._say(request, request.POST.get("do", ""), source)
        return HttpResponseRedirect(reverse("admin:knowledge_websource_change", args=[pk]))

    def _say(self, request: HttpRequest, command: str, source: WebSource) -> None:
        try:
            self.message_user(request, f"“{source}”: {control.do(command, source)}")
        except control.NotPossible as error:
            self.message_user(request, f"“{source}”: {error}", messages.ERROR)

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        run = CrawlRun.objects.filter(source=int(object_id) if object_id.isdecimal() else 0).first()
        context = {"run": run, "progress": progress(run) if run else None, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def save_model(self, request: HttpRequest, obj: WebSource, form: ModelForm[Any], change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change:
            control.settings_changed(obj, {name: form.initial.get(name) for name in form.changed_data})

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        found = _documents([source.slug for source in WebSource.objects.filter(pk=object_id)])
        may_delete = request.user.has_perm("knowledge.delete_document")
        context = {"documents": found.count(), "may_delete_documents": may_delete, **(extra_context or {})}
        return super().delete_view(request, object_id, context)

    def delete_model(self, request: HttpRequest, obj: WebSource) -> None:
        """Its documents stay, unless whoever deletes it wants them deleted too."""
        super().delete_model(request, obj)
        if request.POST.get("documents") == "delete" and request.user.has_perm("knowledge.delete_document"):
            number = removal.remove(_documents([obj.slug]))
            text = ngettext("%d document of it was deleted too.", "%d documents of it were deleted too.", number)
            self.message_user(request, text % number)
        else:
            self._say_what_stays(request, [obj.slug])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[WebSource]) -> None:
        slugs = list(queryset.values_list("slug", flat=True))
        super().delete_queryset(request, queryset)
        self._say_what_stays(request, slugs)

    def _say_what_stays(self, request: HttpRequest, slugs: Sequence[str]) -> None:
        if number := _documents(slugs).count():
            named = ",".join(map(str, documents.sources(slugs).values_list("pk", flat=True)))
            address = f"{reverse('admin:knowledge_document_changelist')}?source__id__in={named}"
            text = ngettext("%d document stays.", "%d documents stay.", number) % number
            self.message_user(request, format_html('{} <a href="{}">{}</a>', text, address, gettext("Show them")))

    def get_deleted_objects(self, objs: Sequence[WebSource], request: HttpRequest) -> Summary:
        """Its crawls and pages go with it, which nobody deletes by themselves; its documents stay."""
        sources = [source.pk for source in objs]
        counts = {
            model._meta.verbose_name_plural: model._default_manager.filter(source__in=sources).count()
            for model in (CrawlRun, CrawledPage)
        }
        return summary(self, request, objs, counts)


def _documents(slugs: Sequence[str]) -> QuerySet[Document]:
    return Document.objects.current().filter(source__in=documents.sources(slugs))

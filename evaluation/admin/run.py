"""Runs: started, watched, read case by case, and compared."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat.models import Assistant
from evaluation import report, runner
from evaluation.configuration import snapshot
from evaluation.models import Run

SHOWN = ("dataset", "assistant", "state", "progress", "error", "created_at", "finished_at")


def _metric(name: str, label: str) -> Any:
    @admin.display(description=label)
    def column(_admin: admin.ModelAdmin, run: Run) -> str:
        return f"{run.metrics[name]['mean']:.2f}" if name in run.metrics else "–"

    return column


@admin.register(Run)
class RunAdmin(admin.ModelAdmin):
    list_display = (
        "number", "dataset", "assistant", "state", "progress_bar", "recall", "mrr", "facts", "citations", "not_found",
        "created_at",
    )  # fmt: skip
    list_display_links = ("number", "dataset")
    list_filter = ("state", "dataset", "assistant")
    list_select_related = ("dataset", "assistant")
    actions = ("compare", "proceed")
    add_form_template = "admin/evaluation/run/add_form.html"
    change_form_template = "admin/evaluation/run/change_form.html"

    recall = _metric("recall@10", "Recall@10")
    mrr = _metric("mrr", "MRR")
    facts = _metric("all_facts", gettext_lazy("facts"))
    citations = _metric("citation_correctness", gettext_lazy("citations"))
    not_found = _metric("correct_not_found", gettext_lazy("“not found”"))

    @admin.display(description=gettext_lazy("run"), ordering="pk")
    def number(self, run: Run) -> int:
        return run.pk

    @admin.display(description=gettext_lazy("progress"))
    def progress_bar(self, run: Run) -> SafeString:
        return format_html('<progress class="narrow" max="100" value="{0}">{0} %</progress>', run.progress)

    def get_fields(self, request: HttpRequest, obj: Run | None = None) -> tuple[str, ...]:
        return SHOWN if obj else ("dataset", "assistant")

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        if db_field.name == "assistant":
            kwargs["queryset"] = Assistant.objects.filter(is_active=True)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_form(self, *args: Any, **kwargs: Any) -> Any:
        """Datasets and assistants are chosen here, not made or changed on the way."""
        form = super().get_form(*args, **kwargs)
        for field in form.base_fields.values():
            for link in ("can_add_related", "can_change_related", "can_view_related", "can_delete_related"):
                setattr(field.widget, link, False)
        return form

    def has_change_permission(self, request: HttpRequest, obj: Run | None = None) -> bool:
        """What came out of a run is not edited by hand."""
        return False

    def save_model(self, request: HttpRequest, obj: Run, form: Any, change: bool) -> None:
        obj.configuration = snapshot(obj.dataset, obj.assistant)
        super().save_model(request, obj, form, change)
        runner.enqueue(obj)

    def response_add(self, request: HttpRequest, obj: Run, post_url_continue: str | None = None) -> HttpResponse:
        """On to the page where the run can be watched."""
        self.message_user(request, _("The run has started."), messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:evaluation_run_change", args=[obj.pk]))

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return super().add_view(request, form_url, {**(extra_context or {}), "title": _("Start a run")})

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        run = self.get_object(request, object_id)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **_page(run)})

    @admin.action(description=gettext_lazy("Compare the selected runs"), permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Run]) -> HttpResponse | None:
        chosen = list(queryset.order_by("pk").values_list("pk", flat=True))
        if len(chosen) != 2:
            self.message_user(request, _("Select two runs to compare."), messages.WARNING)
            return None
        return HttpResponseRedirect(
            reverse("admin:evaluation_run_compare") + "?" + urlencode({"run": chosen}, doseq=True)
        )

    @admin.action(description=gettext_lazy("Continue runs that stopped"), permissions=["add"])
    def proceed(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        stopped = list(queryset.exclude(state=Run.State.DONE))
        for run in stopped:
            runner.enqueue(run)
        self.message_user(request, _("Runs that continue: {count}").format(count=len(stopped)))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.compare_view)
        return [path("compare/", view, name="evaluation_run_compare"), *super().get_urls()]

    def compare_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        wanted = [int(pk) for pk in request.GET.getlist("run") if pk.isdecimal()]
        runs = list(Run.objects.filter(pk__in=wanted).select_related("dataset", "assistant").order_by("pk"))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Runs side by side"),
            "runs": runs,
            "metrics": report.compare(runs) if runs else [],
            "configurations": report.compare_configurations(runs),
            "cases": report.compare_cases(runs),
            "datasets_differ": len({run.dataset_id for run in runs}) > 1,
        }
        return render(request, "admin/evaluation/run/compare.html", context)


def _page(run: Run | None) -> dict[str, Any]:
    if run is None:
        return {}
    results = report.result_rows(run)
    return {
        "run": run,
        "is_going": run.state in (Run.State.WAITING, Run.State.RUNNING),
        "metrics": report.metric_rows(run),
        "results": sorted(results, key=lambda row: not row.failings),
        "failing": sum(1 for row in results if row.failings),
        "configuration": json.dumps(run.configuration, ensure_ascii=False, indent=2),
    }

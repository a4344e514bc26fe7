"""The page of failed documents: why they cannot be read, what to do about it, and the buttons that do it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from knowledge.ingestion import failures, stuck
from knowledge.models import Collection, Document

_COMMANDS = {"retry": failures.retry, "ignore": failures.ignore, "notice": failures.notice_again}


class ChoiceForm(forms.Form):
    """What the page shows; the same two fields come back with each of its buttons."""

    collection = forms.ModelChoiceField(
        Collection.objects.all(), label=gettext_lazy("Collection"), required=False, empty_label=gettext_lazy("all")
    )
    ignored = forms.BooleanField(label=gettext_lazy("those that are ignored"), required=False)

    @property
    def documents(self) -> QuerySet[Document]:
        found = failures.failed(ignored=self.cleaned_data.get("ignored", False))
        collection = self.cleaned_data.get("collection")
        return found.filter(collection=collection) if collection else found

    @property
    def query(self) -> str:
        chosen = {"collection": self.cleaned_data.get("collection"), "ignored": self.cleaned_data.get("ignored")}
        return urlencode({name: getattr(value, "pk", "1") for name, value in chosen.items() if value})


class FailureDesk(admin.ModelAdmin):
    """The part of DocumentAdmin that settles failures."""

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("failures/", wrap(self.failures_view), name="knowledge_document_failures"),
            path("stuck/", wrap(self.stuck_view), name="knowledge_document_stuck"),
            *super().get_urls(),
        ]

    def failures_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = ChoiceForm(request.POST if request.method == "POST" else request.GET)
        if not form.is_valid():
            return HttpResponseRedirect(request.path)
        if request.method == "POST":
            return self._settled(request, form)
        others = ChoiceForm({**form.data.dict(), "ignored": "" if form.cleaned_data["ignored"] else "1"})
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "form": form,
            "title": gettext("Failed documents"),
            "reasons": failures.listed(form.documents), "may_change": self.has_change_permission(request),
            "others": others.documents.count() if others.is_valid() else 0, "others_query": others.query,
        }  # fmt: skip
        return render(request, "admin/knowledge/document/failures.html", context)

    def _settled(self, request: HttpRequest, form: ChoiceForm) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        command = request.POST.get("do", "")
        found = form.documents
        if (pk := request.POST.get("document", "")).isdecimal():
            found = found.filter(pk=int(pk))
        elif "reason" in request.POST:
            found = failures.of_reason(found, request.POST["reason"])
        else:
            command = ""
        if command not in _COMMANDS:
            self.message_user(request, gettext("Choose one of the buttons of the page."), messages.ERROR)
        else:
            self.message_user(request, _said(command, _COMMANDS[command](found)))
        return HttpResponseRedirect(f"{request.path}?{form.query}" if form.query else request.path)

    @method_decorator(require_POST)
    def stuck_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        number = stuck.hand_out_again()
        text = ngettext("%d document was handed out again.", "%d documents were handed out again.", number)
        self.message_user(request, text % number)
        return HttpResponseRedirect(reverse("admin:index"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {"failures": failures.failed().count(), **(extra_context or {})}
        return super().changelist_view(request, context)


def _said(command: str, number: int) -> str:
    match command:
        case "retry":
            text = ngettext("%d document is being indexed again.", "%d documents are being indexed again.", number)
        case "ignore":
            text = ngettext("%d document is ignored.", "%d documents are ignored.", number)
        case _:
            text = ngettext("%d document is on the desk again.", "%d documents are on the desk again.", number)
    return text % number

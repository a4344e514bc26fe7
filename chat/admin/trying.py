"""The page on which staff ask one document, and ask why a question does not find it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext, gettext_lazy

from chat import budgets
from chat.models import Assistant
from chat.rendering import source_url
from chat.trying import asking, explaining, sentences
from knowledge.models import Document
from koalarag import visitors


class TryForm(forms.Form):
    question = forms.CharField(
        label=gettext_lazy("Question"),
        max_length=settings.MAX_QUESTION_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 2, "autofocus": True}),
    )
    assistant = forms.ModelChoiceField(Assistant.objects.none(), label=gettext_lazy("Assistant"), empty_label=None)

    def __init__(self, *args: Any, choices: QuerySet[Assistant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["assistant"].queryset = choices
        self.fields["assistant"].label_from_instance = lambda one: one.text_in().name
        self.fields["assistant"].initial = choices.first()


class Trying(admin.ModelAdmin):
    """What AssistantAdmin has of it: only the chat knows how to answer."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.try_view)
        return [path("documents/<int:pk>/", view, name="chat_document_try"), *super().get_urls()]

    def try_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not request.user.has_perm("knowledge.view_document"):
            raise PermissionDenied
        document = get_object_or_404(Document.objects.select_related("collection", "superseded_by"), pk=pk)
        form = TryForm(request.POST or None, choices=asking.assistants(document).prefetch_related("texts"))
        context = {
            **self.admin_site.each_context(request), "document": document, "form": form,
            "opts": Document._meta, "title": gettext("Try this document"),
        }  # fmt: skip
        if form.is_valid():
            context |= _tried(request, document, form.cleaned_data)
        return render(request, "admin/chat/document_try.html", context)


def _tried(request: HttpRequest, document: Document, asked: dict[str, Any]) -> dict[str, Any]:
    payer = visitors.of(request)
    budgets.spend_question(payer)
    arguments = (document, asked["question"], asked["assistant"], request.user, payer)
    if request.POST.get("do") != "why":
        return {"tried": asking.ask(*arguments)}
    trace = explaining.explain(*arguments)
    return {
        "trace": trace,
        "verdict": sentences.verdict(trace, document),
        "instead": sentences.of_best(trace, document),
        "passages": [
            (one, _url(document, one), list(sentences.of_passage(one, trace))) for one in trace.passages
        ],
    }  # fmt: skip


def _url(document: Document, looked: explaining.Looked) -> str:
    return source_url(document.pk, "", looked.passage.page, looked.passage.text)

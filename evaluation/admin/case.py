from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext as _

from evaluation.models import Case
from evaluation.records import is_turn
from koalarag.folding import FoldedSearch


class CaseForm(forms.ModelForm):
    class Meta:
        model = Case
        fields = ("dataset", "external_id", "kind", "question", "answer", "facts", "documents", "form", "history")
        widgets = {
            "question": forms.Textarea({"rows": 2}),
            "answer": forms.Textarea({"rows": 3}),
            "documents": forms.Textarea({"rows": 2}),
        }

    def clean_facts(self) -> list[list[str]]:
        facts = self.cleaned_data["facts"] or []
        if not isinstance(facts, list) or not all(map(_is_group, facts)):
            raise forms.ValidationError(_('Write groups of alternatives: [["30 days", "thirty days"], ["doctoral"]]'))
        return facts

    def clean_form(self) -> dict[str, Any]:
        form = self.cleaned_data["form"] or {}
        if not isinstance(form, dict):
            raise forms.ValidationError(_('Write a mapping: {"days": 3}'))
        return form

    def clean_history(self) -> list[dict[str, str]]:
        history = self.cleaned_data["history"] or []
        if not isinstance(history, list) or not all(map(is_turn, history)):
            raise forms.ValidationError(_('Write messages: [{"role": "user", "text": "…"}]'))
        return history


def _is_group(group: Any) -> bool:
    return isinstance(group, list) and bool(group) and all(isinstance(one, str) and one.strip() for one in group)


@admin.register(Case)
class CaseAdmin(FoldedSearch):
    form = CaseForm
    list_display = ("external_id", "question", "kind", "dataset")
    list_display_links = ("external_id", "question")
    list_filter = ("dataset", "kind")
    list_select_related = ("dataset",)
    search_fields = ("external_id", "question", "answer")
    ordering = ("dataset__slug", "pk")

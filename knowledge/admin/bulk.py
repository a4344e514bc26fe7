"""The form that gives many documents the same metadata: only the fields that are ticked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from knowledge.admin.upload import clean_academic_year
from knowledge.editing import moving
from knowledge.ingestion import intake
from knowledge.languages import language_choices
from knowledge.models import Collection, Document, Visibility

_REQUIRED = ("collection", "visibility")


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}))


class BulkForm(forms.Form):
    collection = forms.ModelChoiceField(Collection.objects.all(), label=_("Collection"), required=False)
    visibility = forms.ChoiceField(
        label=_("Visible to"), required=False, choices=[("", "---------"), *Visibility.choices]
    )
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=lambda: [("", "---------"), *language_choices()]
    )
    course = forms.CharField(label=_("Course"), required=False, max_length=120)
    academic_year = forms.CharField(label=_("Academic year"), required=False, help_text=_("For example 2025-2026"))
    programme = forms.CharField(label=_("Programme"), required=False, max_length=200)
    published_on = _day(_("Published on"))
    modified_on = _day(_("Modified on"))
    valid_from = _day(_("Valid from"))
    valid_until = _day(_("Valid until"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in list(self.fields):
            self.fields[f"change_{name}"] = forms.BooleanField(label=self.fields[name].label, required=False)

    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Each field with the box that says whether it is changed."""
        for name in self.base_fields:
            yield self[f"change_{name}"], self[name]

    def clean_academic_year(self) -> str:
        return clean_academic_year(self.cleaned_data["academic_year"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = [name for name in self.base_fields if cleaned.get(f"change_{name}")]
        if not chosen and not self.errors:
            raise forms.ValidationError(gettext("Tick what is to be changed."))
        for name in _REQUIRED:
            if name in chosen and name not in self.errors and not cleaned.get(name):
                self.add_error(name, gettext("This cannot be emptied: choose one."))
        first, last = (cleaned.get(name) for name in ("valid_from", "valid_until"))
        if {"valid_from", "valid_until"} <= set(chosen) and first and last and last < first:
            self.add_error("valid_until", gettext("This is before the day from which they are valid."))
        return {**cleaned, "chosen": chosen}

    @transaction.atomic
    def apply(self, documents: QuerySet[Document]) -> int:
        """All of them or, with NotMovable, none; returns how many were changed."""
        values = {name: self.cleaned_data[name] for name in self.cleaned_data["chosen"]}
        ids = list(documents.values_list("pk", flat=True))
        collection = values.pop("collection", None)
        changed = set()
        for document in Document.objects.filter(pk__in=ids):
            others = [name for name, value in values.items() if getattr(document, name) != value]
            for name in others:
                setattr(document, name, values[name])
            if others:
                intake.correct(document, others)
                changed.add(document.pk)
        if collection:
            changed |= set(
                Document.objects.filter(pk__in=ids).exclude(collection=collection).values_list("pk", flat=True)
            )
            moving.move(ids, collection)
        return len(changed)

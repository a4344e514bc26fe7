"""What the page may send, checked; every message says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat import sharing, tokens
from chat.models import Assistant, Feedback
from knowledge.models import Language


class Form(forms.Form):
    @property
    def first_error(self) -> str:
        return str(next(iter(self.errors.values()))[0])


class RenameForm(Form):
    title = forms.CharField(max_length=200, error_messages={"required": gettext_lazy("Write a name.")})


class ShareForm(Form):
    days = forms.ChoiceField(choices=[(str(days), str(days)) for days in sharing.DAYS])


class AskForm(Form):
    """A question, as the socket receives it."""

    assistant = forms.ModelChoiceField(
        Assistant.objects.filter(is_active=True),
        to_field_name="slug",
        error_messages={"invalid_choice": gettext_lazy("This assistant does not exist any more. Reload the page.")},
    )
    conversation = forms.UUIDField(required=False)
    message = forms.UUIDField(required=False)
    replaces = forms.UUIDField(required=False)
    text = forms.CharField(
        max_length=settings.MAX_QUESTION_CHARACTERS,
        error_messages={"required": gettext_lazy("Write a question first.")},
    )
    course = forms.CharField(max_length=120, required=False)
    academic_year = forms.CharField(max_length=9, required=False)
    language = forms.ChoiceField(choices=[("", ""), *Language.choices], required=False)
    form = forms.JSONField(required=False, empty_value={})

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise ValidationError(_("The question contains characters that cannot be stored. Write it again."))
        return text

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        assistant = cleaned.get("assistant")
        if assistant is None or "text" not in cleaned:
            return cleaned
        cleaned["form"] = trip(assistant.form, cleaned.get("form") or {})
        used = tokens.count(cleaned["text"])
        if used > assistant.prompt_budget:
            excess = ceil(100 * (used - assistant.prompt_budget) / used)
            raise ValidationError(_("The question is too long. Shorten it by about %(share)s %%.") % {"share": excess})
        return cleaned


class FeedbackForm(forms.ModelForm):
    class Meta:
        model = Feedback
        fields = ["verdict", "comment"]


def trip(offered: Mapping[str, Any], given: Any) -> dict[str, Any]:
    """The values of an assistant's form that it offers; ValidationError for any that it does not."""
    if not isinstance(given, dict):
        raise ValidationError(_("The form could not be read. Reload the page."))
    chosen = {name: given[name] for name in offered if given.get(name) not in (None, "", [])}
    for name, value in chosen.items():
        if not _is_offered(offered[name], value):
            raise ValidationError(_("“%(value)s” cannot be chosen here. Reload the page.") % {"value": str(value)[:80]})
    return chosen


def _is_offered(options: Any, value: Any) -> bool:
    if isinstance(options, dict):
        return type(value) is int and options["min"] <= value <= options["max"]
    values = value if isinstance(value, list) else [value]
    return all(each in options for each in values)

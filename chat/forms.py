"""What the page may send, checked; every message says what to do."""

from __future__ import annotations

from math import ceil
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat import assistant_form, sharing, tokens
from chat.models import Assistant, Feedback
from chat.tracing.redaction import redactor
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
    text = forms.CharField(max_length=settings.MAX_QUESTION_CHARACTERS, required=False)
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
        cleaned["form"] = assistant_form.chosen(assistant.form, cleaned.get("form") or {})
        if not cleaned["text"] and not cleaned["form"]:
            raise ValidationError(_("Write a question first."))
        cleaned["text"] = cleaned["text"] or assistant_form.request(is_new=not cleaned.get("conversation"))
        used = tokens.count(" ".join([cleaned["text"], *assistant_form.words(cleaned["form"])]))
        if used > assistant.prompt_budget:
            excess = ceil(100 * (used - assistant.prompt_budget) / used)
            raise ValidationError(_("The question is too long. Shorten it by about %(share)s %%.") % {"share": excess})
        return cleaned


class FeedbackForm(forms.ModelForm):
    class Meta:
        model = Feedback
        fields = ["verdict", "comment"]

    def clean_comment(self) -> str:
        """As a trace is stored: others read it."""
        return redactor([], [], (), about_a_person=False).text(self.cleaned_data["comment"])

"""A value that is none of a field's choices is refused with what may stand there, in tables, YAML files and forms."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy


def name_choices(app: AppConfig) -> None:
    """In the messages of the fields of its models. Django's own name the refused value alone."""
    text = gettext_lazy("“%(value)s” is none of the choices: {choices}.")
    for model in app.get_models():
        for field in model._meta.local_concrete_fields:
            values = [str(value) for value, _label in field.flatchoices or () if value != ""]
            if values:
                field.error_messages["invalid_choice"] = format_lazy(text, choices=", ".join(values))

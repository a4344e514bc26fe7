"""The language models of an assistant as a table: a row for each role, empty where the settings are to count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chat.language_models import OPTIONS, all_problems
from chat.tracing import labels as tracing_labels
from koalarag.language_models import ROLES

NUMBERS = {"temperature": float, "max_tokens": int}


class RolesWidget(forms.Widget):
    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, dict[str, str]]:
        said = {role: {option: data.get(f"{name}-{role}-{option}", "").strip() for option in OPTIONS} for role in ROLES}
        filled = {role: {option: text for option, text in row.items() if text} for role, row in said.items()}
        return {role: row for role, row in filled.items() if row}

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return not any(key.startswith(f"{name}-") for key in data)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        rows = [_row(name, role, (value or {}).get(role) or {}) for role in ROLES]
        return render_to_string("admin/chat/assistant/language_models.html", {"rows": rows})


def _row(name: str, role: str, own: Mapping[str, Any]) -> dict[str, Any]:
    labels = _labels()
    cells = [
        {
            "name": f"{name}-{role}-{option}",
            "label": f"{labels['roles'][role]}: {labels['options'][option]}",
            "value": own.get(option, ""),
            "otherwise": settings.LANGUAGE_MODELS[role].get(option, ""),
        }
        for option in OPTIONS
    ]
    return {"role": labels["roles"][role], "cells": cells}


def _labels() -> dict[str, dict[str, str]]:
    return {
        "roles": {role: tracing_labels.role(role) for role in ROLES},
        "options": {
            "model": _("model"),
            "base_url": _("address of the server"),
            "temperature": _("temperature"),
            "max_tokens": _("most tokens"),
            "key_variable": _("variable with the key"),
        },
    }


class RolesField(forms.Field):
    widget = RolesWidget

    def to_python(self, value: Any) -> dict[str, dict[str, Any]]:
        return {role: {name: _typed(name, text) for name, text in row.items()} for role, row in (value or {}).items()}

    def validate(self, value: Any) -> None:
        if problems := list(all_problems(value)):
            raise ValidationError(problems)


def _typed(name: str, text: Any) -> Any:
    """What is no number stays as it was written: the rules say so."""
    try:
        return NUMBERS[name](text) if name in NUMBERS else text
    except ValueError:
        return text

"""What Django's confirmation pages say of a deletion, without loading every chunk to say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.admin.options import ModelAdmin
from django.db.models import Model
from django.http import HttpRequest

Summary = tuple[list[str], dict[Any, int], set[str], list[str]]
"""what is deleted, how many of each model, permissions that are missing, what forbids it"""

_MAX_NAMED = 50


def summary(admin: ModelAdmin[Any], request: HttpRequest, objects: Iterable[Model], counts: dict[Any, int]) -> Summary:
    listed: Sequence[Model] = list(objects)
    names = [str(item) for item in listed[:_MAX_NAMED]]
    if len(listed) > _MAX_NAMED:
        names.append(f"… ({len(listed)})")
    name = str(admin.opts.verbose_name)
    missing = set() if all(admin.has_delete_permission(request, item) for item in listed) else {name}
    return names, {admin.opts.verbose_name_plural: len(listed), **counts}, missing, []

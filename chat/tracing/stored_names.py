"""What a trace keeps by its number or code, as readers know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chat.collection_names import collection_names
from knowledge.models import Collection, Document, Visibility


def written(detail: Mapping[str, Any]) -> dict[str, Any]:
    """The findings with names; a number whose row is gone stays."""
    named = dict(detail)
    if "collections" in detail:
        named["collections"] = _collections(detail["collections"])
    if "documents" in detail:
        named["documents"] = _documents(detail["documents"])
    if "visibilities" in detail:
        labels = dict(Visibility.choices)
        named["visibilities"] = [str(labels.get(one, one)) for one in detail["visibilities"]]
    if detail.get("sides"):
        named["sides"] = {side: _documents(of_it) for side, of_it in detail["sides"].items()}
    return named


def _collections(numbers: Sequence[int]) -> list[str]:
    found = {one.pk: one for one in Collection.objects.filter(pk__in=numbers)}
    names = collection_names(found.values())
    return [names[found[number].slug] if number in found else str(number) for number in numbers]


def _documents(numbers: Sequence[int]) -> list[str]:
    found = Document.objects.in_bulk(numbers)
    return [str(found.get(number, number)) for number in numbers]

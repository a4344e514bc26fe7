"""A plan on the page: a card for each day, its sources at the card's foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import override

from chat import withheld
from chat.models import Citation, Message
from chat.rendering import citation_json
from chat.trips.plan import Json

Source = Mapping[str, Any]


def html(message: Message, *, folds: bool = True) -> str:
    """Of an answer with a plan that its citations still carry; else empty. `folds` shows days that a change left as
    they were by their names alone, until they are opened."""
    readable = readable_plan(message)
    if readable is None:
        return ""
    view, citations = readable
    sources = {citation.number: citation_json(citation) for citation in citations}
    days = [
        # Older plans don't say which days are the same.
        day | {"sources": _of(day, sources), "is_folded": folds and day.get("same", False)}
        for day in _linked(view["days"], sources)
    ]
    context = {
        "message": message,
        "view": view,
        "introduction": _linked(view["introduction"], sources),
        "days": days,
        "blocks": _linked(view["blocks"], sources),
    }
    with override(view["language"]):
        return render_to_string("trips/cards.html", context)


def readable_plan(message: Message) -> tuple[Json, list[Citation]] | None:
    """With its sources; None where there is no plan, or where one of them may not be read any more."""
    view: Json | None = message.options.get("details", {}).get("view")
    citations = list(withheld.shown(message).citations)
    is_whole = view and set(_cites(view)) <= {citation.number for citation in citations}
    return (view, citations) if view and is_whole else None


def _cites(part: Any) -> list[int]:
    """The numbers that are cited anywhere in a part of a view, in order."""
    if isinstance(part, Mapping):
        own = [part["cite"]] if part.get("cite") else []
        return own + [number for value in part.values() for number in _cites(value)]
    return [number for one in part for number in _cites(one)] if isinstance(part, list) else []


def _of(day: Json, sources: Mapping[int, Source]) -> list[Source]:
    return [sources[number] for number in dict.fromkeys(_cites(day))]


def _linked(part: Any, sources: Mapping[int, Source]) -> Any:
    """With the source itself beside the number of each."""
    if isinstance(part, Mapping):
        linked = {name: _linked(value, sources) for name, value in part.items()}
        return linked | {"source": sources[part["cite"]]} if part.get("cite") else linked
    return [_linked(one, sources) for one in part] if isinstance(part, Sequence) and not isinstance(part, str) else part

"""`/v1/models`: each assistant is a model."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.db.models import QuerySet
from django.http import HttpRequest, JsonResponse

from chat.models import Assistant
from interfaces import problems
from interfaces.access import Caller, Rule
from interfaces.endpoint import endpoint
from interfaces.models import Scope
from interfaces.openai.errors import tell

READ = Rule((Scope.CHAT,))


@endpoint("GET", READ, tell)
async def models(request: HttpRequest, caller: Caller) -> JsonResponse:
    return JsonResponse({"object": "list", "data": await database_sync_to_async(_all)()})


@endpoint("GET", READ, tell)
async def model(request: HttpRequest, caller: Caller, name: str) -> JsonResponse:
    return JsonResponse(await database_sync_to_async(_one)(name))


def _all() -> list[dict[str, Any]]:
    return [_record(assistant) for assistant in _active()]


def _one(name: str) -> dict[str, Any]:
    found = _active().filter(slug=name).first()
    if found is None:
        raise problems.not_found(f"There is no assistant “{name}”.")
    return _record(found)


def _active() -> QuerySet[Assistant]:
    return Assistant.objects.filter(is_active=True).prefetch_related("texts")


def _record(assistant: Assistant) -> dict[str, Any]:
    """`name` is beyond OpenAI's protocol: front ends show it."""
    return {
        "id": assistant.slug,
        "object": "model",
        "created": 0,
        "owned_by": "koalarag",
        "name": assistant.text_in().name,
    }

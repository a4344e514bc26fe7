"""Questions: answered at once, or told as they are answered. Plain asynchronous views, for an answer takes a while."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.utils.translation import get_language, override
from rest_framework import serializers

from chat import answering, asking, following
from chat.asking import Begun
from chat.models import Message, Trace
from interfaces import problems
from interfaces.access import Caller
from interfaces.endpoint import content, endpoint
from interfaces.idempotency import HEADER, checked
from interfaces.problems import Problem
from interfaces.rest.answers import CHAT, own, own_record, with_addresses
from interfaces.rest.base import ChoiceField
from knowledge.models import Language


class QuestionSerializer(serializers.Serializer):
    assistant = serializers.SlugField(help_text="one of /assistants")
    question = serializers.CharField(max_length=settings.MAX_QUESTION_CHARACTERS)
    conversation = serializers.UUIDField(required=False, help_text="to go on with one; else it begins another")
    course = serializers.CharField(required=False, allow_blank=True, max_length=120)
    academic_year = serializers.CharField(required=False, allow_blank=True, max_length=9, help_text="as 2025-2026")
    language = ChoiceField(Language.choices, required=False, help_text="of the answer; else the question's")
    form = serializers.DictField(required=False, help_text="values of the assistant's form")


@endpoint("POST", CHAT)
async def ask(request: HttpRequest, caller: Caller) -> JsonResponse:
    """Waits for the answer. If the connection falls it is finished all the same, and is there to be fetched."""
    begun = await _begin(request, caller)
    await following.finished(begun.message_id)
    return JsonResponse(await database_sync_to_async(own_record)(request, caller, begun.message_id))


@endpoint("POST", CHAT)
async def stream(request: HttpRequest, caller: Caller) -> StreamingHttpResponse:
    begun = await _begin(request, caller)
    ids = {"conversation": begun.conversation_id, "question": begun.question_id, "answer": begun.message_id}
    started = _event("started", {name: str(value) for name, value in ids.items()})
    return _streamed(request, begun.message_id, 0, started)


@endpoint("GET", CHAT)
async def events(request: HttpRequest, caller: Caller, answer_id: UUID) -> StreamingHttpResponse:
    """For whoever lost the connection: what follows the last event that was seen."""
    last = request.headers.get("Last-Event-ID", "0")
    if not (last.isascii() and last.isdecimal() and len(last) < 10):
        raise problems.invalid("Last-Event-ID is the number of an event.")
    await database_sync_to_async(own)(caller, answer_id)
    return _streamed(request, answer_id, int(last))


@endpoint("POST", CHAT)
async def stop(request: HttpRequest, caller: Caller, answer_id: UUID) -> JsonResponse:
    """What was written by then stays; an answer that is over stays as it is."""
    await database_sync_to_async(own)(caller, answer_id)
    await answering.stop(answer_id)
    return JsonResponse(await database_sync_to_async(own_record)(request, caller, answer_id))


async def _begin(request: HttpRequest, caller: Caller) -> Begun:
    read = QuestionSerializer(data=content(request))
    read.is_valid(raise_exception=True)
    asked = dict(read.validated_data)
    asked["text"] = asked.pop("question")
    if key := request.headers.get(HEADER):
        # The answer's id follows from the key: asked again, it is the same answer.
        asked["message"] = uuid5(NAMESPACE_URL, f"koalarag:{caller.user.pk}:{checked(key)}")
    begun: Begun = await database_sync_to_async(_begun)(caller, asked)
    if begun.job:
        answering.start(begun.job)
    return begun


def _begun(caller: Caller, asked: dict[str, Any]) -> Begun:
    begun = asking.begin(caller.owner, asked, Trace.Origin.API, caller.visitor)
    if begun.job is None and Message.objects.get(pk=begun.question_id).text != asked["text"].strip():
        raise Problem(422, "idempotency_mismatch", f"This {HEADER} was sent with another question. Make a new one.")
    return begun


def _streamed(request: HttpRequest, answer_id: UUID, after: int, first: str = "") -> StreamingHttpResponse:
    told = _told(request, answer_id, after, first, get_language())
    # Neither proxies nor browsers may keep or collect it.
    headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(told, content_type="text/event-stream; charset=utf-8", headers=headers)


async def _told(
    request: HttpRequest, answer_id: UUID, after: int, first: str, language: str | None
) -> AsyncIterator[str]:
    if first:
        yield first
    async for sequence, payload in following.events(answer_id, after):
        with override(language):
            event = with_addresses({**payload}, request.build_absolute_uri)
        yield _event(event.pop("kind"), event, sequence)


def _event(kind: str, data: dict[str, Any], sequence: int | None = None) -> str:
    number = "" if sequence is None else f"id: {sequence}\n"
    return f"{number}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

"""`/v1/chat/completions`: an answer at once or as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from asgiref.sync import sync_to_async
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from chat.agent.events import Answer
from interfaces import asking, problems
from interfaces.access import Caller, Rule
from interfaces.asking import Prepared
from interfaces.endpoint import content, endpoint
from interfaces.models import Scope
from interfaces.openai import errors
from interfaces.openai.reply import Reply, event, sources_of, used
from interfaces.openai.request import ChatRequest, read

# How often a stream that has nothing to say yet gives a sign of life, before a proxy takes it for dead.
ALIVE_SECONDS = 10
STILL_HERE = ": the answer is being made\n\n"


@endpoint("POST", Rule((Scope.CHAT,)), errors.tell)
async def completions(request: HttpRequest, caller: Caller) -> HttpResponseBase:
    asked = read(content(request))
    prepared = await asking.prepare(caller, asked.model, asked.question, asked.history, **asked.options)
    if asked.stream:
        told = _told(request, asked, prepared)
        headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
        return StreamingHttpResponse(told, content_type="text/event-stream; charset=utf-8", headers=headers)
    found = await asking.answer(prepared)
    async with asking.telling(found):
        spent = await sync_to_async(used)(asked.texts, found)
        sources = await sync_to_async(sources_of)(found.citations, request.build_absolute_uri)
        return JsonResponse(Reply(asked.model).whole(found, sources, spent))


async def _told(request: HttpRequest, asked: ChatRequest, prepared: Prepared) -> AsyncIterator[str]:
    """The answer is told once it has been checked: what the protocol was told cannot be taken back."""
    reply = Reply(asked.model)
    yield event(reply.chunk({"role": "assistant", "content": ""}))
    working = asyncio.create_task(asking.answer(prepared))
    try:
        while not (await asyncio.wait({working}, timeout=ALIVE_SECONDS))[0]:
            yield STILL_HERE
        for part in await _parts(request, asked, reply, working):
            yield part
    except Exception as error:
        yield event(errors.error(problems.of(error)))
    finally:
        # Whoever went away wants no answer any more.
        working.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await working


async def _parts(request: HttpRequest, asked: ChatRequest, reply: Reply, working: asyncio.Task[Answer]) -> list[str]:
    found = await working
    async with asking.telling(found):
        sources = await sync_to_async(sources_of)(found.citations, request.build_absolute_uri)
        chunks = list(reply.chunks(found, sources))
        if asked.wants_usage:
            chunks.append(reply.usage(await sync_to_async(used)(asked.texts, found)))
    return [*map(event, chunks), "data: [DONE]\n\n"]

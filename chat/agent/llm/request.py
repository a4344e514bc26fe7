"""One streamed request to a model: its text and usage, with a limit on silence between tokens."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.conf import settings

from chat.agent.llm.failures import CallFailed

# Metadata names that providers use for the finish reason, and its values.
ENDINGS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
CUT_OFF = {"length", "max_tokens", "MAX_TOKENS", "model_length"}
WITHHELD = {"content_filter", "refusal", "SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST"}

# A reply whose end says the same characters so often, and so long, says nothing else before its maximum of tokens.
REPETITIONS, MIN_REPEATED, MAX_PERIOD = 6, 200, 250
LOOKED_AT_EVERY = 100
"""characters"""

Message = tuple[str, str]
"""(system, user or assistant; text)"""


@dataclass(frozen=True)
class Reply:
    text: str
    """arguments of a tool call, as JSON"""
    input_tokens: int = 0
    output_tokens: int = 0


async def request(client: Any, messages: Sequence[Message], seconds: float) -> Reply:
    """`client` is a LangChain chat model. Raises CallFailed where the answer was truncated, withheld or empty, with the
    tokens it used, where it began to repeat itself, or where the model was silent for too long; TimeoutError after so
    many seconds; and whatever the client raises."""
    whole: Any = None
    text = ""
    looked_at = 0
    async for part in _unless_silent(client.astream(list(messages)), perf_counter() + seconds):
        whole = part if whole is None else whole + part
        text += str(part.text)
        if len(text) >= looked_at + LOOKED_AT_EVERY:
            looked_at = len(text)
            if repeats_itself(text):
                raise CallFailed("the answer only repeats itself", again=False, blames_server=False, text=text)
    if whole is None:
        raise CallFailed("the answer was empty", again=True)
    usage = whole.usage_metadata or {}
    read, written = usage.get("input_tokens", 0), usage.get("output_tokens", 0)
    try:
        return Reply(_checked(whole), read, written)
    except CallFailed as failure:
        failure.input_tokens, failure.output_tokens = read, written
        raise


def repeats_itself(text: str) -> bool:
    """Whether its end is the same few characters over and over: a phrase, a line, blanks."""
    for period in range(1, MAX_PERIOD + 1):
        end = text[-max(MIN_REPEATED, REPETITIONS * period) :]
        if len(end) >= max(MIN_REPEATED, REPETITIONS * period) and end[period:] == end[:-period]:
            return True
    return False


async def _unless_silent(parts: Any, end: float) -> AsyncIterator[Any]:
    async with aclosing(parts):
        while True:
            # A limit for each step: a client may swallow the single cancellation that a limit on the whole would send.
            left = end - perf_counter()
            if left <= 0:
                raise TimeoutError
            limit = asyncio.timeout(min(settings.MODEL_SILENCE_SECONDS, left))
            try:
                async with limit:
                    part = await anext(parts)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                if not limit.expired() or perf_counter() >= end:
                    raise
                reason = f"nothing came for {settings.MODEL_SILENCE_SECONDS} s"
                raise CallFailed(reason, again=False, silent=True) from error
            yield part


def _checked(whole: Any) -> str:
    about = whole.response_metadata
    ending = next((value for name in ENDINGS if (value := about.get(name))), "")
    if not ending:
        raise CallFailed("the stream ended before the answer did", again=True)
    if ending in CUT_OFF:
        reason = "the answer is longer than the role may write"
        raise CallFailed(reason, again=False, blames_server=False, text=_said(whole))
    if ending in WITHHELD:
        raise CallFailed("the provider withheld the answer", again=False, blames_server=False)
    text = _said(whole)
    if not text.strip():
        raise CallFailed("the answer was empty", again=True)
    return text


def _said(whole: Any) -> str:
    if whole.tool_calls:
        return json.dumps(whole.tool_calls[0]["args"], ensure_ascii=False)
    if whole.invalid_tool_calls:
        return str(whole.invalid_tool_calls[0]["args"])
    return str(whole.text)

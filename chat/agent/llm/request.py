"""One request to a model, streamed: what it said and used, and that it did not fall silent on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from chat.agent.llm.failures import CallFailed
from chat.agent.llm.roles import RoleModel

CONNECT_SECONDS = 5
# By which names providers say why an answer ended.
ENDINGS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
CUT_OFF = {"length", "max_tokens", "MAX_TOKENS", "model_length"}
WITHHELD = {"content_filter", "refusal", "SAFETY", "RECITATION"}

Messages = Sequence[tuple[str, str]]
"""(role, text): system, user, assistant"""


@dataclass(frozen=True)
class Reply:
    text: str
    arguments: dict[str, Any] = field(default_factory=dict)
    """of the tool that was called"""
    input_tokens: int = 0
    output_tokens: int = 0


def client(model: RoleModel) -> Any:
    """A chat model of LangChain that does not retry: we do."""
    # Imported where a model is used: it takes about a second.
    from langchain.chat_models import init_chat_model
    from openai import Timeout

    options: dict[str, Any] = {"base_url": model.base_url} if model.base_url else {}
    if model.name.startswith(("openai:", "azure_openai:")):
        options["timeout"] = Timeout(settings.MODEL_TIMEOUT_SECONDS, connect=CONNECT_SECONDS)
        options["stream_usage"] = True
    else:
        options["timeout"] = settings.MODEL_TIMEOUT_SECONDS
    return init_chat_model(
        model.name, temperature=model.temperature, max_tokens=model.max_tokens, max_retries=0, **options
    )


async def request(client: Any, messages: Messages, on_text: Callable[[str], None] | None = None) -> Reply:
    """CallFailed where it was cut off or fell silent; whatever the client raises besides."""
    whole: Any = None
    async for part in _unless_silent(client.astream(list(messages))):
        whole = part if whole is None else whole + part
        if on_text and part.text:
            on_text(str(part.text))
    return _checked(whole)


async def _unless_silent(parts: AsyncIterator[Any]) -> AsyncIterator[Any]:
    while True:
        try:
            async with asyncio.timeout(settings.MODEL_SILENCE_SECONDS):
                part = await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            reason = f"nothing came for {settings.MODEL_SILENCE_SECONDS} s"
            raise CallFailed(reason, again=False) from error
        yield part


def _checked(whole: Any) -> Reply:
    if whole is None:
        raise CallFailed("the answer was empty", again=True)
    ending = next((value for name in ENDINGS if (value := whole.response_metadata.get(name))), "")
    if not ending:
        raise CallFailed("the stream ended before the answer did", again=True)
    if ending in CUT_OFF:
        raise CallFailed("the answer did not fit the most tokens of the role", again=False, blames_server=False)
    if ending in WITHHELD:
        raise CallFailed("the provider withheld the answer", again=False, blames_server=False)
    arguments = whole.tool_calls[0]["args"] if whole.tool_calls else {}
    if not str(whole.text).strip() and not whole.tool_calls and not whole.invalid_tool_calls:
        raise CallFailed("the answer was empty", again=True)
    usage = whole.usage_metadata or {}
    return Reply(str(whole.text), arguments, usage.get("input_tokens", 0), usage.get("output_tokens", 0))

"""The one way to call a language model: `write` for text, `decide` for values.

Both either return what was asked for or raise ModelUnavailable, and leave one ModelCall in the trace.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from langgraph.runtime import Runtime
from pydantic import BaseModel, ValidationError

from chat.agent.context import AgentContext
from chat.agent.events import TextRestarted
from chat.agent.llm.failures import CallFailed, ModelUnavailable, understood
from chat.agent.llm.request import Messages, Reply, client, request
from chat.agent.llm.roles import Role
from chat.agent.recording import ModelCall

Schema = TypeVar("Schema", bound=BaseModel)


@dataclass(frozen=True)
class Prompt:
    system: str
    """what to do"""
    user: str
    """what to do it with"""
    hash: str = ""
    """of the files it was made from"""

    @property
    def messages(self) -> list[tuple[str, str]]:
        return [("system", self.system), ("user", self.user)]


async def write(
    role: Role, prompt: Prompt, runtime: Runtime[AgentContext], on_text: Callable[[str], None] | None = None
) -> str:
    """What the model writes. `on_text` gets its pieces as they come; where an attempt that had said something fails,
    a TextRestarted goes to the stream."""
    return (await _asked(role, prompt, prompt.messages, runtime, on_text)).text


async def decide(role: Role, prompt: Prompt, schema: type[Schema], runtime: Runtime[AgentContext]) -> Schema:
    """What the model decides, valid by the schema; a model that errs is shown its error once."""
    said = json.dumps(schema.model_json_schema())
    messages: list[tuple[str, str]] = [
        ("system", f"{prompt.system}\n\nAnswer with one JSON object and nothing else. Its JSON schema: {said}"),
        ("user", prompt.user),
    ]
    reply = await _asked(role, prompt, messages, runtime, None)
    try:
        return schema.model_validate_json(_json_in(reply.text))
    except ValidationError as error:
        messages += [("assistant", reply.text), ("user", f"This does not fit the schema: {error}. Answer again.")]
    reply = await _asked(role, prompt, messages, runtime, None)
    try:
        return schema.model_validate_json(_json_in(reply.text))
    except ValidationError as error:
        raise ModelUnavailable(role, f"its answer does not fit the schema: {error}") from error


def _json_in(text: str) -> str:
    return text[text.find("{") : text.rfind("}") + 1]


async def _asked(
    role: Role,
    prompt: Prompt,
    messages: Messages,
    runtime: Runtime[AgentContext],
    on_text: Callable[[str], None] | None,
) -> Reply:
    model = runtime.context.models[role]
    begun = perf_counter()
    spoke = False

    def heard(text: str) -> None:
        nonlocal spoke
        spoke = True
        if on_text:
            on_text(text)

    reply, failure = Reply(""), None
    try:
        reply = await request(client(model), messages, heard)
    except Exception as error:
        failure = understood(error)
    milliseconds = round(1000 * (perf_counter() - begun), 1)
    runtime.stream_writer(
        ModelCall(role, model.name, milliseconds, reply.input_tokens, reply.output_tokens, prompt.hash)
    )
    if failure:
        if spoke and on_text:
            runtime.stream_writer(TextRestarted())
        raise ModelUnavailable(role, failure.reason) from failure
    return reply


__all__ = ["CallFailed", "ModelUnavailable", "Prompt", "decide", "write"]

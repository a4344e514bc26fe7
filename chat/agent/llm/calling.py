"""The only way to call a language model: `write` for text, `decide` for values.

Both return the result or raise ModelUnavailable, and record one ModelCall in the trace either way.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from chat.agent.context import AgentRuntime
from chat.agent.llm.call import Call
from chat.agent.llm.failures import CallFailed, ModelUnavailable
from chat.agent.llm.request import Message
from chat.agent.llm.roles import Role
from chat.agent.recorder import ModelCall

if TYPE_CHECKING:
    from chat.agent.state import AgentState

Schema = TypeVar("Schema", bound=BaseModel)
Part = TypeVar("Part")
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Prompt:
    system: str
    """the instructions"""
    user: str
    """the data they apply to"""
    hash: str = ""
    """hash of the files that the prompt was made from"""

    @property
    def messages(self) -> list[Message]:
        return [("system", self.system), ("user", self.user)]


async def by_model(
    role: Role, runtime: AgentRuntime, state: AgentState, part: Callable[[], Awaitable[Part]]
) -> tuple[Part | None, AgentState]:
    """The role's part where it has a model that gives something to use, else None; and what the node's update must hold
    besides it: `degraded`, where the model failed."""
    if role not in runtime.context.models:
        return None, {}
    try:
        return await part(), {}
    except ModelUnavailable as error:
        # The reason is in the trace, redacted: a provider's message may repeat the question.
        logger.warning("The model of the %s gave nothing to use; its part is done without it.", role)
        if not isinstance(error.__cause__, CallFailed):
            # The call succeeded; the reply was not usable.
            name, reason = runtime.context.models[role].name, error.reason
            unused = ModelCall(role, name, 0.0, 0, 0, "", failure=reason, requests=0, outcome="failed")
            runtime.stream_writer(unused)
    degraded = state.get("degraded", ())
    return None, {"degraded": degraded if role in degraded else (*degraded, role)}


async def write(role: Role, prompt: Prompt, runtime: AgentRuntime) -> str:
    """The model's text, once it is complete."""
    with _recorded(role, prompt, runtime) as call:
        return (await call.ask(prompt.messages)).text


async def decide(role: Role, prompt: Prompt, schema: type[Schema], runtime: AgentRuntime) -> Schema:
    """The model's structured reply, validated against the schema; after an invalid reply the model is shown its error
    once."""
    with _recorded(role, prompt, runtime) as call:
        said = (await call.ask(_with_schema(prompt, schema), schema)).text
        try:
            return schema.model_validate_json(_json_in(said))
        except ValidationError as error:
            problem = _readable(error)
        fault = f"That does not fit the schema. {problem}"
        again = f"{fault} Answer again: the corrected JSON object and nothing else."
        messages = [*_with_schema(prompt, schema), ("assistant", said or "{}"), ("user", again)]
        repaired = (await call.ask(messages, schema)).text
        try:
            decided = schema.model_validate_json(_json_in(repaired))
        except ValidationError as error:
            # The server responded: only the model failed, and only for this question.
            reason = f"what it says does not fit, not even the second time. {_readable(error)}"
            raise CallFailed(reason, again=False, blames_server=False) from error
        call.outcome = "repaired"
        return decided


@contextmanager
def _recorded(role: Role, prompt: Prompt, runtime: AgentRuntime) -> Iterator[Call]:
    call = Call(role, runtime.context.models[role], prompt.hash)
    try:
        yield call
    except CallFailed as failure:
        call.outcome, call.failure = "failed", failure.reason
        raise ModelUnavailable(role, failure.reason) from failure
    except asyncio.CancelledError:
        call.outcome, call.failure = "failed", "the answer was stopped"
        raise
    finally:
        runtime.stream_writer(call.recorded())


def _with_schema(prompt: Prompt, schema: type[BaseModel]) -> list[Message]:
    """Also in the prompt: not every server that accepts a schema enforces it."""
    system = f"{prompt.system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n{_told(schema)}"
    return [("system", system), ("user", prompt.user)]


@cache
def _told(schema: type[BaseModel]) -> str:
    return json.dumps(schema.model_json_schema(), ensure_ascii=False)


def _json_in(text: str) -> str:
    """The JSON object in a reply that has other text around it."""
    return text[text.find("{") : text.rfind("}") + 1] or text


def _readable(error: ValidationError) -> str:
    """Place and reason from pydantic's report, without the values, which may be long and are in the reply anyway."""
    found = [f"{'.'.join(map(str, one['loc'])) or 'JSON'}: {one['msg']}" for one in error.errors()[:8]]
    return "; ".join(found) + "."

"""The only way to call a language model: `write` for text, `decide` for values, which are read from its reply.

Both return the result or raise ModelUnavailable, and record one ModelCall in the trace either way.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from chat.agent.context import AgentRuntime
from chat.agent.llm.call import Call
from chat.agent.llm.failures import CallFailed, ModelUnavailable
from chat.agent.llm.request import Message
from chat.agent.llm.roles import Role
from chat.agent.recorder import ModelCall
from chat.agent.state import AgentState
from knowledge.text.terms import fold

Schema = TypeVar("Schema", bound=BaseModel)
Part = TypeVar("Part")
MAX_LINE_CHARACTERS = 500
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"(?<=[^\W\d_,;:)] )[A-ZÁÉÍÓÚÑÜ][\w'’-]+|(?<![\w.+-])[\w.+-]++@[\w.-]+\w")
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


def _line(value: Any) -> Any:
    return " ".join(value.split())[:MAX_LINE_CHARACTERS] if isinstance(value, str) else value


Line = Annotated[str, BeforeValidator(_line)]
"""truncated where it is too long: the reply is still usable"""


class Decision(BaseModel):
    """Null as an empty value."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: Any) -> Any:
        return {key: one for key, one in value.items() if one is not None} if isinstance(value, dict) else value


def adds_nothing(text: str, sources: Iterable[str]) -> bool:
    """Whether every number, address and name of the text occurs in one of the sources."""
    known = {part for source in sources for part in _parts(source)}
    names = {fold(part) for name in _NAME.findall(text) for part in re.findall(r"\w+", name)}
    return names | set(_DIGITS.findall(text)) <= known


def _parts(text: str) -> set[str]:
    return set(_DIGITS.findall(text)) | {fold(word) for word in re.findall(r"\w+", text)}


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
            runtime.stream_writer(ModelCall(role, name, failure=reason, outcome="failed"))
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
        said = await _whole_or_cut(call, _with_schema(prompt, schema), schema)
        try:
            return schema.model_validate_json(_json_in(said))
        except ValidationError as error:
            problem = _readable(error)
        fault = f"That does not fit the schema. {problem}"
        again = f"{fault} Answer again: the corrected JSON object and nothing else."
        messages = [*_with_schema(prompt, schema), ("assistant", said or "{}"), ("user", again)]
        repaired = await _whole_or_cut(call, messages, schema)
        try:
            decided = schema.model_validate_json(_json_in(repaired))
        except ValidationError as error:
            # The server responded: only the model failed, and only for this question.
            reason = f"what it says does not fit, not even the second time. {_readable(error)}"
            raise CallFailed(reason, again=False, blames_server=False) from error
        call.record.outcome = "repaired"
        return decided


async def _whole_or_cut(call: Call, messages: list[Message], schema: type[BaseModel]) -> str:
    """The reply; of one that goes on after its JSON object until it is cut, that object."""
    try:
        return (await call.ask(messages, schema)).text
    except CallFailed as failure:
        try:
            schema.model_validate_json(_json_in(failure.text))
        except ValidationError:
            raise failure from None
        return failure.text


@contextmanager
def _recorded(role: Role, prompt: Prompt, runtime: AgentRuntime) -> Iterator[Call]:
    model = runtime.context.models[role]
    call = Call(model, ModelCall(role, model.name, prompt_hash=prompt.hash))
    try:
        yield call
    except CallFailed as failure:
        call.record.outcome, call.record.failure = "failed", failure.reason
        raise ModelUnavailable(role, failure.reason) from failure
    except asyncio.CancelledError:
        call.record.outcome, call.record.failure = "failed", "the answer was stopped"
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

"""Prompts that fit a model's context: where its server says that one is too long, the passages take half the tokens."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from django.conf import settings

from chat.agent.context import AgentRuntime
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.roles import Role

Result = TypeVar("Result")
MIN_TOKENS = 300
"""tokens of all passages together: fewer hold no answer"""
# Role, model and address -> tokens of passages that were not too long, for the life of the process.
_fitting: dict[tuple[Role, str, str], int] = {}


async def with_passages_that_fit(role: Role, runtime: AgentRuntime, ask: Callable[[int], Awaitable[Result]]) -> Result:
    """`ask` is given the most tokens that the passages of its prompt may take. ModelUnavailable as it raises it."""
    model = runtime.context.models[role]
    key = (role, model.name, model.base_url)
    tokens = min(settings.PROMPT_TOKENS, _fitting.get(key, settings.PROMPT_TOKENS))
    while True:
        try:
            return await ask(tokens)
        except ModelUnavailable as error:
            if not error.is_too_long or tokens // 2 < MIN_TOKENS:
                raise
            tokens //= 2
            _fitting[key] = tokens

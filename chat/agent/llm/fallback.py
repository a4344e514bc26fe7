"""Runs a role's part with its model, and by rules where the model is unavailable."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from chat.agent.context import AgentContext
from chat.agent.llm.failures import CallFailed, ModelUnavailable
from chat.agent.llm.roles import Role
from chat.agent.recorder import ModelCall
from chat.agent.state import AgentState

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

Part = TypeVar("Part")
logger = logging.getLogger(__name__)


async def run_with_fallback(
    role: Role,
    runtime: Runtime[AgentContext],
    state: AgentState,
    by_model: Callable[[], Awaitable[Part]],
    by_rules: Callable[[], Awaitable[Part]],
) -> tuple[Part, AgentState]:
    """The part, and what the node's update must hold besides it: `degraded`, where the model failed.

    critique, update = await run_with_fallback("critic", runtime, state, by_model, by_rules)
    return {**update, "critique": critique}
    """
    if role not in runtime.context.models:
        return await by_rules(), {}
    try:
        return await by_model(), {}
    except ModelUnavailable as error:
        # The reason is in the trace, redacted: a provider's message may repeat the question.
        logger.warning("The model of the %s gave nothing to use; its part is done without it.", role)
        if not isinstance(error.__cause__, CallFailed):
            # The call succeeded; the reply was not usable.
            runtime.stream_writer(_rejected(role, runtime.context.models[role].name, error.reason))
    degraded = state.get("degraded", ())
    return await by_rules(), {"degraded": degraded if role in degraded else (*degraded, role)}


def _rejected(role: Role, model: str, reason: str) -> ModelCall:
    return ModelCall(role, model, 0.0, 0, 0, "", failure=reason, requests=0, outcome="failed")

from typing import TYPE_CHECKING

from chat.agent.context import AgentContext
from chat.agent.llm.fallback import run_with_fallback
from chat.agent.retrieval.rewriting_by_model import rewrite as rewrite_by_model
from chat.agent.retrieval.rewriting_by_rules import rewrite as rewrite_by_rules
from chat.agent.state import AgentState, Rewriting

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def rewrite(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    """Rewrites the query, once, where the evidence was weak."""

    async def by_model() -> Rewriting:
        return await rewrite_by_model(state, runtime)

    async def by_rules() -> Rewriting:
        return rewrite_by_rules(state["asked"])

    rewriting, update = await run_with_fallback("rewriter", runtime, state, by_model, by_rules)
    return {**update, "rewriting": rewriting}

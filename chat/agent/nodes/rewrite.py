from typing import TYPE_CHECKING

from chat.agent.context import AgentContext
from chat.agent.llm.calling import by_model
from chat.agent.retrieval import rewriting
from chat.agent.state import AgentState

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def rewrite(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    """Rewrites the query, once, where the evidence was weak."""
    found, update = await by_model("rewriter", runtime, state, lambda: rewriting.by_model(state, runtime))
    return {**update, "rewriting": found or rewriting.by_rules(state["asked"])}

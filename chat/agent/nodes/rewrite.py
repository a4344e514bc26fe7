from typing import TYPE_CHECKING

from chat.agent.context import AgentContext
from chat.agent.llm.calling import by_model
from chat.agent.retrieval.rewriting_by_model import rewrite as rewrite_by_model
from chat.agent.retrieval.rewriting_by_rules import rewrite as rewrite_by_rules
from chat.agent.state import AgentState

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def rewrite(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    """Rewrites the query, once, where the evidence was weak."""
    rewriting, update = await by_model("rewriter", runtime, state, lambda: rewrite_by_model(state, runtime))
    return {**update, "rewriting": rewriting or rewrite_by_rules(state["asked"])}

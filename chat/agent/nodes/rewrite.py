from chat.agent.context import AgentRuntime
from chat.agent.llm.calling import by_model
from chat.agent.retrieval import rewriting
from chat.agent.state import AgentState


async def rewrite(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Rewrites the query, once, where the evidence was weak."""
    found, update = await by_model("rewriter", runtime, state, lambda: rewriting.by_model(state, runtime))
    return {**update, "rewriting": found or rewriting.by_rules(state["asked"])}

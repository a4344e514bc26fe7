from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.rewriting import rewrite as rewrite_by_rules
from chat.agent.state import AgentState


async def rewrite(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Once, where the evidence was weak: other words for the same question."""
    return {"rewriting": rewrite_by_rules(state["asked"])}

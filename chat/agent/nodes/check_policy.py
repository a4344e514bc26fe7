from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.policy import decide
from chat.agent.state import AgentState


async def check_policy(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Before anything is retrieved, so that a refused question leaves no passages anywhere."""
    return {"policy": decide(state["question"], runtime.context.outside_terms)}

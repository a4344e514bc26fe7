from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.relevance import relevance_of
from chat.agent.state import AgentState, Assessment


async def assess(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Whether the evidence speaks of what is asked; if not, the answer is "not found" and never a guess."""
    context = runtime.context
    relevance = await sync_to_async(relevance_of)(state["query"], state["evidence"], context.scope.collections)
    sufficient = bool(state["evidence"]) and relevance >= context.min_relevance
    reason = f"relevance {relevance:.2f}, at least {context.min_relevance:.2f} needed"
    assessment = Assessment(sufficient, relevance, reason)
    return {"assessment": assessment} if sufficient else {"assessment": assessment, "status": "not_found"}

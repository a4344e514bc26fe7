from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.relevance import relevance_of
from chat.agent.state import AgentState, Assessment


async def assess(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Whether the evidence speaks of what is asked; if not, the answer is "not found" and never a guess."""
    least = state["least_relevance"]
    worst, mean = await sync_to_async(_relevance)(state, runtime.context)
    several = len(state["queries"]) > 1
    # Of a comparison no side may be missing, and together they must be as relevant as any evidence.
    sufficient = bool(state["evidence"]) and worst >= least and (not several or mean >= runtime.context.min_relevance)
    reason = f"relevance {worst:.2f}, at least {least:.2f} needed"
    assessment = Assessment("good" if sufficient else "nothing", mean, reason)
    return {"assessment": assessment} if sufficient else {"assessment": assessment, "status": "not_found"}


def _relevance(state: AgentState, context: AgentContext) -> tuple[float, float]:
    """Of the evidence to each of the queries: the least, and the mean."""
    evidence, collections = state["evidence"], context.scope.collections
    found = [relevance_of(query, evidence, collections) for query in state["queries"]]
    return min(found), sum(found) / len(found)

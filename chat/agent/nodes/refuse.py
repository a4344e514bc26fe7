from typing import TYPE_CHECKING

from chat.agent import phrases
from chat.agent.context import AgentContext
from chat.agent.state import AgentState, Draft

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

# From this needed confidence on, nine in ten for the classifier, a refusal in doubt says why.
NEARLY_CERTAIN = 0.6


def is_surely_answered(state: AgentState) -> bool:
    """A plan quotes only guides, and nobody hands in a summary that quotes rules: a policy in doubt refuses neither."""
    assessment, policy = state["assessment"], state["policy"]
    if state.get("planned") is not None:
        return True
    is_summary = state["classification"].intent == "summary" and policy.rule == "misconduct"
    needed = state["threshold"] if is_summary else max(state["threshold"], policy.needed_confidence)
    return assessment.verdict == "good" and assessment.confidence >= needed


async def refuse(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    """Refuses, and drops what was retrieved: a refused question leaves no passages anywhere."""
    language = state["classification"].language
    context = runtime.context
    policy, where = state["policy"], context.channels.get(language, "")
    if "ranked" in state:
        rule = policy.rule if policy.needed_confidence >= NEARLY_CERTAIN else ""
        text = phrases.refusal_in_doubt(rule, language, where, context.only)
    else:
        text = phrases.refusal(policy.rule, language, where, context.only)
    return {"status": "refused", "draft": Draft(text, ()), "evidence": (), "others": (), "ranked": ()}

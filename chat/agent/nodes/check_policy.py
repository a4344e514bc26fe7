from dataclasses import replace

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.policy import decide
from chat.agent.state import AgentState, PolicyDecision


async def check_policy(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Before anything is retrieved, so that a refused question leaves no passages anywhere.

    The message as it stands and as it reads with what was said before: neither may be a way around a rule.
    A model may add a refusal and take none away.
    """
    question, outside = state["question"], runtime.context.outside_terms
    decision = decide(question, outside)
    if decision.allowed and state["asked"] != question.text:
        decision = decide(replace(question, text=state["asked"]), outside)
    classification = state["classification"]
    if decision.allowed and classification.risk:
        decision = PolicyDecision(False, classification.risk, f"a model says so: {classification.reason}")
    return {"policy": decision}

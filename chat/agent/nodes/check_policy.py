from dataclasses import replace

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.policy import decide
from chat.agent.state import AgentState, PolicyDecision


async def check_policy(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Before anything is retrieved: what is refused for certain is not searched for.

    The message as it stands and as it reads with what was said before: neither may be a way around a rule.
    A model may add a refusal and take none away.
    """
    question, outside = state["question"], runtime.context.outside_terms
    decisions = [
        decide(replace(question, text=text), outside) for text in dict.fromkeys((question.text, state["asked"]))
    ]
    decision = min(decisions, key=lambda found: (found.allowed, not found.certain))
    classification = state["classification"]
    if classification.risk and (decision.allowed or not decision.certain):
        decision = PolicyDecision(False, classification.risk, f"a model says so: {classification.reason}")
    return {"policy": decision}

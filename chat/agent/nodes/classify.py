from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.classification import classify as classify_by_rules
from chat.agent.state import AgentState


async def classify(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    plans_trips = runtime.context.has_form and runtime.context.guide is not None
    classification = classify_by_rules(state["question"], plans_trips=plans_trips)
    return {"classification": classification, "asked": classification.standalone or state["question"].text}

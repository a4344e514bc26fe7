from chat.agent.llm.embedded.classification import classify as classify_by_rules
from chat.agent.state import AgentState


async def classify(state: AgentState) -> AgentState:
    return {"classification": classify_by_rules(state["question"])}

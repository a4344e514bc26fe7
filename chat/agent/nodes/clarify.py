from chat.agent.context import AgentRuntime
from chat.agent.extensions import asking_back
from chat.agent.phrases import WHICH, say
from chat.agent.state import AgentState, Draft


async def clarify(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Asks one short question, with the values found in the evidence; the reply is a message like any other."""
    assessment = state["assessment"]
    if asked := asking_back(state, runtime.context.extensions):
        return {"status": "clarify", "draft": Draft(asked.text, ()), "choices": asked.choices}
    text = say(WHICH[assessment.missing], state["classification"].language)
    return {"status": "clarify", "draft": Draft(text, ()), "choices": assessment.choices}

from dataclasses import replace

from chat.agent.context import AgentRuntime
from chat.agent.state import AgentState


def is_carried(state: AgentState) -> bool:
    course = state.get("carried_course", "")
    return bool(course) and state["question"].text.endswith(f"({course})?")


async def carry_course(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Asks the question again of the course that the conversation is about: it was open which is meant."""
    question = state["question"]
    return {"question": replace(question, text=f"{question.text.rstrip(' ?')} ({state['carried_course']})?")}

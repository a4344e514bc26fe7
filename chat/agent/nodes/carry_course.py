from dataclasses import replace

from chat.agent.context import AgentRuntime
from chat.agent.state import AgentState


def is_carried(state: AgentState) -> bool:
    return bool(state.get("carried_course")) and state["question"].text.endswith(_carried(state))


def without_course(state: AgentState) -> str:
    """The question as it was before."""
    return f"{state['question'].text.removesuffix(_carried(state))}?"


async def carry_course(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Asks the question again of the course that the conversation is about: without it several answer, or none."""
    question = state["question"]
    return {"question": replace(question, text=f"{question.text.rstrip(' ?')}{_carried(state)}")}


def _carried(state: AgentState) -> str:
    return f" ({state['carried_course']})?"

from dataclasses import replace

from chat.agent.context import AgentRuntime
from chat.agent.state import AgentState
from knowledge.catalogue.course_names import course_names


def is_carried(state: AgentState) -> bool:
    return bool(state.get("carried_course")) and state["question"].text.endswith(_carried(state))


def carried_name(state: AgentState) -> str:
    """As the catalogue has it in the language of the answer."""
    written, language = state["carried_course"], state["classification"].language
    return course_names([written], language)[written]


def without_course(state: AgentState) -> str:
    """The question as it was before."""
    return f"{state['question'].text.removesuffix(_carried(state))}?"


async def carry_course(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Asks the question again of the course that the conversation is about: without it several answer, or none."""
    question = state["question"]
    # "Are you sure?" is not asked of a course: the question that it is about is.
    text = state["asked"] if state["classification"].about else question.text
    return {"question": replace(question, text=f"{text.rstrip(' ?')}{_carried(state)}")}


def _carried(state: AgentState) -> str:
    return f" ({state['carried_course']})?"

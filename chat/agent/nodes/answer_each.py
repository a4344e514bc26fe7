from dataclasses import replace
from typing import cast

from langgraph.runtime import Runtime

from chat.agent.answers.formats.one_by_one import one_by_one
from chat.agent.context import AgentContext
from chat.agent.events import TextDelta, Turn
from chat.agent.extensions import of_intent
from chat.agent.state import AgentState


async def answer_each(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Answers each question of the message by a run of its own, which reads it as the next message of a conversation.

    Nothing where none is answered, or where one belongs to an extension: then the message is read as one.
    """
    # The graph has this node.
    from chat.agent.graph import compiled

    question, ran = state["question"], list[AgentState]()
    for asked in state["questions"]:
        one = AgentState(question=replace(question, text=asked.text), is_one_of_several=True)
        ran.append(cast("AgentState", await compiled().ainvoke(one, context=runtime.context)))
        question = replace(question, history=(*question.history, Turn("user", asked.text)))
    is_extended = any(of_intent(one["classification"].intent, runtime.context.extensions) for one in ran)
    if is_extended or not any(one["answer"].status == "answered" for one in ran):
        return {}
    update = one_by_one(state, ran)
    for line in update["answer"].text.splitlines(keepends=True):
        runtime.stream_writer(TextDelta(line))
    return update

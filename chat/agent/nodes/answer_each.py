from dataclasses import replace
from typing import cast

from asgiref.sync import sync_to_async

from chat.agent.answers.formats.one_by_one import one_by_one
from chat.agent.context import AgentRuntime
from chat.agent.events import Question, Turn, stream
from chat.agent.extensions import of_intent
from chat.agent.state import AgentState
from chat.agent.understanding.mentions import known
from chat.agent.understanding.several_questions import is_of_its_own, with_subject


async def answer_each(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Answers each question of the message by a run of its own, which reads it as the next message of a conversation.

    Nothing where none is answered, or where one belongs to an extension: then the message is read as one.
    """
    # The graph has this node.
    from chat.agent.graph import compiled

    async def run(question: Question) -> AgentState:
        single = AgentState(question=question, is_one_of_several=True)
        return cast("AgentState", await compiled().ainvoke(single, context=runtime.context))

    question, ran = state["question"], list[AgentState]()
    names = await sync_to_async(known)(runtime.context.scope)
    for asked in state["questions"]:
        text = with_subject(asked.text, question.history[-1].text, names) if ran else asked.text
        one = await run(replace(question, text=text))
        # What is asked about a thing that was not found has no answer either.
        goes_on = ran and (one["classification"].standalone or text != asked.text)
        if goes_on and not (_is_answered(ran[-1]) and _is_answered(one)):
            if is_of_its_own(asked.said, state["questions"][len(ran) - 1].said):
                one = await run(replace(question, text=asked.said, history=()))
            elif not _is_answered(ran[-1]):
                one = ran[-1]
        ran.append(one)
        question = replace(question, history=(*question.history, Turn("user", text)))
    is_extended = any(of_intent(one["classification"].intent, runtime.context.extensions) for one in ran)
    if is_extended or not any(map(_is_answered, ran)):
        return {}
    update = one_by_one(state, ran)
    stream(update["answer"].text, update["answer"].citations, runtime.stream_writer)
    return update


def _is_answered(one: AgentState) -> bool:
    return one["answer"].status == "answered"

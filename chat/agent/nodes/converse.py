from chat.agent.answers.unsourced import small_talk
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.llm.calling import by_model
from chat.agent.phrases import SMALL_TALK, say
from chat.agent.state import AgentState, Draft


async def converse(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Replies to greetings, thanks and "repeat that" without a search."""
    topic = state["classification"].topic
    answers = [turn.text for turn in state["question"].history if turn.role == "assistant"]
    if topic == "repeat":
        return {"status": "general", "draft": Draft(answers[-1], ()) if answers else _phrase(state, runtime.context)}

    draft, update = await by_model("converse", runtime, state, lambda: small_talk(state, runtime))
    return {**update, "status": "general", "draft": draft or _phrase(state, runtime.context)}


def _phrase(state: AgentState, context: AgentContext) -> Draft:
    classification = state["classification"]
    name = context.names.get(classification.language, context.slug)
    # A remark that no model can reply to gets a description of the assistant.
    topic = "identity" if classification.topic == "remark" else classification.topic
    return Draft(say(SMALL_TALK[topic], classification.language, name=name), ())

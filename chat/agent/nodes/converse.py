from chat.agent.answers.generated import small_talk
from chat.agent.context import AgentRuntime
from chat.agent.llm.calling import by_model
from chat.agent.phrases import SMALL_TALK, say
from chat.agent.state import AgentState, Draft


async def converse(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Replies to greetings, thanks and "repeat that" without a search."""
    topic, language = state["classification"].topic, state["classification"].language
    answers = [turn.text for turn in state["question"].history if turn.role == "assistant"]
    if topic == "repeat" and answers:
        return {"status": "general", "draft": Draft(answers[-1], ())}
    draft, update = None, AgentState()
    if topic != "repeat":
        draft, update = await by_model("converse", runtime, state, lambda: small_talk(state, runtime))
    # A remark that no model can reply to gets a description of the assistant.
    phrase = SMALL_TALK["identity" if topic == "remark" else topic]
    told = draft or Draft(say(phrase, language, name=runtime.context.name_in(language)), ())
    return {**update, "status": "general", "draft": told}

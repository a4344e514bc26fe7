from typing import TYPE_CHECKING

from chat.agent import phrases
from chat.agent.answers.small_talk_by_model import converse as converse_by_model
from chat.agent.context import AgentContext
from chat.agent.llm.fallback import run_with_fallback
from chat.agent.state import AgentState, Draft

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def converse(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    """Replies to greetings, thanks and "repeat that" without a search."""
    topic = state["classification"].topic
    answers = [turn.text for turn in state["question"].history if turn.role == "assistant"]
    if topic == "repeat":
        return {"status": "general", "draft": Draft(answers[-1], ()) if answers else _phrase(state, runtime.context)}

    async def by_model() -> Draft:
        return await converse_by_model(state, runtime)

    async def by_phrase() -> Draft:
        return _phrase(state, runtime.context)

    draft, update = await run_with_fallback("converse", runtime, state, by_model, by_phrase)
    return {**update, "status": "general", "draft": draft}


def _phrase(state: AgentState, context: AgentContext) -> Draft:
    classification = state["classification"]
    name = context.names.get(classification.language, context.slug)
    # A remark that no model can reply to gets a description of the assistant.
    topic = "identity" if classification.topic == "remark" else classification.topic
    return Draft(phrases.small_talk(topic, classification.language, name), ())

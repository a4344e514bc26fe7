from langgraph.runtime import Runtime

from chat.agent import phrases
from chat.agent.context import AgentContext
from chat.agent.state import AgentState, Draft


async def converse(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Greetings, thanks, "repeat that": answered without looking anything up."""
    classification = state["classification"]
    answers = [turn.text for turn in state["question"].history if turn.role == "assistant"]
    if classification.topic == "repeat" and answers:
        return {"status": "general", "draft": Draft(answers[-1], ())}
    name = runtime.context.names.get(classification.language, runtime.context.slug)
    return {
        "status": "general",
        "draft": Draft(phrases.small_talk(classification.topic, classification.language, name), ()),
    }

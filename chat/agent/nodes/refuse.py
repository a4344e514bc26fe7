from langgraph.runtime import Runtime

from chat.agent import phrases
from chat.agent.context import AgentContext
from chat.agent.state import AgentState, Draft


async def refuse(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    language = state["classification"].language
    context = runtime.context
    text = phrases.refusal(state["policy"].rule, language, context.channels.get(language, ""), context.only)
    return {"status": "refused", "draft": Draft(text, ())}

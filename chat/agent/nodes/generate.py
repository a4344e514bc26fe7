from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.events import TextDelta
from chat.agent.llm.embedded.composition import compose
from chat.agent.llm.generation import generate_with_model
from chat.agent.state import AgentState


async def generate(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Written by the language model where one is configured, else put together from quotations."""
    language = state["classification"].language
    if runtime.context.generator_model:
        draft = await generate_with_model(state, runtime)
    else:
        draft = await sync_to_async(compose)(
            state["query"], state["evidence"], language, runtime.context.scope.collections
        )
        for line in draft.text.splitlines(keepends=True):
            runtime.stream_writer(TextDelta(line))
    return {"status": "answered", "draft": draft}

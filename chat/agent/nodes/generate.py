from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.events import TextDelta
from chat.agent.llm.embedded.comparison import compare
from chat.agent.llm.embedded.composition import compose
from chat.agent.llm.embedded.itinerary import Traveller, plan
from chat.agent.llm.embedded.summary import summarise
from chat.agent.llm.generation import generate_with_model
from chat.agent.retrieval.sides import sides
from chat.agent.state import AgentState, Draft
from chat.agent.trips.wishes import trip_of


async def generate(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Written by the language model where one is configured, else put together from quotations."""
    if "generator" in runtime.context.models:
        draft = await generate_with_model(state, runtime)
    else:
        draft = await sync_to_async(_composed)(state, runtime.context)
        for line in draft.text.splitlines(keepends=True):
            runtime.stream_writer(TextDelta(line))
    return {"status": "answered", "draft": draft}


def _composed(state: AgentState, context: AgentContext) -> Draft:
    intent, language = state["classification"].intent, state["classification"].language
    evidence, collections = state["evidence"], context.scope.collections
    compared = sides(state["asked"]) if intent == "comparison" else ()
    if compared:
        return compare(compared, evidence, language, collections)
    if intent == "summary":
        return summarise(state["query"], evidence, language, collections)
    if state.get("places") and context.guide:
        trip = trip_of(state["question"], context.form)
        traveller = Traveller(trip, context.guide, tuple(context.form.get("travel_type", ())), language)
        return plan(traveller, state["places"], evidence, collections)
    return compose(state["asked"], evidence, language, collections)

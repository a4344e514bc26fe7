from dataclasses import replace

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.retrieval.journey import plan
from chat.agent.retrieval.searches import Retrieved, Searcher, compare, summarise
from chat.agent.retrieval.sides import sides
from chat.agent.retrieval.topic import topic
from chat.agent.state import AgentState
from chat.agent.trips.wishes import trip_of
from knowledge.retrieval.search import search


async def retrieve(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """By intent: a fact, both sides of a comparison, a summary's documents, a trip's guides."""
    question, context = state["question"], runtime.context
    year = question.academic_year or state["classification"].entities.academic_year
    scope = replace(context.scope, course=question.course, academic_year=year)
    searcher = Searcher(search, scope, context.search)
    if state["classification"].intent == "itinerary" and context.guide:
        journey = await plan(searcher, trip_of(question, context.form), context.guide, context.top_k)
        return {**_update(journey.retrieved), "places": journey.places}
    return _update(await _by_intent(state, searcher, context))


def _update(found: Retrieved) -> AgentState:
    return {
        "query": found.query,
        "queries": found.queries,
        "evidence": found.evidence,
        "least_relevance": found.least_relevance,
    }


async def _by_intent(state: AgentState, searcher: Searcher, context: AgentContext) -> Retrieved:
    text, intent = state["asked"], state["classification"].intent
    if "rewriting" in state:
        text = state["rewriting"].query
    compared = sides(text) if intent == "comparison" else ()
    if compared:
        return await compare(searcher, text, compared)
    if intent == "summary":
        return await summarise(searcher, topic(text))
    found = await searcher(text, context.top_k)
    return Retrieved(text, (text,), tuple(found), context.min_relevance)

from dataclasses import replace
from typing import cast

from asgiref.sync import sync_to_async

from chat.agent.answers.reading import confidence, read
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.extensions import of_intent
from chat.agent.retrieval.comparing import NAMED_SHARE
from chat.agent.retrieval.comparing import compared as compared_sides
from chat.agent.retrieval.families import asks_what_holds, latest, past_year, split
from chat.agent.retrieval.of_no_course import with_others
from chat.agent.retrieval.searches import READ, Retrieved, Searcher, also_said, in_written_words, summarise, topic
from chat.agent.retrieval.titled import without_siblings
from chat.agent.retrieval.two_versions import two_versions
from chat.agent.state import AgentState
from chat.agent.understanding.changes import asks_for_change, asks_former
from chat.agent.understanding.entities import narrowed
from knowledge.retrieval.config import Scope
from knowledge.retrieval.search import search


async def retrieve(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Retrieves by intent: passages for a fact, both sides of a comparison, documents for a summary, guides for a
    trip."""
    context = runtime.context
    scope = await scope_of(state, context)
    year = past_year(state["asked"], scope.academic_year)
    # A version that was in force then is not demoted for having expired since.
    of_past = year or asks_former(state["asked"])
    searcher = Searcher(search, scope, replace(context.search, out_of_force=1.0) if of_past else context.search)
    if extension := of_intent(state["classification"].intent, context.extensions):
        retrieved, update = await extension.retrieve(state, searcher, context.top_k)
        return {**_update(retrieved), **update}
    if "rewriting" not in state and asks_for_change(state["asked"]):
        return await _changes(state, searcher, context)
    found = await _by_intent(state, searcher, context)
    # Evidence of the rewritten query counts where it answers the original question with a higher confidence.
    if "rewriting" in state:
        quotes = await sync_to_async(read)(state["asked"], found.evidence)
        if confidence(quotes) <= state["assessment"].confidence:
            return {"queries": found.queries}
    return _update(found)


async def _changes(state: AgentState, searcher: Searcher, context: AgentContext) -> AgentState:
    """Both versions of what it is about, which makes it a comparison; else what answers it like any other question."""
    query = state["asked"]
    compared = await two_versions(searcher, query)
    # That nothing changed is said of what was surely found; both versions are named, as in other comparisons.
    threshold = context.threshold * (NAMED_SHARE if compared and compared.told else 1.0)
    if compared is None or (compared.older and compared.confidence < threshold):
        return _update(await _by_intent(state, searcher, context))
    found = _update(Retrieved(query, (query,), compared.evidence, threshold))
    comparison = replace(state["classification"], intent="comparison")
    return {**found, "compared": compared, "classification": comparison}


async def scope_of(state: AgentState, context: AgentContext) -> Scope:
    """The scope limited to the courses and years named or chosen; a comparison handles this itself."""
    question, classification = state["question"], state["classification"]
    scope = replace(context.scope, course=question.course)
    if classification.intent != "comparison" and not question.course:
        scope = await sync_to_async(narrowed)(scope, classification.entities)
    return replace(scope, academic_year=question.academic_year or classification.entities.academic_year)


def _update(found: Retrieved) -> AgentState:
    return cast("AgentState", {**vars(found)})


async def _by_intent(state: AgentState, searcher: Searcher, context: AgentContext) -> Retrieved:
    text, intent = state["asked"], state["classification"].intent
    if "rewriting" in state:
        text = state["rewriting"].query
    if intent == "summary":
        found = await summarise(searcher, topic(text), context.threshold)
        return await _in_force(found, searcher, len(found.evidence), text)
    most = max(context.top_k, READ)
    query, passages = await in_written_words(text, searcher, most)
    if state["classification"].entities.academic_year and not state["question"].academic_year:
        passages = await also_said(query, passages, searcher, most)
    is_comparison = intent == "comparison"
    if apart := await compared_sides(searcher, text, passages, context.threshold, is_comparison=is_comparison):
        return apart
    passages = await sync_to_async(without_siblings)(text, passages)
    year = past_year(state["asked"], searcher.scope.academic_year)
    if asks_what_holds(text) and not (year or searcher.scope.academic_year):
        passages = latest(passages)
    retrieved = Retrieved(query, (query,), tuple(passages), context.threshold)
    found = await _in_force(retrieved, searcher, context.top_k, state["asked"])
    if searcher.scope.courses:
        codes = state["classification"].entities.codes
        return replace(found, evidence=await with_others(query, found.evidence, codes, searcher))
    return found


async def _in_force(found: Retrieved, searcher: Searcher, top_k: int, asked: str) -> Retrieved:
    """The versions in force now, or in the year that was named, or those before."""
    evidence, others = await sync_to_async(split)(found.evidence, top_k, asked, searcher.scope.academic_year)
    return replace(found, evidence=evidence, others=others)

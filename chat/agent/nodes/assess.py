from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from asgiref.sync import sync_to_async

from chat.agent.answers.generated import is_general_allowed
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import confidence, read, read_side
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.extensions import asking_back, planning
from chat.agent.nodes.carry_course import is_carried, without_course
from chat.agent.retrieval import catalogue
from chat.agent.retrieval.of_no_course import of_other_courses
from chat.agent.retrieval.rows_alike import rows_alike
from chat.agent.retrieval.searches import topic
from chat.agent.state import AgentState, Assessment
from chat.agent.understanding.asked_for import wants_whole
from chat.agent.understanding.clarification import Missing, course_talked_of, names_subject, topic_alone, what_is_open
from chat.agent.understanding.mentions import known as known_names
from chat.agent.understanding.unsaid_names import unsaid
from knowledge.catalogue.course_names import course_names
from knowledge.catalogue.entries import is_entry
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# From this share of the threshold, one more search with a rewritten query is tried.
REWRITE_SHARE = 0.8
# And from this share where a language model can decide whether the evidence has the answer.
READABLE_SHARE = 0.5
# Evidence found by the rule-based rewrite must reach this multiple of the threshold.
REWRITTEN_FACTOR = 1.2
# Confidence that an answer needs where no passage says a name of the question: the document may be of what is named
# without saying so, or spell it otherwise. docs/agent.md has what it costs.
UNSAID_THRESHOLD = 0.33


async def assess(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Decides whether the evidence answers the question, unambiguously; otherwise "not found" or a clarifying
    question."""
    return await sync_to_async(_found_out)(state, runtime.context)


def _found_out(state: AgentState, context: AgentContext) -> AgentState:
    intent = state["classification"].intent
    whole = wants_whole(state["asked"]) if intent == "search" else ""
    # "Sum up" occurs in no passage, unlike the topic to sum up, so the question is scored without it.
    asked = topic(state["asked"]) if intent == "summary" else state["asked"]
    documents = tuple(passage for passage in state["evidence"] if not is_entry(passage))
    facts = catalogue.facts(state, context)
    quotes = () if planning(state, context.extensions) else _read(asked, documents, bool(whole), state)
    ranked = tuple(sorted(chain(facts.quotes, *quotes), key=lambda quote: -quote.score))
    update: AgentState = {
        "evidence": (*documents, *facts.passages),
        "ranked": ranked,
        "whole": whole,
        "catalogue_field": facts.field,
    }
    assessment = _assessed({**state, **update}, context)
    if _leaves_course_open(assessment, {**state, **update}, context):
        update["carried_course"] = course_talked_of(state["question"].history, known_names(context.scope))
    elif is_carried(state) and assessment.verdict in ("weak", "nothing"):
        # Its documents do not say it: which course is meant is asked after all, if anything answers.
        before = state["assessment"]
        assessment = before if before.missing else replace(before, verdict="nothing")
        update["asked"] = without_course(state)
    if assessment.verdict == "nothing" and is_general_allowed(context):
        assessment = replace(assessment, verdict="general")
    elif assessment.verdict == "nothing":
        update["status"] = "not_found"
    elif assessment.verdict == "good" and intent == "search" and not state["sides"]:
        update |= _with_rows_alike(asked, ranked, update["evidence"])
    return {**update, "assessment": assessment}


def _read(asked: str, documents: Sequence[Passage], wants_all: bool, state: AgentState) -> list[Sequence[Quote]]:
    # What is compared is answered side by side: the question as a whole is then read for nothing.
    sides = state["sides"] if "rewriting" not in state else ()
    left_out = of_other_courses(state["classification"].entities.codes)
    return [read_side(side, documents) for side in sides] or [
        read(asked, documents, wants_all=wants_all, left_out=left_out)
    ]


def _with_rows_alike(asked: str, ranked: Sequence[Quote], evidence: Sequence[Passage]) -> AgentState:
    more = rows_alike(asked, ranked)
    known = {passage.section_id for passage in evidence}
    fresh = {row.passage.section_id: row.passage for row in more if row.passage.section_id not in known}
    places = {row.place for row in more}
    others = (quote for quote in ranked if quote.place not in places)
    return {"ranked": (*more, *others), "evidence": (*evidence, *fresh.values())}


def _leaves_course_open(assessment: Assessment, state: AgentState, context: AgentContext) -> bool:
    """Of the first search: a question that names no course, and that several or none answer."""
    if "carried_course" in state or "rewriting" in state or state["sides"] or state["question"].course:
        return False
    is_unanswered = assessment.verdict in ("weak", "nothing") and state["classification"].intent == "search"
    return assessment.missing == "course" or (is_unanswered and not names_subject(state, context))


def _assessed(state: AgentState, context: AgentContext) -> Assessment:
    threshold = state["threshold"]
    if "rewriting" in state and "rewriter" not in context.models:
        threshold *= REWRITTEN_FACTOR
    if asked := asking_back(state, context.extensions):
        return Assessment("ambiguous", 0.0, "the message was not understood", choices=asked.choices)
    sure = _confidence(state)
    reason = f"{sure:.2f} of {threshold:.2f} that are needed"
    if not state["evidence"]:
        return Assessment("nothing", sure, reason)
    if planning(state, context.extensions):
        return Assessment("good", 1.0, "the answer is made of what documents list")
    if topic := topic_alone(state, context):
        return _open(topic, sure, state)
    names, others = unsaid(state, context)
    if sure >= (max(threshold, UNSAID_THRESHOLD) if names else threshold) and not others:
        missing = what_is_open(state, context)
        return _open(missing, sure, state) if missing else Assessment("good", sure, reason, unsaid=names)
    nothing = Assessment("nothing", sure, reason, unsaid=(*names, *others))
    if sure >= threshold:
        return replace(nothing, reason="no passage says a name of the question")
    return nothing if len(state["queries"]) > 1 else _poor(state, context, nothing)


def _confidence(state: AgentState) -> float:
    """Confidence of the evidence, 0-1; of a comparison, that of its least certain side.

    For documents named apart it is the highest: the question may be which of them says it at all.
    """
    if compared := state.get("compared"):
        return compared.confidence
    if "rewriting" in state or not state["sides"]:
        return confidence(state["ranked"])
    sides, evidence = state["sides"], state["evidence"]
    sure = [confidence(read_side(side, evidence)) for side in sides]
    return max(sure) if all(side.documents for side in sides) else min(sure)


def _poor(state: AgentState, context: AgentContext, found: Assessment) -> Assessment:
    """The verdict below the threshold: rewrite if another query may help; else let a model read the evidence and
    decide."""
    threshold = state["threshold"]
    share = READABLE_SHARE if "rewriter" in context.models else REWRITE_SHARE
    if "rewriting" not in state and found.confidence >= threshold * share:
        return replace(found, verdict="weak")
    if "generator" in context.models and found.confidence >= threshold * READABLE_SHARE:
        return replace(found, verdict="good", reason=f"{found.reason}; the model that reads it decides")
    return found


def _open(missing: Missing, sure: float, state: AgentState) -> Assessment:
    if missing.what == "academic_year":
        reason = "which year holds is not plain, and the years differ"
        return Assessment("conflict", sure, reason, missing.what, missing.values)
    if missing.what == "topic":
        return Assessment("ambiguous", sure, "a topic alone", missing.what, missing.values)
    names = sorted(set(course_names(missing.values, state["classification"].language).values()), key=fold)
    return Assessment("ambiguous", sure, "courses differ, and none is named", missing.what, tuple(names))

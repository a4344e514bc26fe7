from dataclasses import replace

from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.answers.general_knowledge import is_allowed
from chat.agent.answers.reading import confidence, read
from chat.agent.context import AgentContext
from chat.agent.retrieval.families import sources
from chat.agent.retrieval.versions import holding
from chat.agent.state import AgentState, Assessment
from chat.agent.understanding.asked_for import wants_whole
from chat.agent.understanding.clarification import Missing, missing_course, missing_year, says_the_course
from chat.agent.understanding.course_names import course_names
from chat.agent.understanding.mentions import known as known_names
from knowledge.retrieval.config import Passage

# Evidence whose confidence is this share of the threshold is looked for once more, in other words.
REWRITE_SHARE = 0.8
# And this share of it where a language model can say whether it holds the answer.
READABLE_SHARE = 0.5
# What our own other words find must be this many times as sure.
REWRITTEN_FACTOR = 1.2


async def assess(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Whether the evidence answers what is asked, and of one thing; if not, "not found" or a question in return."""
    return await sync_to_async(_found_out)(state, runtime.context)


def _found_out(state: AgentState, context: AgentContext) -> AgentState:
    whole = wants_whole(state["asked"]) if state["classification"].intent == "search" else ""
    ranked = read(state["asked"], state["evidence"], wants_all=bool(whole))
    update: AgentState = {"ranked": tuple(ranked), "whole": whole}
    assessment = _assessed({**state, **update}, context)
    if assessment.verdict == "nothing" and is_allowed(context):
        return {**update, "assessment": replace(assessment, verdict="general")}
    if assessment.verdict == "nothing":
        return {**update, "assessment": assessment, "status": "not_found"}
    return {**update, "assessment": assessment}


def _assessed(state: AgentState, context: AgentContext) -> Assessment:
    threshold = state["threshold"]
    if "rewriting" in state and "rewriter" not in context.models:
        threshold *= REWRITTEN_FACTOR
    sure = _confidence(state)
    reason = f"{sure:.2f} of {threshold:.2f} that are needed"
    if state["evidence"] and sure >= threshold:
        missing = _missing(state, context)
        return _open(missing, sure, state) if missing else Assessment("good", sure, reason)
    if len(state["queries"]) > 1 or not state["evidence"]:
        return Assessment("nothing", sure, reason)
    return _poor(state, context, Assessment("nothing", sure, reason))


def _confidence(state: AgentState) -> float:
    """How surely the evidence answers; of a comparison, its side that is answered least surely."""
    if "rewriting" in state or len(state["queries"]) == 1:
        return confidence(state["ranked"])
    return min(confidence(read(query, state["evidence"])) for query in state["queries"])


def _poor(state: AgentState, context: AgentContext, found: Assessment) -> Assessment:
    """Looked for once more, if other words may help; else read by a model, which can tell whether it is an answer."""
    threshold = state["threshold"]
    share = READABLE_SHARE if "rewriter" in context.models else REWRITE_SHARE
    if "rewriting" not in state and found.confidence >= threshold * share:
        return replace(found, verdict="weak")
    if "generator" in context.models and found.confidence >= threshold * READABLE_SHARE:
        return replace(found, verdict="good", reason=f"{found.reason}; the model that reads it decides")
    return found


def _missing(state: AgentState, context: AgentContext) -> Missing | None:
    """What the answer depends on; None where nothing does, or where a question in return was the last thing said."""
    question, classification = state["question"], state["classification"]
    entities, history = classification.entities, question.history
    if classification.intent != "search" or (history and history[-1].status == "clarify"):
        return None
    passages = _that_hold(state)
    known = sources(passage.document_id for passage in passages)
    of_courses = any(known[passage.document_id].course for passage in state["evidence"])
    open_course = of_courses or says_the_course(state["asked"])
    open_course = open_course and not question.course and not _names(state, context)
    missing = missing_course(state["asked"], passages, known) if open_course else None
    year = question.academic_year or entities.academic_year
    return missing or (None if year else missing_year(state["asked"], passages, known))


def _names(state: AgentState, context: AgentContext) -> bool:
    """Whether the question names what it is about, in any way; several courses of one name leave it open."""
    if state["classification"].entities.courses:
        return False
    return any(mention.kind != "year" for mention in known_names(context.scope).mentions(state["asked"]))


def _that_hold(state: AgentState) -> list[Passage]:
    held = holding([*state["evidence"], *state.get("others", ())])
    return list({passage.chunk_id: passage for passage in held}.values())


def _open(missing: Missing, sure: float, state: AgentState) -> Assessment:
    if missing.what == "academic_year":
        reason = "which year holds is not plain, and the years differ"
        return Assessment("conflict", sure, reason, missing.what, missing.values)
    choices = course_names(missing.values, state["classification"].language)
    return Assessment("ambiguous", sure, "courses differ, and none is named", missing.what, choices)

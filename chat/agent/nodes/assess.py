from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.answers.beyond import is_beyond
from chat.agent.answers.certainty import certainty
from chat.agent.answers.coverage import take_apart
from chat.agent.answers.general_knowledge import is_allowed
from chat.agent.answers.relevance import relevance_of
from chat.agent.answers.sentences import ranked_for
from chat.agent.context import AgentContext
from chat.agent.retrieval.families import sources
from chat.agent.retrieval.versions import holding
from chat.agent.state import AgentState, Assessment
from chat.agent.understanding.clarification import Missing, missing_course, missing_year, says_the_course
from chat.agent.understanding.course_names import course_names
from chat.agent.understanding.mentions import known as known_names
from knowledge.retrieval.config import Passage

# Evidence that is so nearly relevant enough is looked for once more, in other words.
NEARLY = 0.95
# And this share of it where a model can say whether it holds the answer.
READABLE = 0.6
# What our own other words find must be clearly relevant: what they lift just over the threshold was mostly no answer.
CLEARLY = 1.2
# Less relevant evidence may be of something else: what differs in it is no reason to ask back.
CLEAR = 0.65


async def assess(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Whether the evidence speaks of what is asked, and of one thing; if not, "not found" or a question in return."""
    return await sync_to_async(_found_out)(state, runtime.context)


def _found_out(state: AgentState, context: AgentContext) -> AgentState:
    asked = take_apart(state["asked"], context.scope.collections)
    ranked = tuple(ranked_for(asked, state["evidence"])) if _is_quoted(state, context) else ()
    update: AgentState = {"taken_apart": asked, "ranked": ranked}
    assessment = _assessed({**state, **update}, context)
    if assessment.verdict == "nothing" and is_allowed(context):
        return {**update, "assessment": replace(assessment, verdict="general")}
    if assessment.verdict == "nothing":
        return {**update, "assessment": assessment, "status": "not_found"}
    return {**update, "assessment": assessment}


def _assessed(state: AgentState, context: AgentContext) -> Assessment:
    least = state["least_relevance"]
    if "rewriting" in state and "rewriter" not in context.models:
        least *= CLEARLY
    several = len(state["queries"]) > 1
    relevance, worst = _relevance(state, context)
    quoted = _is_quoted(state, context)
    sure = certainty(state["taken_apart"], state["ranked"], state["evidence"]) if quoted else relevance
    reason = f"{sure:.2f} of {least:.2f} that are needed, relevance {relevance:.2f}"
    if quoted and is_beyond(state["taken_apart"], state["ranked"]):
        return Assessment("nothing", sure, "a forecast, or an amount that no document names")
    # Of a comparison no side may be missing, and together they must be as relevant as any evidence.
    enough = worst >= least and relevance >= context.min_relevance if several else sure >= least
    if state["evidence"] and enough:
        missing = _missing(state, context) if relevance >= CLEAR else None
        return _open(missing, sure, state) if missing else Assessment("good", sure, reason)
    if several or not state["evidence"]:
        return Assessment("nothing", sure, reason)
    return _poor(state, context, Assessment("nothing", sure, reason))


def _is_quoted(state: AgentState, context: AgentContext) -> bool:
    """Whether the answer is to be sentences of the evidence: a model reads it as a whole and says what is not there."""
    return state["classification"].intent == "search" and "generator" not in context.models


def _poor(state: AgentState, context: AgentContext, found: Assessment) -> Assessment:
    """Looked for once more, if other words may help; else read by a model, which can tell whether it is an answer."""
    least = state["least_relevance"]
    again = "rewriting" not in state
    if again and found.relevance >= least * (READABLE if "rewriter" in context.models else NEARLY):
        return replace(found, verdict="weak")
    if "generator" in context.models and found.relevance >= least * READABLE:
        return replace(found, verdict="good", reason=f"{found.reason}; the model that reads it decides")
    return found


def _relevance(state: AgentState, context: AgentContext) -> tuple[float, float]:
    """Of the evidence to each of the queries: the mean, and the least. A rewritten one is judged by what was asked."""
    queries: Sequence[str] = (state["asked"],) if "rewriting" in state else state["queries"]
    known = {state["asked"]: state["taken_apart"]}
    apart = (known.get(query) or take_apart(query, context.scope.collections) for query in queries)
    found = [relevance_of(asked, state["evidence"]) for asked in apart]
    return sum(found) / len(found), min(found)


def _missing(state: AgentState, context: AgentContext) -> Missing | None:
    """What the answer depends on; None where nothing does, or where a question in return was the last thing said."""
    question, classification = state["question"], state["classification"]
    entities, history = classification.entities, question.history
    if classification.intent != "search" or (history and history[-1].status == "clarify"):
        return None
    passages = _that_hold(state)
    known = sources(passage.document_id for passage in passages)
    arguments = (state["asked"], passages, known, context.scope.collections)
    of_courses = any(known[passage.document_id].course for passage in state["evidence"])
    open_course = of_courses or says_the_course(state["asked"])
    open_course = open_course and not question.course and not _names(state, context)
    missing = missing_course(*arguments) if open_course else None
    year = question.academic_year or entities.academic_year
    return missing or (None if year else missing_year(*arguments))


def _names(state: AgentState, context: AgentContext) -> bool:
    """Whether the question names what it is about, in any way; several courses of one name leave it open."""
    if state["classification"].entities.courses:
        return False
    return any(mention.kind != "year" for mention in known_names(context.scope).mentions(state["asked"]))


def _that_hold(state: AgentState) -> list[Passage]:
    held = holding([*state["evidence"], *state.get("others", ())])
    return list({passage.chunk_id: passage for passage in held}.values())


def _open(missing: Missing, relevance: float, state: AgentState) -> Assessment:
    if missing.what == "academic_year":
        reason = "which year holds is not plain, and the years differ"
        return Assessment("conflict", relevance, reason, missing.what, missing.values)
    choices = course_names(missing.values, state["classification"].language)
    return Assessment("ambiguous", relevance, "courses differ, and none is named", missing.what, choices)

from collections.abc import Iterator, Mapping

from asgiref.sync import sync_to_async

from chat.agent import phrases
from chat.agent.answers.about_answer import beside_today, told_of
from chat.agent.answers.citations import escape
from chat.agent.answers.not_found import not_found
from chat.agent.answers.other_versions import with_other_versions
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Answer, OtherAssistant
from chat.agent.nodes.carry_course import carried_name, is_carried
from chat.agent.nodes.support import card
from chat.agent.phrases import say
from chat.agent.retrieval.elsewhere import surer
from chat.agent.state import AgentState
from chat.agent.understanding.about_answer import depends_on_today
from knowledge.retrieval.config import Passage


async def respond(state: AgentState, runtime: AgentRuntime) -> AgentState:
    classification, status = state["classification"], state["status"]
    policy, context = state["policy"], runtime.context
    draft, elsewhere, beyond = state.get("draft"), None, tuple[Passage, ...]()
    if status == "not_found":
        draft, elsewhere, beyond = await not_found(state, context)
    elif draft and status == "answered" and classification.intent == "search" and not policy.need:
        elsewhere = await surer(state, context) if draft.own and not policy.card else None
        draft = await sync_to_async(with_other_versions)(draft, state.get("others", ()), classification.language)
    if draft and status == "answered" and classification.about:
        draft = told_of(draft, state)
    if draft is None:
        raise AssertionError("whatever is found, asked or refused is said")
    assessment = state.get("assessment")
    cited = {citation.chunk_id for citation in draft.citations}
    besides = tuple(passage for passage in state.get("others", ()) if passage.chunk_id in cited)
    retrieved = (*state.get("evidence", ()), *besides, *beyond)
    notes = await sync_to_async(lambda: [*filter(None, _notes(state, elsewhere))])()
    text = "".join([draft.text, *(f"\n\n*{note}*" for note in notes)])
    answer = Answer(
        status=status,
        text=_with_card(text, state, context),
        language=classification.language,
        intent=classification.intent,
        citations=draft.citations,
        retrieved=retrieved,
        confidence=assessment.confidence if assessment else classification.confidence,
        choices=state.get("choices", ()),
        details=draft.details,
        need=policy.need or policy.card,
        elsewhere=elsewhere,
        scores=_scores(state),
        attempts=max(1, len(state.get("attempts", ()))),
        outcome=state.get("outcome", ""),
        degraded=bool(state.get("degraded")),
    )
    # The draft as it is shown; its other citations belong to the trace.
    return {"answer": answer, "evidence": retrieved, "draft": draft}


def _notes(state: AgentState, elsewhere: OtherAssistant | None) -> Iterator[str]:
    """Said below the draft; "not found" says itself which names are missing and where to ask."""
    classification, assessment, status = state["classification"], state.get("assessment"), state["status"]
    language = classification.language
    attempts, compared = state.get("attempts", ()), state.get("compared")
    # A model was configured to write the answer, but no text of it is shown.
    if "generator" in state.get("degraded", ()) and attempts and attempts[-1].draft is state.get("draft"):
        yield say(phrases.WITHOUT_MODEL, language)
    if status == "answered" and assessment and assessment.unsaid:
        yield say(phrases.UNSAID, language, names=escape(", ".join(assessment.unsaid)))
    # It is asked what changed in a document of which there is one version.
    if status == "not_found" and compared and compared.newer and not compared.older:
        yield say(phrases.ONE_VERSION, language, title=escape(compared.newer))
    if status == "answered" and is_carried(state):
        yield say(phrases.CARRIED, language, course=escape(carried_name(state)))
    is_new = classification.intent == "search" and not classification.about
    if status == "answered" and is_new and "ranked" in state and depends_on_today(state["asked"]):
        yield beside_today([quote.text for quote in state["ranked"][:1]], language)
    if (repairs := state.get("repairs")) and status in ("answered", "not_found"):
        written, meant = (escape(" ".join(found)) for found in (repairs, repairs.values()))
        yield say(phrases.REPAIRED, language, written=written, meant=meant)
    if status == "answered" and elsewhere:
        yield say(phrases.SURER_THERE, language, name=escape(elsewhere.name))


def _with_card(text: str, state: AgentState, context: AgentContext) -> str:
    """Below what the documents say about a service for people in need; above it where they say nothing."""
    kind = state["policy"].card
    if not kind or f"{kind}.{state['classification'].language}" not in context.help_cards:
        return text
    told = card(kind, context, state["classification"].language)
    return f"{text}\n\n{told}" if state["status"] == "answered" else f"{told}\n\n{text}"


def _scores(state: AgentState) -> Mapping[str, float]:
    """Of the draft that is shown."""
    shown = [attempt.critique for attempt in state.get("attempts", ()) if attempt.draft is state.get("draft")]
    return {**shown[-1].scores, "total": shown[-1].total} if shown else {}

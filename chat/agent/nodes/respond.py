from collections.abc import Mapping
from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async

from chat.agent import phrases, wording
from chat.agent.answers.citations import escape
from chat.agent.answers.not_found import not_found
from chat.agent.answers.other_versions import with_other_versions
from chat.agent.context import AgentContext
from chat.agent.events import Answer, OtherAssistant
from chat.agent.extensions import SHOWN
from chat.agent.nodes.support import card
from chat.agent.retrieval.elsewhere import surer
from chat.agent.state import AgentState, Draft

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def respond(state: AgentState, runtime: "Runtime[AgentContext]") -> AgentState:
    classification, status = state["classification"], state["status"]
    missing = await not_found(state, runtime.context) if status == "not_found" else None
    draft = missing.draft if missing else await _final(state)
    elsewhere = missing.assistant if missing else await _surer(state, runtime.context)
    assessment = state.get("assessment")
    cited = {citation.chunk_id for citation in draft.citations}
    besides = tuple(passage for passage in state.get("others", ()) if passage.chunk_id in cited)
    retrieved = (*state.get("evidence", ()), *besides, *(missing.passages if missing else ()))
    answer = Answer(
        status=status,
        text=_with_card(_with_notes(draft.text, state, elsewhere), state, runtime.context),
        language=classification.language,
        intent=classification.intent,
        citations=draft.citations,
        retrieved=retrieved,
        confidence=assessment.confidence if assessment else classification.confidence,
        choices=state.get("choices", ()),
        # What is shown of a draft that verification changed is out of date; what the next message goes on from is not.
        details={name: value for name, value in draft.details.items() if not (draft.findings and name == SHOWN)},
        need=_need(state) or _card(state),
        elsewhere=elsewhere,
        scores=_scores(state),
        attempts=max(1, len(state.get("attempts", ()))),
        outcome=state.get("outcome", ""),
        degraded=bool(state.get("degraded")),
    )
    # The draft as it is shown; its other citations belong to the trace.
    return {"answer": answer, "evidence": retrieved, "draft": draft}


async def _final(state: AgentState) -> Draft:
    """The draft with quotations from other versions that differ."""
    draft = state.get("draft")
    if draft is None:
        raise AssertionError("whatever is found, asked or refused is said")
    if state["status"] == "answered" and state["classification"].intent == "search" and not _need(state):
        language = state["classification"].language
        return await sync_to_async(with_other_versions)(draft, state.get("others", ()), language)
    return draft


async def _surer(state: AgentState, context: AgentContext) -> OtherAssistant | None:
    is_quoted = state["status"] == "answered" and state["classification"].intent == "search" and state["draft"].own
    return await surer(state, context) if is_quoted and not (_need(state) or _card(state)) else None


def _with_notes(text: str, state: AgentState, elsewhere: OtherAssistant | None) -> str:
    return text + _note(state) + _unsaid(state) + _one_version(state) + _repaired(state) + _there(state, elsewhere)


def _repaired(state: AgentState) -> str:
    repairs = state.get("repairs")
    if not repairs or state["status"] not in ("answered", "not_found"):
        return ""
    written, meant = (escape(" ".join(found)) for found in (repairs, repairs.values()))
    return f"\n\n*{phrases.repaired(written, meant, state['classification'].language)}*"


def _there(state: AgentState, elsewhere: OtherAssistant | None) -> str:
    """Appended to an answer; "not found" already contains it."""
    if state["status"] != "answered" or not elsewhere:
        return ""
    return f"\n\n*{phrases.surer_there(escape(elsewhere.name), state['classification'].language)}*"


def _unsaid(state: AgentState) -> str:
    """Appended to an answer; "not found" already contains it."""
    assessed = state["status"] == "answered" and "assessment" in state
    names = state["assessment"].unsaid if assessed else ()
    return f"\n\n*{phrases.unsaid(escape(', '.join(names)), state['classification'].language)}*" if names else ""


def _one_version(state: AgentState) -> str:
    """Appended to "not found" where it is asked what changed in a document of which there is one version."""
    compared = state.get("compared")
    title = compared.newer if compared and not compared.older and state["status"] == "not_found" else ""
    return f"\n\n*{wording.one_version(escape(title), state['classification'].language)}*" if title else ""


def _need(state: AgentState) -> str:
    return state["policy"].need if "policy" in state else ""


def _with_card(text: str, state: AgentState, context: AgentContext) -> str:
    """Below what the documents say about a service for people in need; above it where they say nothing."""
    kind = _card(state)
    if not kind or f"{kind}.{state['classification'].language}" not in context.help_cards:
        return text
    told = card(kind, context, state["classification"].language)
    return f"{text}\n\n{told}" if state["status"] == "answered" else f"{told}\n\n{text}"


def _card(state: AgentState) -> str:
    return state["policy"].card if "policy" in state else ""


def _note(state: AgentState) -> str:
    """Where a model was configured to write the answer but no text of it is shown."""
    attempts = state.get("attempts", ())
    if "generator" not in state.get("degraded", ()) or not attempts or attempts[-1].draft is not state.get("draft"):
        return ""
    return f"\n\n*{phrases.without_model(state['classification'].language)}*"


def _scores(state: AgentState) -> Mapping[str, float]:
    """Of the draft that is shown."""
    shown = [attempt.critique for attempt in state.get("attempts", ()) if attempt.draft is state.get("draft")]
    return {**shown[-1].scores, "total": shown[-1].total} if shown else {}

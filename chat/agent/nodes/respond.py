from collections.abc import Mapping

from langgraph.runtime import Runtime

from chat.agent import phrases
from chat.agent.context import AgentContext
from chat.agent.events import Answer
from chat.agent.state import AgentState, Draft


async def respond(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    classification, status = state["classification"], state["status"]
    language = classification.language
    channel = runtime.context.channels.get(language, "")
    draft = state.get("draft") or Draft(phrases.not_found(language, channel), ())
    assessment = state.get("assessment")
    answer = Answer(
        status=status,
        text=_noted(draft, state),
        language=language,
        intent=classification.intent,
        citations=draft.citations,
        retrieved=state.get("evidence", ()),
        confidence=assessment.relevance if assessment else classification.confidence,
        choices=state.get("choices", ()),
        scores=_scores(state),
        attempts=max(1, len(state.get("attempts", ()))),
        outcome=state.get("outcome", ""),
        degraded=bool(state.get("degraded")),
    )
    return {"answer": answer}


def _noted(draft: Draft, state: AgentState) -> str:
    """An answer that the generator's model was to write says so where the model had no part in it."""
    attempts = state.get("attempts", ())
    if "generator" not in state.get("degraded", ()) or not attempts or attempts[-1].draft is not draft:
        return draft.text
    return f"{draft.text.rstrip()}\n\n*{phrases.without_model(state['classification'].language)}*"


def _scores(state: AgentState) -> Mapping[str, float]:
    """Of the draft that is shown."""
    shown = [attempt.critique for attempt in state.get("attempts", ()) if attempt.draft is state.get("draft")]
    return {**shown[-1].scores, "total": shown[-1].total} if shown else {}

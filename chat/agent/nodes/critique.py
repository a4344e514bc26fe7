from asgiref.sync import sync_to_async

from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.extensions import planning
from chat.agent.llm.calling import by_model
from chat.agent.state import AgentState, Attempt, Outcome
from chat.agent.verification.critic import Brief, criticise, merged
from chat.agent.verification.critic_by_model import criticise as criticise_by_model

MAX_ATTEMPTS = 2


async def critique(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Scores every answer before it is accepted; of two attempts the better one is kept."""
    draft = state["draft"]
    # By the model where one is configured, capped by the local checks of citations and facts.
    local = await sync_to_async(criticise)(brief_of(state, runtime.context), draft, state["evidence"])
    found, update = None, AgentState()
    # Quotations that stand in for the model's answer stay as they are, whatever a model would say of them.
    if "generator" not in state.get("degraded", ()):
        found, update = await by_model("critic", runtime, state, lambda: criticise_by_model(state, draft, runtime))
    judged = Attempt(draft, merged(found, local) if found else local)
    attempts = (*state.get("attempts", ()), judged)
    # The first attempt of quotations already has the best ones: a second could only be worse.
    if judged.critique.regenerate and len(attempts) < MAX_ATTEMPTS and not draft.own:
        return {**update, "attempts": attempts}
    best = max(attempts, key=lambda attempt: attempt.critique.total)
    outcome: Outcome = "validated" if len(attempts) == 1 else "regenerated"
    if judged.critique.regenerate:
        outcome = "max_attempts_reached"
    return {**update, "attempts": attempts, "draft": best.draft, "outcome": outcome}


def brief_of(state: AgentState, context: AgentContext) -> Brief:
    """What the answer is scored against."""
    asked, classification = state["asked"], state["classification"]
    extension = planning(state, context.extensions)
    days = extension.days(state) if extension else 0
    names = tuple(side.name for side in state["sides"])
    # For a summary, a comparison or a trip, no single quotation is the answer.
    ranked = state.get("ranked", ()) if classification.intent == "search" else ()
    return Brief(asked, classification.language, ranked, names, days)

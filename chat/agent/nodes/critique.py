from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.llm.embedded.critique import criticise
from chat.agent.state import AgentState, Attempt, Outcome

MOST_ATTEMPTS = 2


async def critique(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Every answer is judged before it counts; of two attempts the better one is shown."""
    judged = Attempt(state["draft"], criticise(state["asked"], state["draft"], state["evidence"]))
    attempts = (*state.get("attempts", ()), judged)
    if judged.critique.regenerate and len(attempts) < MOST_ATTEMPTS:
        return {"attempts": attempts}
    best = max(attempts, key=lambda attempt: attempt.critique.total)
    return {"attempts": attempts, "draft": best.draft, "outcome": _outcome(attempts)}


def _outcome(attempts: tuple[Attempt, ...]) -> Outcome:
    if attempts[-1].critique.regenerate:
        return "max_attempts_reached"
    return "validated" if len(attempts) == 1 else "regenerated"

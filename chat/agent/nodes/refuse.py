from chat.agent import phrases
from chat.agent.context import AgentRuntime
from chat.agent.phrases import say
from chat.agent.state import AgentState, Draft

# From this needed confidence on, nine in ten for the classifier, a refusal in doubt says why.
NEARLY_CERTAIN = 0.6


def is_surely_answered(state: AgentState) -> bool:
    """A plan quotes only guides, and nobody hands in a summary that quotes rules: a policy in doubt refuses neither."""
    assessment, policy = state["assessment"], state["policy"]
    if state.get("planned") is not None:
        return True
    is_summary = state["classification"].intent == "summary" and policy.rule == "misconduct"
    needed = state["threshold"] if is_summary else max(state["threshold"], policy.needed_confidence)
    return assessment.verdict == "good" and assessment.confidence >= needed


async def refuse(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Refuses, and drops what was retrieved: a refused question leaves no passages anywhere."""
    language = state["classification"].language
    context = runtime.context
    policy, in_doubt = state["policy"], "ranked" in state
    reason = say(phrases.REASONS[policy.rule], language, topic=context.only or say(phrases.THESE_DOCUMENTS, language))
    if in_doubt and policy.needed_confidence < NEARLY_CERTAIN:
        reason = say(phrases.RATHER_NOT, language)
    nothing = say(phrases.NOTHING_SURE, language) if in_doubt else ""
    where = phrases.channel(context.channels.get(language, ""), language)
    draft = Draft(" ".join(filter(None, (nothing, reason, where))), ())
    return {"status": "refused", "draft": draft, "evidence": (), "others": (), "ranked": ()}

from dataclasses import replace

from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.policy import decide, need_in, said_need
from chat.agent.retrieval.catalogue import published_field
from chat.agent.state import AgentState, PolicyDecision

PUBLISHED = 0.9
"""How surely, 0-1, a field of the catalogue must be asked for, so that a refusal over personal data is in doubt only:
what it holds is published. Of 45 sensitive questions that name a course or a person none is surer than .52."""


async def check_policy(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Before anything is retrieved: what is refused for certain is not searched for.

    The message as it stands and as it reads with what was said before: neither may be a way around a rule.
    Who may need a person is refused nothing, and who asks about a service for such people no advice. A model may add a
    refusal and take none away; the catalogue makes one doubtful.
    """
    question, outside = state["question"], runtime.context.outside_terms
    classification = state["classification"]
    # What is said of a plan says little of whoever travels: there only words count.
    is_of_a_plan = any(one.intent == classification.intent for one in runtime.context.extensions)
    need = None if is_of_a_plan and not said_need(question.text) else await sync_to_async(need_in)(question.text)
    if need and not need.is_asked_about:
        return {"policy": PolicyDecision(True, reason=need.reason, need=need.kind)}
    decisions = [
        decide(replace(question, text=text), outside) for text in dict.fromkeys((question.text, state["asked"]))
    ]
    decision = min(decisions, key=lambda found: (found.allowed, not found.certain, -found.needed_confidence))
    if not decision.allowed and decision.rule == "personal_data" and decision.certain:
        _field, probability = await sync_to_async(published_field)(state, runtime.context)
        if probability >= PUBLISHED:
            decision = replace(decision, certain=False, reason=f"{decision.reason}; the catalogue publishes it")
    if classification.risk and (decision.allowed or not decision.certain):
        decision = PolicyDecision(False, classification.risk, f"a model says so: {classification.reason}")
    if need and decision.rule == "advice":
        decision = PolicyDecision(True, reason="about a service that advises")
    return {"policy": replace(decision, card=need.kind) if need else decision}

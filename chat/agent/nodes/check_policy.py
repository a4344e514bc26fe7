from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async

from chat.agent.context import AgentRuntime
from chat.agent.policy import decide, need_in, said_need, strictest
from chat.agent.retrieval.catalogue import published_field
from chat.agent.state import AgentState, Classification, PolicyDecision
from chat.agent.understanding.followups import condition_in

PUBLISHED = 0.9
"""Probability, 0-1, that a field of the catalogue is asked for, from which a refusal over personal data is only in
doubt, because the catalogue is public. Of 45 sensitive questions that name a course or a person, none exceeds .52."""

SUSPECTED = 0.4
"""Confidence, 0-1, from which documents answer what only a language model takes for a risk. Of 21 sensitive questions
of the sample that the classifier lets pass none exceeds .34; of 31 harmless ones that are answered 29 reach it."""


async def check_policy(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Applies the policy before anything is retrieved: certain refusals are not searched for.

    Both the message and its standalone form are checked, so that neither evades a rule. Somebody who may need a person
    is refused nothing; a question about a service for such people is not refused as advice. A model may add a refusal
    but not remove one; the catalogue can turn one into a doubt.
    """
    question, outside = state["question"], runtime.context.outside_terms
    classification = state["classification"]
    # Statements about a plan say little about the traveller: only words count there.
    is_of_a_plan = any(one.intent == classification.intent for one in runtime.context.extensions)
    need = None if is_of_a_plan and not said_need(question.text) else await sync_to_async(need_in)(question.text)
    if need and not need.is_asked_about:
        return {"policy": PolicyDecision(True, reason=need.reason, need=need.kind)}
    decision = await sync_to_async(decide_with_history)(state, outside)
    if not decision.allowed and decision.rule == "personal_data" and decision.certain:
        _field, probability = await sync_to_async(published_field)(state, runtime.context)
        if probability >= PUBLISHED:
            decision = replace(decision, certain=False, reason=f"{decision.reason}; the catalogue publishes it")
    if classification.risk and (decision.allowed or not decision.certain):
        decision = _with_models_word(classification, decision)
    if need and decision.rule == "advice":
        decision = PolicyDecision(True, reason="about a service that advises")
    return {"policy": replace(decision, card=need.kind) if need else decision}


def _with_models_word(classification: Classification, decision: PolicyDecision) -> PolicyDecision:
    """The model alone, in whom any message may be a risk, is a doubt; it and the classifier together are certain."""
    said = PolicyDecision(False, classification.risk, f"a model says so: {classification.reason}")
    return replace(said, certain=False, needed_confidence=SUSPECTED) if decision.allowed else said


def decide_with_history(state: AgentState, outside_terms: Sequence[str]) -> PolicyDecision:
    question, asked = state["question"], state["asked"]
    of_whole = decide(replace(question, text=asked), outside_terms)
    if question.text == asked:
        return of_whole
    alone = decide(question, outside_terms)
    # "I'm a doctoral student" asks nothing: of it only what is certain counts.
    is_read_alone = alone.certain or not condition_in(question.text)
    return strictest((alone, of_whole)) if is_read_alone else of_whole

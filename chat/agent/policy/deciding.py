from collections.abc import Sequence

from chat.agent.events import Question
from chat.agent.policy.classifier import judge
from chat.agent.policy.rules import first_that_applies
from chat.agent.policy.scope import outside_of_scope
from chat.agent.state import PolicyDecision
from knowledge.text.terms import fold

# How sure the classifier must be that a question is not harmless: where a rule says so too, and for it to doubt by
# itself. docs/policy.md has what other thresholds refuse, rightly and wrongly.
WITH_RULE_THRESHOLD, DOUBT_THRESHOLD = 0.25, 0.5
DOUBT_SLOPE = 1.5
"""How fast the confidence that an answer needs grows with that: from 0 where it is even to 0.75 where it is certain."""


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    """Whether the question may be answered; a refusal that is not certain gives way to what the documents answer.

    The reason goes to the trace; it holds nothing of the question.
    """
    rule, judged = first_that_applies(question.text), judge(question.text)
    # The surer it is that a question is not harmless, the surer the documents must be that they answer it.
    needed = max(0.0, DOUBT_SLOPE * (judged.probability - DOUBT_THRESHOLD))
    if rule and judged.probability > WITH_RULE_THRESHOLD:
        reason = f"{rule.reason}; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, rule.name, reason, needed_confidence=needed)
    outside = outside_of_scope(fold(question.text), outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    if judged.probability > DOUBT_THRESHOLD:
        reason = f"no rule; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, judged.category, reason, certain=False, needed_confidence=needed)
    return PolicyDecision(True)

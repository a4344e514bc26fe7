from collections.abc import Sequence

from chat.agent.events import Question
from chat.agent.policy.classifier import judge
from chat.agent.policy.rules import first_that_applies
from chat.agent.policy.scope import outside_of_scope
from chat.agent.state import PolicyDecision
from knowledge.text.terms import fold

# How sure the classifier must be that a question is not harmless: where a rule says so too, and for it to refuse by
# itself, in doubt and for certain. docs/policy.md has what other thresholds refuse, rightly and wrongly.
WITH_RULE_THRESHOLD, DOUBT_THRESHOLD, CERTAIN_THRESHOLD = 0.25, 0.5, 0.97
MISCONDUCT_THRESHOLD = 0.9
"""No document answers a request to cheat: what it would quote is the rule against it."""


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    """Whether the question may be answered; a refusal that is not certain gives way to what the documents answer.

    The reason goes to the trace; it holds nothing of the question.
    """
    rule, judged = first_that_applies(question.text), judge(question.text)
    if rule and judged.probability > WITH_RULE_THRESHOLD:
        return PolicyDecision(False, rule.name, f"{rule.reason}; the classifier: {judged.probability:.0%}")
    outside = outside_of_scope(fold(question.text), outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    if judged.probability > DOUBT_THRESHOLD:
        threshold = MISCONDUCT_THRESHOLD if judged.category == "misconduct" else CERTAIN_THRESHOLD
        reason = f"no rule; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, judged.category, reason, certain=judged.probability > threshold)
    return PolicyDecision(True)

from collections.abc import Sequence

from chat.agent.events import Question
from chat.agent.policy.classifier import judge
from chat.agent.policy.rules import first_that_applies
from chat.agent.policy.scope import outside_of_scope
from chat.agent.state import PolicyDecision
from knowledge.text.terms import fold

# How sure the classifier must be that a question is not harmless: where a rule says so too, and where none does.
# docs/policy.md has what other thresholds refuse, rightly and wrongly.
WITH_A_RULE, BY_ITSELF = 0.2, 0.85


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    """The reason goes to the trace; it holds nothing of the question."""
    rule, judged = first_that_applies(question.text), judge(question.text)
    if rule and judged.probability > WITH_A_RULE:
        return PolicyDecision(False, rule.name, f"{rule.reason}; the classifier: {judged.probability:.0%}")
    outside = outside_of_scope(fold(question.text), outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    if judged.probability > BY_ITSELF:
        return PolicyDecision(False, judged.category, f"no rule; the classifier: {judged.probability:.0%}")
    return PolicyDecision(True)

from collections.abc import Iterable, Sequence

from chat.agent.events import Question
from chat.agent.policy.classifier import judge
from chat.agent.policy.rules import first_that_applies, outside_of_scope
from chat.agent.state import PolicyDecision
from knowledge.text.sentences import split
from knowledge.text.terms import fold

# Probability that a question is not harmless, from which it is refused: together with a rule, and in doubt by the
# classifier alone. docs/policy.md has what other thresholds refuse, rightly and wrongly.
WITH_RULE_THRESHOLD, DOUBT_THRESHOLD = 0.25, 0.55
EVEN_ODDS, DOUBT_SLOPE = 0.5, 1.5
"""How fast the required confidence grows with that probability: from 0 at even odds to 0.75 at certainty."""


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    """Decides whether the question may be answered; a refusal that is not certain yields to an answer from the
    documents.

    Each question in a longer message is judged by itself too, so that the text around it does not dilute it. The reason
    goes to the trace and contains nothing of the question.
    """
    return strictest(_decision(text, outside_terms) for text in (question.text, *_questions_in(question.text)))


def strictest(decisions: Iterable[PolicyDecision]) -> PolicyDecision:
    return min(decisions, key=lambda found: (found.allowed, not found.certain, -found.needed_confidence))


def _questions_in(text: str) -> list[str]:
    """Empty for a message of one sentence."""
    sentences = split(text)
    return [] if len(sentences) == 1 else [sentence for sentence in sentences if sentence.endswith("?")]


def _decision(text: str, outside_terms: Sequence[str]) -> PolicyDecision:
    rule, judged = first_that_applies(text), judge(text)
    # The more likely a question is not harmless, the higher the confidence that the documents must reach.
    needed = max(0.0, DOUBT_SLOPE * (judged.probability - EVEN_ODDS))
    if rule and judged.probability > WITH_RULE_THRESHOLD:
        reason = f"{rule.reason}; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, rule.name, reason, needed_confidence=needed)
    outside = outside_of_scope(fold(text), outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    if judged.probability > DOUBT_THRESHOLD:
        reason = f"no rule; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, judged.category, reason, certain=False, needed_confidence=needed)
    return PolicyDecision(True)

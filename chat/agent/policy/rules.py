"""Whether a question may be answered: by the classifier, and by the few rules (rules.toml), combinations of words that
are almost never harmless."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from chat.agent.events import Question
from chat.agent.policy.classifier import judge
from chat.agent.state import PolicyDecision
from knowledge.text.sentences import split
from knowledge.text.terms import fold

FILE = Path(__file__).with_name("rules.toml")
# Probability that a question is not harmless, from which it is refused: together with a rule, and in doubt by the
# classifier alone. docs/policy.md has what other thresholds refuse, rightly and wrongly.
WITH_RULE_THRESHOLD, DOUBT_THRESHOLD = 0.25, 0.8
EVEN_ODDS, DOUBT_SLOPE = 0.5, 1.5
"""How fast the required confidence grows with that probability: from 0 at even odds to 0.75 at certainty."""


@dataclass(frozen=True)
class Rule:
    name: str
    reason: str
    needs: tuple[re.Pattern[str], ...]
    unless: re.Pattern[str] | None

    def applies(self, folded: str) -> bool:
        if self.unless and self.unless.search(folded):
            return False
        return all(pattern.search(folded) for pattern in self.needs)


def any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")


def compiled(file: Path) -> tuple[Rule, ...]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["rule"]
    return tuple(
        Rule(
            found["name"],
            found["reason"],
            tuple(map(any_of, found["needs"])),
            any_of(found["unless"]) if "unless" in found else None,
        )
        for found in tables
    )


_RULES = compiled(FILE)


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    """Decides whether the question may be answered; a refusal that is not certain yields to an answer from the
    documents.

    Each question in a longer message is judged by itself too, so that the text around it does not dilute it. The reason
    goes to the trace and contains nothing of the question.
    """
    sentences = split(question.text)
    questions = [one for one in sentences if one.endswith("?")] if len(sentences) > 1 else []
    return strictest(_decision(text, outside_terms) for text in (question.text, *questions))


def strictest(decisions: Iterable[PolicyDecision]) -> PolicyDecision:
    return min(decisions, key=lambda found: (found.allowed, not found.certain, -found.needed_confidence))


def _decision(text: str, outside_terms: Sequence[str]) -> PolicyDecision:
    rule, judged = first_that_applies(text), judge(text)
    # The more likely a question is not harmless, the higher the confidence that the documents must reach.
    needed = max(0.0, DOUBT_SLOPE * (judged.probability - EVEN_ODDS))
    if rule and judged.probability > WITH_RULE_THRESHOLD:
        reason = f"{rule.reason}; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, rule.name, reason, needed_confidence=needed)
    if outside := outside_of_scope(fold(text), outside_terms):
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    if judged.probability > DOUBT_THRESHOLD:
        reason = f"no rule; the classifier: {judged.probability:.0%}"
        return PolicyDecision(False, judged.category, reason, certain=False, needed_confidence=needed)
    return PolicyDecision(True)


def first_that_applies(text: str) -> Rule | None:
    folded = fold(text)
    return next((rule for rule in _RULES if rule.applies(folded)), None)


def outside_of_scope(folded: str, outside_terms: Sequence[str]) -> str:
    """The first place or topic named that the assistant does not cover."""
    return next((term for term in outside_terms if _pattern(term).search(folded)), "")


@lru_cache(maxsize=1024)
def _pattern(term: str) -> re.Pattern[str]:
    return any_of([re.escape(fold(term))])

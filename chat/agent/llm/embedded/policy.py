"""What is refused before anything is looked up."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from chat.agent.events import Question
from chat.agent.llm.embedded.policy_rules import ANOTHER, NAMED, NO_PERSON, RELATION, ROLE, RULES, Rule
from chat.agent.state import PolicyDecision
from knowledge.retrieval.terms import fold


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    folded = fold(question.text)
    somebody = names_somebody(question.text)
    for rule in RULES:
        if _applies(rule, folded, somebody):
            return PolicyDecision(False, rule.name, rule.reason)
    outside = outside_of_scope(folded, outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    return PolicyDecision(True)


def names_somebody(text: str) -> bool:
    folded = fold(text)
    named = any(not _found(NO_PERSON, fold(name.group())) for name in NAMED.finditer(text))
    return named or any(_found(pattern, folded) for pattern in (RELATION, ROLE, ANOTHER))


def _applies(rule: Rule, folded: str, somebody: bool) -> bool:
    if rule.about_somebody and not somebody:
        return False
    if rule.unless and _found(rule.unless, folded):
        return False
    return all(_found(pattern, folded) for pattern in rule.needs)


def _found(pattern: str, folded: str) -> bool:
    return _compiled(pattern).search(folded) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def outside_of_scope(folded: str, outside_terms: Sequence[str]) -> str:
    """The first place or topic named that the assistant does not cover."""
    if not outside_terms or not _any_of(tuple(outside_terms)).search(folded):
        return ""
    return next(term for term in outside_terms if _any_of((term,)).search(folded))


@lru_cache(maxsize=1024)
def _any_of(terms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(re.escape(fold(term)) for term in terms)})\b")

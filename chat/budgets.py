"""How much somebody may ask in a minute and a day, and what language models may cost for him."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from koalarag import throttling, visitors
from koalarag.throttling import Limit
from koalarag.visitors import Visitor

DAY = 86_400


def spend_question(who: Visitor) -> None:
    """TooOften, with nothing counted, where he has asked too much."""
    with transaction.atomic():
        visitors.spend(who, "ask", Limit(settings.QUESTIONS_PER_MINUTE[who.role]))
        visitors.spend(who, "ask a day", Limit(settings.QUESTIONS_PER_DAY[who.role], DAY))


def may_use_models(who: Visitor) -> bool:
    """Whether anything is left of his tokens and of the money of all of his role; without, answers are quotations."""
    return all(throttling.has_room(key, limit) for key, limit, _part in _budgets(who))


def charge(who: Visitor, tokens: int, cost: float) -> None:
    """What an answer has taken; known afterwards alone, so that the last one may pass the budget."""
    spent = {"tokens": tokens, "cost": cost}
    for key, limit, part in _budgets(who):
        throttling.charge(key, limit, spent[part])


def _budgets(who: Visitor) -> list[tuple[str, Limit, str]]:
    """Those that are set."""
    known = [
        (f"tokens {who.key}", settings.MODEL_TOKENS_PER_DAY[who.role], "tokens"),
        (f"cost {who.role}", settings.MODEL_COST_PER_DAY[who.role], "cost"),
    ]
    return [(key, Limit(count, DAY), part) for key, count, part in known if count]

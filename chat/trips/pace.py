"""How much is done in a day: a relaxed trip has one sight a day and the rest of it free."""

from collections.abc import Iterable
from itertools import product

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import is_on_the_way
from chat.trips.plan import Notice, Plan
from chat.trips.replacing import next_best
from chat.trips.travelling import minutes_to

HALVES = ("morning", "afternoon")


def paced(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Fewer sights, or more, on the days that are named, else on all."""
    numbers = change.redo or range(1, len(plan.days) + 1)
    made = _calmed(atlas, plan, numbers) if change.pace > 0 else _filled(atlas, plan, numbers)
    if made.days == plan.days:
        return made.with_notice(Notice("calm" if change.pace > 0 else "full"))
    return made


def _calmed(atlas: Atlas, plan: Plan, numbers: Iterable[int]) -> Plan:
    """Of two sights the one that suits less goes; nobody said that they did not want it, so it may come back."""
    taste = atlas.taste(plan.trip)
    for number in numbers:
        items = plan.days[number - 1].day.items()
        if all(half in items for half in HALVES):
            plan = plan.freeing(number, min(reversed(HALVES), key=lambda half: taste.worth(items[half])))
    return plan


def _filled(atlas: Atlas, plan: Plan, numbers: Iterable[int]) -> Plan:
    """Whatever is free and not spent on the way, as far as the guides reach."""
    for number, part in product(numbers, HALVES):
        day = plan.days[number - 1].day
        is_taken = day.whole or part in day.items()
        if not is_taken and not is_on_the_way(part, minutes_to(atlas, plan, number - 1)):
            plan = plan.putting(number, part, next_best(atlas, plan, number, part))
    return plan

"""What is planned for one day moves to another, in exchange for what is there."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from chat.trips.days import PARTS
from chat.trips.items import Item
from chat.trips.plan import Plan
from chat.trips.replacing import put


def moved(plan: Plan, numbers: Sequence[int], is_meant: Callable[[Item], bool]) -> Plan:
    """To each of these days one such item from another day in the same place, where there is one."""
    for number in numbers:
        here = plan.days[number - 1]
        if here.day.whole or any(map(is_meant, here.day.items().values())):
            continue
        for at, there in enumerate(plan.days, 1):
            part = next((part for part, item in there.day.items().items() if is_meant(item)), "")
            if part and at not in numbers and there.place == here.place and not there.day.whole:
                plan = _exchanged(plan, number, at, part)
                break
    return plan


def _exchanged(plan: Plan, one: int, other: int, part: str) -> Plan:
    days = list(plan.days)
    first, second = days[one - 1].day.items().get(part), days[other - 1].day.items().get(part)
    days[one - 1] = replace(days[one - 1], day=put(days[one - 1].day, part, second))
    days[other - 1] = replace(days[other - 1], day=put(days[other - 1].day, part, first))
    return plan.with_days(days)


def turned(plan: Plan, numbers: Sequence[int], parts: Sequence[str]) -> Plan:
    """Of each of these days what is done in two of its parts changes places."""
    days = list(plan.days)
    for number in numbers:
        planned, items = days[number - 1], days[number - 1].day.items()
        if not planned.day.whole and len(parts) == 2 and set(parts) <= set(PARTS):
            one, other = parts
            day = put(put(planned.day, one, items.get(other)), other, items.get(one))
            days[number - 1] = replace(planned, day=day)
    return plan.with_days(days)

"""How much is done in a day: a relaxed trip has one sight a day and the rest of it free."""

from collections.abc import Iterable
from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import Day, is_on_the_way
from chat.trips.plan import Notice, Plan
from chat.trips.replacing import next_best, put
from chat.trips.travelling import minutes_to

HALVES = ("morning", "afternoon")


def paced(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Fewer sights, or more, on the days that are named, else on all."""
    if not change.pace:
        return plan
    numbers = change.redo or range(1, len(plan.days) + 1)
    made = _calmed(atlas, plan, numbers) if change.pace > 0 else _filled(atlas, plan, numbers)
    if made.days == plan.days:
        return made.with_notice(Notice("calm" if change.pace > 0 else "full"))
    return made


def _calmed(atlas: Atlas, plan: Plan, numbers: Iterable[int]) -> Plan:
    """Of two sights the one that suits less goes; nobody said that they did not want it, so it may come back."""
    taste, days, notices = atlas.taste(plan.trip), list(plan.days), list(plan.notices)
    for number in numbers:
        items = days[number - 1].day.items()
        halves = [part for part in HALVES if part in items]
        if len(halves) < len(HALVES):
            continue
        part = min(reversed(halves), key=lambda half: taste.worth(items[half]))
        days[number - 1] = replace(days[number - 1], day=put(days[number - 1].day, part, None))
        notices.append(Notice("freed", items[part].name, number, part))
    return replace(plan.with_days(days), notices=tuple(notices))


def _filled(atlas: Atlas, plan: Plan, numbers: Iterable[int]) -> Plan:
    """Whatever is free and not spent on the way, as far as the guides reach."""
    for number in numbers:
        for part in HALVES:
            planned = plan.days[number - 1]
            if (
                planned.day.whole
                or part in planned.day.items()
                or is_on_the_way(part, minutes_to(atlas, plan, number - 1))
            ):
                continue
            item = next_best(atlas, plan.trip, planned.place, part, plan.keys | plan.rejected, plan.unwanted)
            day: Day = put(planned.day, part, item)
            plan = plan.with_days([*plan.days[: number - 1], replace(planned, day=day), *plan.days[number:]])
    return plan

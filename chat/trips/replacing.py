"""What a part of a day gives way to, or changes places with."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.days import is_whole
from chat.trips.eating import dinners, second_best
from chat.trips.items import Item
from chat.trips.plan import Notice, Plan
from chat.trips.planning import left
from chat.trips.wishes import Trip

Goes = Callable[[Item, int, str], bool]


def replaced(
    atlas: Atlas,
    plan: Plan,
    trip: Trip,
    goes: Goes,
    *,
    rejects: bool = False,
    frees: bool = False,
    wanted: Sequence[str] = (),
) -> Plan:
    """What `goes` says gives way to the next best of its place, which serves what is `wanted`. With `rejects` it does
    not come back.

    Where nothing better is left, it stays, or with `frees` leaves its part of the day free.
    """
    rejected = set(plan.rejected)
    leaving = {
        (number, part): item
        for number, planned in enumerate(plan.days, 1)
        for part, item in planned.day.items().items()
        if goes(item, number, part)
    }
    if rejects:
        rejected |= {item.key for item in leaving.values()}
    made = replace(plan, rejected=frozenset(rejected))
    for (number, part), item in leaving.items():
        other = next_best(atlas, made, number, part, trip)
        if other and not _is_better(other, atlas, trip, wanted, rejects=rejects):
            other = None
        if other is None:
            made = made.with_notice(Notice("nothing" if frees else "unsuited", item.name, number, part))
        if other or frees:
            made = _with(atlas, made, number, part, other, trip)
        else:
            made = replace(made, rejected=made.rejected - {item.key})
    return made


def _with(atlas: Atlas, plan: Plan, number: int, part: str, item: Item | None, trip: Trip) -> Plan:
    """Where something took the whole day, its afternoon is filled too, but not of a relaxed trip."""
    made = plan.putting(number, part, item)
    if plan.days[number - 1].day.whole and item and not trip.calm:
        return made.putting(number, "afternoon", next_best(atlas, made, number, "afternoon", trip))
    return made


def _is_better(other: Item, atlas: Atlas, trip: Trip, wanted: Sequence[str], *, rejects: bool) -> bool:
    if wanted:
        return any(atlas.guide.tells(interest, other.whole) for interest in wanted)
    return rejects or trip.rainy or not atlas.taste(trip).is_for_others(other)


def next_best(atlas: Atlas, plan: Plan, number: int, part: str, trip: Trip | None = None) -> Item | None:
    """For a part of a day; `trip` has what is wished for there, where that is not what the whole plan is for."""
    trip, role = trip or plan.trip, "food" if part == "evening" else "sights"
    items = left(atlas.items(plan.days[number - 1].place, role, trip), plan.used, plan.unwanted)
    if role == "food":
        items = dinners(items, atlas.guide) or second_best(items, atlas.guide)
    taste = atlas.taste(trip)
    items = [item for item in items if not taste.is_out_of_question(item)]
    halves = [item for item in items if role == "food" or not is_whole(item, atlas.guide)]
    dry = [item for item in halves if role == "food" or not (taste.is_wet(item) or taste.is_too_dear(item))]
    return next((item for item in dry if not taste.is_for_others(item)), next(iter(dry), None))


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
    first, second = (plan.days[number - 1].day.items().get(part) for number in (one, other))
    return plan.putting(one, part, second).putting(other, part, first)


def turned(plan: Plan, numbers: Sequence[int], parts: Sequence[str]) -> Plan:
    """Of each of these days what is done in two of its parts changes places."""
    one, other = parts
    for number in numbers:
        items = plan.days[number - 1].day.items()
        if not plan.days[number - 1].day.whole:
            plan = plan.putting(number, one, items.get(other)).putting(number, other, items.get(one))
    return plan

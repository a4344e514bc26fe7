"""What a part of a day gives way to, or changes places with."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.days import PARTS, Day, is_whole
from chat.trips.eating import dinners, second_best
from chat.trips.items import Item, Key
from chat.trips.plan import Notice, Plan, PlannedDay
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
    days, rejected, notices = list(plan.days), set(plan.rejected), list(plan.notices)
    leaving = {
        (number, part): item
        for number, planned in enumerate(days, 1)
        for part, item in planned.day.items().items()
        if goes(item, number, part)
    }
    if rejects:
        rejected |= {item.key for item in leaving.values()}
    for (number, part), item in leaving.items():
        used = {key for one in days for key in one.day.keys} | rejected
        other = next_best(atlas, trip, days[number - 1].place, part, used, plan.unwanted)
        if other and not _is_better(other, atlas, trip, wanted, rejects=rejects):
            other = None
        if other is None:
            notices.append(Notice("nothing" if frees else "unsuited", item.name, number, part))
        if other is None and not frees:
            rejected.discard(item.key)
            continue
        days[number - 1] = _with(atlas, replace(plan, trip=trip), days[number - 1], part, other, used)
    return replace(plan.with_days(days), rejected=frozenset(rejected), notices=tuple(notices))


def _with(
    atlas: Atlas, plan: Plan, planned: PlannedDay, part: str, item: Item | None, used: Collection[Key]
) -> PlannedDay:
    """Where something took the whole day, its afternoon is filled too, but not of a relaxed trip."""
    day = put(planned.day, part, item)
    if planned.day.whole and item and not plan.trip.calm:
        taken = {*used, item.key}
        day = replace(day, afternoon=next_best(atlas, plan.trip, planned.place, "afternoon", taken, plan.unwanted))
    return replace(planned, day=day)


def _is_better(other: Item, atlas: Atlas, trip: Trip, wanted: Sequence[str], *, rejects: bool) -> bool:
    if wanted:
        return any(atlas.guide.tells(interest, other.whole) for interest in wanted)
    return rejects or trip.rainy or not atlas.taste(trip).is_for_others(other)


def next_best(
    atlas: Atlas, trip: Trip, place: int, part: str, used: Collection[Key], unwanted: Sequence[str]
) -> Item | None:
    role = "food" if part == "evening" else "sights"
    items: Iterable[Item] = left(atlas.items(place, role, trip), used, unwanted)
    if role == "food":
        items = dinners(list(items), atlas.guide) or second_best(list(items), atlas.guide)
    taste = atlas.taste(trip)
    items = [item for item in items if not taste.is_out_of_question(item)]
    halves = [item for item in items if role == "food" or not is_whole(item, atlas.guide)]
    dry = [item for item in halves if role == "food" or not (taste.is_wet(item) or taste.is_too_dear(item))]
    return next((item for item in dry if not taste.is_for_others(item)), next(iter(dry), None))


def put(day: Day, part: str, item: Item | None) -> Day:
    return replace(day.without(part), **{part: item})


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

"""What journeys take of the days on which they are made, after a change."""

from collections.abc import Iterator
from itertools import pairwise

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import LONG_WAY, VERY_LONG_WAY, Day
from chat.trips.legs import goes_by
from chat.trips.plan import Notice, Plan
from chat.trips.replacing import next_best


def arrived(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """On a day that begins with a long way nothing is done in the morning, with a very long one not before dinner."""
    for number in range(2, len(plan.days) + 1):
        day, minutes = plan.days[number - 1].day, minutes_to(atlas, plan, number - 1)
        if minutes >= VERY_LONG_WAY and day.sights:
            plan = plan.with_day(number, Day(evening=day.evening))
        elif minutes >= LONG_WAY and day.morning and not day.whole:
            plan = plan.with_day(number, Day(None, day.afternoon or day.morning, day.evening))
    if change.means:
        plan = plan.with_notice(*by_other_means(atlas, plan))
    elif not (_drops_a_place(change) or change.remove_days or change.swap or change.order or change.nearer):
        return plan
    return plan if plan.trip.calm else _with_free_parts(atlas, plan, afternoons=bool(change.means))


def _drops_a_place(change: Change) -> bool:
    return change.remove_place is not None or change.instead is not None


def minutes_to(atlas: Atlas, plan: Plan, number: int) -> int:
    """Of the journey on a day, counted from 0; 0 where none is known."""
    here, before = plan.days[number].place, plan.days[number - 1].place if number else plan.days[number].place
    way = atlas.way(before, here, plan.trip) if before != here else None
    return way.minutes if way else 0


def _with_free_parts(atlas: Atlas, plan: Plan, *, afternoons: bool) -> Plan:
    """What a journey took and takes no more is filled again."""
    for number, planned in enumerate(plan.days, 1):
        minutes, day = minutes_to(atlas, plan, number - 1), planned.day
        arrives = number > 1 and plan.days[number - 2].place != planned.place
        if afternoons and arrives and minutes < VERY_LONG_WAY and not day.sights:
            plan = plan.putting(number, "afternoon", next_best(atlas, plan, number, "afternoon"))
        day = plan.days[number - 1].day
        if (afternoons or not arrives) and minutes < LONG_WAY and day.afternoon and not day.morning:
            plan = plan.putting(number, "morning", next_best(atlas, plan, number, "morning"))
    return plan


def by_other_means(atlas: Atlas, plan: Plan) -> Iterator[Notice]:
    """For each way whether the guides tell of one that goes as is wished."""
    for before, here in pairwise(plan.days):
        way = atlas.way(before.place, here.place, plan.trip) if before.place != here.place else None
        if way:
            is_so = all(goes_by(leg, plan.trip.means, atlas.guide) for leg, _quote in way.steps)
            names = atlas.places[before.place], atlas.places[here.place]
            yield Notice("as_wished" if is_so else "no_such_way", names[0], place=names[1])

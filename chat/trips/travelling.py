"""What journeys take of the days on which they are made, after a change."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import LONG_WAY, VERY_LONG_WAY, Day
from chat.trips.legs import goes_by
from chat.trips.plan import Notice, Plan
from chat.trips.replacing import next_best


def arrived(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """On a day that begins with a long way nothing is done in the morning, with a very long one not before dinner."""
    days = list(plan.days)
    for number in range(1, len(days)):
        day, minutes = days[number].day, minutes_to(atlas, plan, number)
        if minutes >= VERY_LONG_WAY and day.sights:
            days[number] = replace(days[number], day=Day(evening=day.evening))
        elif minutes >= LONG_WAY and day.morning and not day.whole:
            days[number] = replace(days[number], day=Day(None, day.afternoon or day.morning, day.evening))
    plan = plan.with_days(days)
    if change.means:
        plan = replace(plan, notices=(*plan.notices, *by_other_means(atlas, plan)))
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
    days = list(plan.days)
    for number, planned in enumerate(days):
        minutes, day = minutes_to(atlas, plan, number), planned.day
        arrives = number > 0 and days[number - 1].place != planned.place
        if afternoons and arrives and minutes < VERY_LONG_WAY and not day.sights:
            day = _with(atlas, plan.with_days(days), planned.place, day, "afternoon")
        if (afternoons or not arrives) and minutes < LONG_WAY and day.afternoon and not day.morning:
            day = _with(atlas, plan.with_days(days), planned.place, day, "morning")
        days[number] = replace(planned, day=day)
    return plan.with_days(days)


def _with(atlas: Atlas, plan: Plan, place: int, day: Day, part: str) -> Day:
    used = plan.keys | plan.rejected | day.keys
    return replace(day, **{part: next_best(atlas, plan.trip, place, part, used, plan.unwanted)})


def by_other_means(atlas: Atlas, plan: Plan) -> Iterator[Notice]:
    """For each way whether the guides tell of one that goes as is wished."""
    for before, here in pairwise(plan.days):
        way = atlas.way(before.place, here.place, plan.trip) if before.place != here.place else None
        if way:
            is_so = all(goes_by(leg, plan.trip.means, atlas.guide) for leg, _quote in way.steps)
            names = atlas.places[before.place], atlas.places[here.place]
            yield Notice("as_wished" if is_so else "no_such_way", names[0], place=names[1])

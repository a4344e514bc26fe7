"""Evenings where one can go out: bars, pubs and quarters with music, as far as the guides name them."""

from collections.abc import Sequence

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.eating import dinners
from chat.trips.plan import Notice, Plan
from chat.trips.planning import left

CUE = "nightlife"


def out_at_night(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    made = with_nights(atlas, plan, change.redo)
    if made.days != plan.days:
        return made
    had = [item.name for planned in plan.days if (item := planned.day.evening) and atlas.guide.tells(CUE, item.whole)]
    return made.with_notice(Notice("already", ", ".join(had)) if had else Notice("unchanged"))


def with_nights(atlas: Atlas, plan: Plan, numbers: Sequence[int] = ()) -> Plan:
    """On these days, or on all."""
    for number in numbers or range(1, len(plan.days) + 1):
        planned = plan.days[number - 1]
        if planned.day.evening and atlas.guide.tells(CUE, planned.day.evening.whole):
            continue
        offered = left(atlas.items(planned.place, "food", plan.trip), plan.used, plan.unwanted)
        if places := [item for item in dinners(offered, atlas.guide) if atlas.guide.tells(CUE, item.whole)]:
            plan = plan.putting(number, "evening", places[0])
    return plan

"""Evenings where one can go out: bars, pubs and quarters with music, as far as the guides name them."""

from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.eating import dinners
from chat.trips.items import Item
from chat.trips.plan import Notice, Plan
from chat.trips.planning import left
from chat.trips.replacing import put

CUE, EVENING = "nightlife", "evening"


def out_at_night(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    if not change.nights:
        return plan
    made = _gone_out(atlas, plan, change.redo or range(1, len(plan.days) + 1))
    if made.days != plan.days:
        return made
    had = [item.name for planned in plan.days if (item := planned.day.evening) and atlas.guide.tells(CUE, item.whole)]
    return made.with_notice(Notice("already", ", ".join(had)) if had else Notice("unchanged"))


def with_nights(atlas: Atlas, plan: Plan) -> Plan:
    """A new plan, of whoever wishes for them at once."""
    return _gone_out(atlas, plan, range(1, len(plan.days) + 1))


def _gone_out(atlas: Atlas, plan: Plan, numbers: tuple[int, ...] | range) -> Plan:
    days = list(plan.days)
    for number in numbers:
        planned = days[number - 1]
        if planned.day.evening and atlas.guide.tells(CUE, planned.day.evening.whole):
            continue
        if place := _best(atlas, plan.with_days(days), planned.place):
            days[number - 1] = replace(planned, day=put(planned.day, EVENING, place))
    return plan.with_days(days)


def _best(atlas: Atlas, plan: Plan, place: int) -> Item | None:
    offered = left(atlas.items(place, "food", plan.trip), plan.keys | plan.rejected, plan.unwanted)
    return next((item for item in dinners(offered, atlas.guide) if atlas.guide.tells(CUE, item.whole)), None)

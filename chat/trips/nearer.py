"""Less time on the way: what is far gives way to what is near, or a place of the journey to the others."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import FAR_SIGHT
from chat.trips.items import Item
from chat.trips.places import named
from chat.trips.plan import Notice, Plan
from chat.trips.planning import end_of_stay, inserted, with_most_left
from chat.trips.replacing import replaced

# Minutes of a way of which no guide tells.
UNKNOWN_WAY = 24 * 60


def nearer(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Whatever saves most time, one thing a message. A place that the wish names is left out only where nothing else
    helps."""
    asked = set(named(plan.trip.text, atlas.places))
    others = [place for place in plan.places if place not in asked]
    for places in (others, plan.places):
        options = list(_without_each(atlas, plan, places))
        options += [_without_far_sights(atlas, plan)] if change.nearer == "way" else []
        # Of two that save the same the one that keeps more of the plan.
        best = min(options, key=lambda one: (_minutes(atlas, one), -len(one.keys & plan.keys)), default=plan)
        if _minutes(atlas, best) < _minutes(atlas, plan):
            return best
    return plan.with_notice(Notice("near"))


def _minutes(atlas: Atlas, plan: Plan) -> int:
    """On the way between the places, and to sights and back."""
    moves = [(one.place, other.place) for one, other in pairwise(plan.days) if one.place != other.place]
    ways = [atlas.way(one, other, plan.trip) for one, other in moves]
    sights = (item for planned in plan.days for item in planned.day.sights if _is_far(item))
    return sum(way.minutes if way else UNKNOWN_WAY for way in ways) + 2 * sum(item.minutes_away for item in sights)


def _is_far(item: Item) -> bool:
    return item.minutes_away >= FAR_SIGHT


def _without_far_sights(atlas: Atlas, plan: Plan) -> Plan:
    return replaced(atlas, plan, plan.trip, lambda item, _day, part: part != "evening" and _is_far(item), rejects=True)


def _without_each(atlas: Atlas, plan: Plan, places: Iterable[int]) -> Iterator[Plan]:
    """One place fewer; its days go to the one that has most left to see."""
    for place in places:
        kept = plan.with_days([planned for planned in plan.days if planned.place != place])
        if kept.days:
            other, count = with_most_left(atlas, kept), len(plan.days) - len(kept.days)
            yield plan.with_days(inserted(atlas, kept, kept.days, end_of_stay(atlas, kept, other), other, count))

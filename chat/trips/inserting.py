"""More days in a place of a plan, or in a new one: which place, where in the journey, and what fills them."""

from collections.abc import Sequence

from chat.trips.atlas import Atlas
from chat.trips.plan import Plan, PlannedDay
from chat.trips.planning import fill, left, stay_of


def with_most_left(atlas: Atlas, plan: Plan) -> int:
    return max(plan.places, key=lambda place: len(left(atlas.items(place, "sights", plan.trip), plan.keys)))


def end_of_stay(atlas: Atlas, plan: Plan, place: int) -> int:
    """Where days of a place go: after its own, or where the way there is shortest."""
    own = [number for number, planned in enumerate(plan.days, 1) if planned.place == place]
    if own:
        return own[-1]
    ends = [number for number in range(1, len(plan.days) + 1) if number == len(plan.days) or _changes(plan, number)]
    return min(ends, key=lambda number: _detour(atlas, plan, place, number))


def _changes(plan: Plan, number: int) -> bool:
    return plan.days[number - 1].place != plan.days[number].place


def _detour(atlas: Atlas, plan: Plan, place: int, number: int) -> float:
    """Minutes that it takes to go there between two days; much where no way is known."""
    around = [plan.days[number - 1].place, *(plan.days[at].place for at in [number] if at < len(plan.days))]
    ways = [atlas.way(one, place, plan.trip) for one in around]
    return sum(way.minutes if way else 24 * 60 for way in ways)


def inserted(atlas: Atlas, plan: Plan, days: Sequence[PlannedDay], at: int, place: int, count: int) -> list[PlannedDay]:
    at = min(at, len(days))
    before = days[at - 1].place if at else None
    used = {key for planned in days for key in planned.day.keys} | plan.rejected
    stay = stay_of(atlas, plan.trip, at, count, before if before != place else None, place)
    filled = fill(atlas, plan.trip, place, stay, used, plan.unwanted)
    return [*days[:at], *(PlannedDay(place, day) for day in filled), *days[at:]]


def spread(atlas: Atlas, plan: Plan, count: int) -> Plan:
    """So many days more, each in the place that has most left to see."""
    for _each in range(count):
        place = with_most_left(atlas, plan)
        plan = plan.with_days(inserted(atlas, plan, plan.days, end_of_stay(atlas, plan, place), place, 1))
    return plan

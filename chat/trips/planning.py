"""A new plan, and more days of one: how many days each place has, where they go, and what fills them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import count

from chat.trips.atlas import Atlas
from chat.trips.days import Day, Stay, schedule
from chat.trips.items import Item, Key
from chat.trips.places import apart, days_each, most_places, named
from chat.trips.plan import Notice, Plan, PlannedDay
from chat.trips.saying import is_negated
from chat.trips.vocabulary import tells
from chat.trips.wishes import Trip


def plan(atlas: Atlas, trip: Trip, places: Sequence[int]) -> Plan:
    favourite = len(named(trip.text, {place: atlas.places[place] for place in places})) == 1
    planned: list[PlannedDay] = []
    used: set[Key] = set()
    before: int | None = None
    for place, days in zip(places, days_each(trip.days, len(places), favourite=favourite), strict=True):
        stay = stay_of(atlas, trip, len(planned), days, before, place)
        filled = fill(atlas, trip, place, stay, used)
        planned += [PlannedDay(place, day) for day in filled]
        used |= {key for day in filled for key in day.keys}
        before = place
    made = Plan(trip, tuple(planned))
    made = made.with_notice(*left_out(trip, places, atlas.places), *dearer(made, made.keys))
    return made.with_notice(Notice("empty", days=made.empty_days)) if made.empty_days else made


def dearer(made: Plan, keys: Collection[Key]) -> Iterator[Notice]:
    """Of the dinners among these those that cost more than was asked for."""
    evenings = [item for planned in made.days if (item := planned.day.evening) and item.key in keys]
    if names := [item.name for item in evenings if item.too_dear]:
        yield Notice("dearer", ", ".join(names))


def left_out(trip: Trip, chosen: Sequence[int], titles: Mapping[int, str]) -> Iterator[Notice]:
    """Of the places that were asked for by name those for which there are too few days, and how many would do."""
    asked = [place for place, before in apart(trip.text, titles)[0].items() if not is_negated(before)]
    missing = [titles[place] for place in asked if place not in chosen]
    if chosen and missing:
        enough = next(days for days in count(1) if most_places(days) >= len(asked))
        yield Notice("left_out", ", ".join(missing), day=enough)


def stay_of(atlas: Atlas, trip: Trip, first: int, days: int, before: int | None, place: int) -> Stay:
    """`first` counts from 0."""
    way = atlas.way(before, place, trip) if before is not None else None
    date = trip.start + timedelta(first) if trip.start else None
    return Stay(days, way.minutes if way else 0, date, trip.calm)


def fill(
    atlas: Atlas, trip: Trip, place: int, stay: Stay, used: Iterable[Key], unwanted: Sequence[str] = ()
) -> list[Day]:
    taste = atlas.taste(trip)
    sights = left(atlas.items(place, "sights", trip), used, unwanted)
    sights = [item for item in sights if not taste.is_out_of_question(item)]
    meals = left(atlas.items(place, "food", trip), {*used, *(item.key for item in sights)}, unwanted)
    meals = [meal for meal in meals if not taste.is_out_of_question(meal)]
    return schedule(sights, meals, stay, atlas.guide)


def left(items: Iterable[Item], used: Iterable[Key], unwanted: Sequence[str] = ()) -> list[Item]:
    """Each item once, without what was taken or is not wanted."""
    taken, kept = set(used), []
    for item in items:
        if item.key not in taken and not is_unwanted(item, unwanted):
            taken.add(item.key)
            kept.append(item)
    return kept


def is_unwanted(item: Item, unwanted: Sequence[str]) -> bool:
    return any(tells(one, f"{item.name} {item.whole}") for one in unwanted)


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

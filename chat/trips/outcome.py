"""What a change came to, for whoever asked for it: what is new, what it took away, or why all stays as it was."""

from collections.abc import Collection, Iterator, Mapping

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.lodging import dearer_beds, lodging
from chat.trips.needs import NO_CAR, WHEELCHAIR, of_diets
from chat.trips.plan import Notice, Plan
from chat.trips.planning import dearer
from chat.trips.vocabulary import says
from knowledge.text.terms import fold

MAX_GONE = 6
"""names in a notice"""


def outcome(atlas: Atlas, before: Plan, plan: Plan, change: Change) -> tuple[Notice, ...]:
    gone = [place for place in before.places if place not in plan.places]
    told = [Notice("removed", atlas.places.get(place, "")) for place in gone]
    told += [*_brought(plan, atlas.places), *_consistent(atlas, plan, change), *dearer(plan, plan.new)]
    told += [*_gone(before, plan, change), *_lodged(atlas, before, plan)]
    told += [*_dated(before, plan, change), *_longer(atlas, before, plan, change)]
    told += _of_needs(before, plan)
    told += [Notice("sum", change.sum)] if change.sum else []
    empty = plan.empty_days
    if len(empty) > len(before.empty_days) and not change.free:
        told.append(Notice("empty", days=empty))
    if told or plan.days != before.days:
        return tuple(told)
    if change.remove_place is not None and change.remove_place not in before.places:
        return (Notice("not_part", atlas.places.get(change.remove_place, "")),)
    if change.elsewhere:
        return (Notice("even"),)
    if change.order:
        return (Notice("ordered"),)
    if change.needs:
        return (Notice("carless") if change.needs == (NO_CAR,) else Notice("needs", needs=change.needs),)
    return (Notice("dry" if change.rain else "absent" if change.unwanted else "unchanged"),)


def _of_needs(before: Plan, plan: Plan) -> Iterator[Notice]:
    had, has = before.trip.needs, plan.trip.needs
    if new := [need for need in has if need not in had]:
        yield Notice("needs", needs=tuple(new))
        yield from notes_on(plan, new)
    if over := [need for need in had if need not in has]:
        yield Notice("over", needs=tuple(over))


def notes_on(made: Plan, needs: Collection[str]) -> Iterator[Notice]:
    """What the guides do not tell those who have such needs."""
    if WHEELCHAIR in needs:
        yield Notice("access")
    if diets := of_diets(needs):
        yield _of_diets(made, diets)


def _of_diets(made: Plan, diets: tuple[str, ...]) -> Notice:
    """With the places of the plan that the guides tell to have such food: of all others they do not say."""
    told = [item.name for item in made.items if any(says(diet, fold(item.whole)) for diet in diets)]
    return Notice("diet", ", ".join(dict.fromkeys(told)))


def _consistent(atlas: Atlas, plan: Plan, change: Change) -> Iterator[Notice]:
    """Nothing is said to be lacking, or to be there already, that the same message has brought."""
    new = [item for item in plan.items if item.key in plan.new]
    wishes = change.values.get("interests", ())
    brings = any(atlas.guide.tells(wish, item.whole) for wish in wishes for item in new)
    yield from (one for one in plan.notices if not (brings and one.news in ("already", "elsewhere", "unchanged")))


def _gone(before: Plan, plan: Plan, change: Change) -> Iterator[Notice]:
    """What the change took from the days of a place that stays; not what it was told to take."""
    named = {one.name for one in plan.notices if one.news == "nothing"}
    items = [item for planned in before.days if planned.place in plan.places for item in planned.day.items().values()]
    gone = [item for item in items if item.key not in {*plan.keys, *change.items} and item.name not in named]
    names = [item.name for item in gone if item.name]
    if names and (change.total or change.set_days or change.add_days < 0):
        yield Notice("least")
    if more := len(names[MAX_GONE:]):
        yield Notice("gone_more", ", ".join(names[:MAX_GONE]), more)
    elif names:
        yield Notice("gone", ", ".join(names))


def _lodged(atlas: Atlas, before: Plan, plan: Plan) -> Iterator[Notice]:
    """Another budget, or other people, stay elsewhere."""
    stayed = [place for place in plan.places if place in before.places]
    for place in stayed:
        had, has = lodging(atlas, place, before.trip), lodging(atlas, place, plan.trip)
        if had and has and (had.name, had.quote.start) != (has.name, has.quote.start):
            yield Notice("lodging", ", ".join(atlas.places[one] for one in stayed))
            yield from dearer_beds(atlas, plan.places, plan.trip)
            return


def _longer(atlas: Atlas, before: Plan, plan: Plan, change: Change) -> Iterator[Notice]:
    """A place that comes in takes no days from the others."""
    if change.at in set(plan.places) - set(before.places) and len(plan.days) > len(before.days):
        yield Notice("longer", atlas.places[change.at], len(plan.days))


def _dated(before: Plan, plan: Plan, change: Change) -> Iterator[Notice]:
    start, month = plan.trip.start, plan.trip.month
    if (start, month) != (before.trip.start, before.trip.month):
        yield Notice("dated", start.isoformat() if start else "", month)
    elif change.shift:
        yield Notice("undated")


def _brought(plan: Plan, names: Mapping[int, str]) -> Iterator[Notice]:
    """A day of which all is new is told as one."""
    for number, planned in enumerate(plan.days, 1):
        new = {part: item for part, item in planned.day.items().items() if item.key in plan.new}
        if len(new) > 1 and len(new) == len(planned.day.items()):
            yield Notice("added_day", names[planned.place], number)
        else:
            yield from (Notice("added", item.name, number, part) for part, item in new.items())

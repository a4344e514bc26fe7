"""A sight that a traveller asks for by name comes into the plan."""

from collections.abc import Sequence
from dataclasses import replace

from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.fitting import MAX_NAMES, with_some
from chat.trips.items import Item
from chat.trips.moving import moved
from chat.trips.plan import Notice, Plan
from chat.trips.vocabulary import tells_all


def with_wanted(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Instead of what fits least on any day in its place."""
    if not change.wanted:
        return plan
    found = [
        (place, item)
        for place in plan.places
        for item in atlas.items(place, "sights", plan.trip)
        if tells_all(change.wanted, f"{item.name}: {item.whole}")
    ]
    keys = {item.key for _place, item in found}
    if change.redo and keys & plan.keys:
        return moved(plan, change.redo, lambda item: item.key in keys)
    if had := [item.name for _place, item in found if item.key in plan.keys]:
        return plan.with_notice(Notice("already", ", ".join(had)))
    if not found and (others := _where(atlas, plan, change)):
        return plan.with_notice(Notice("elsewhere", ", ".join(others[:MAX_NAMES])))
    return next((made for place, item in found if (made := _with(atlas, plan, place, item, change.redo))), plan)


def _where(atlas: Atlas, plan: Plan, change: Change) -> list[str]:
    """Other places whose guides offer it."""
    told = guides.sights(atlas.searcher.scope, atlas.guide)
    others = [place for place in told if place not in plan.places]
    return [
        atlas.places[one] for one in others if any(tells_all(change.wanted, line) for line in told[one].splitlines())
    ]


def _with(atlas: Atlas, plan: Plan, place: int, item: Item, on: Sequence[int]) -> Plan | None:
    """Of the days that are named, or of all, the fullest last: it should not cost what was wished for."""
    named = [number - 1 for number in on] or range(len(plan.days))
    numbers = [number for number in named if plan.days[number].place == place]
    taste = atlas.taste(plan.trip)
    for number in sorted(numbers, key=lambda number: sum(taste.worth(one) for one in plan.days[number].day.sights)):
        if day := with_some(atlas, plan, plan.days[number].day, "", [item]):
            days = [*plan.days[:number], replace(plan.days[number], day=day), *plan.days[number + 1 :]]
            made = replace(plan.with_days(days), rejected=plan.rejected - {item.key})
            return replace(made, wanted=made.wanted | {item.key})
    return None

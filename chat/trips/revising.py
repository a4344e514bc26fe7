"""The same plan with only that changed which a message says."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from itertools import product

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import PARTS
from chat.trips.fitting import fitting, stepped, with_wanted
from chat.trips.items import Item
from chat.trips.legs import BY_CAR
from chat.trips.nearer import nearer
from chat.trips.needs import LAND, NO_CAR, NO_FLIGHT, SLOW
from chat.trips.nights import out_at_night
from chat.trips.outcome import outcome
from chat.trips.pace import paced
from chat.trips.places import days_each
from chat.trips.plan import Notice, Plan, PlannedDay
from chat.trips.planning import end_of_stay, inserted, is_unwanted, spread, with_most_left
from chat.trips.replacing import moved, replaced, turned
from chat.trips.shortening import shortened
from chat.trips.travelling import arrived
from chat.trips.weather import in_the_rain, in_the_sun
from chat.trips.wishes import Trip


def revised(atlas: Atlas, plan: Plan, change: Change, limit: int) -> Plan:
    """`limit` is the number of days that the form allows at most."""
    if change.unwanted:  # "the kids hate zoos" wishes for nothing that is not wished for already
        wished_before = (plan.trip.budget, *plan.trip.travellers)
        change = replace(change, values={name: one for name, one in change.values.items() if one not in wished_before})
    wished = replace(plan, trip=_trip(atlas, plan.trip, change), notices=(), new=frozenset())
    wished = replace(wished, unwanted=tuple(dict.fromkeys([*plan.unwanted, *change.unwanted])))
    for apply, reasons in STEPS:
        if not reasons or any(getattr(change, reason) for reason in reasons):
            wished = apply(atlas, wished, change)
    found = wished.with_days(wished.days[:limit])
    # Of a plan that is all new no part is marked.
    new = found.keys - plan.keys if found.keys & plan.keys else frozenset()
    found = replace(found, new=frozenset(new))
    cut = (Notice("cut", day=limit),) if len(wished.days) > limit else ()
    told = (*cut, *outcome(atlas, plan, found, change))
    return replace(found, notices=told, before=replace(plan, before=None))


def _trip(atlas: Atlas, trip: Trip, change: Change) -> Trip:
    values, budgets = change.values, atlas.guide.budgets
    budget = values.get("budget") or trip.budget
    if change.cheaper and not change.food:
        budget = stepped(budget, budgets, change.cheaper)
    is_of_days = bool(change.redo or change.add_days)
    interests = trip.interests if is_of_days else (*trip.interests, *values.get("interests", ()))
    begins = trip.start + timedelta(change.shift) if trip.start else None
    over = (*change.over, *([NO_CAR] if change.means == BY_CAR else []))
    return replace(
        trip,
        budget=budget,
        travel_type=values.get("travel_type") or trip.travel_type,
        also=values.get("also", ()) if "travel_type" in values else trip.also,
        interests=tuple(dict.fromkeys(interests)),
        start=change.when.start or (None if change.when.month else begins),
        month=change.when.month or (0 if change.when.start else trip.month),
        means=change.means or _means(trip, change),
        needs=tuple(dict.fromkeys([*(need for need in trip.needs if need not in over), *change.needs])),
        calm=change.pace > 0 if change.pace and not change.redo else trip.calm or SLOW in change.needs,
    )


def _means(trip: Trip, change: Change) -> str:
    """Whoever does not fly goes over land, until that is taken back."""
    if NO_FLIGHT in change.needs:
        return trip.means or LAND
    return "" if NO_FLIGHT in change.over and trip.means == LAND else trip.means


def _moved(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """The whole trip goes elsewhere; days that are spent there already stay as they are."""
    days: list[PlannedDay] = []
    for place, count in zip(change.elsewhere, days_each(len(plan.days), len(change.elsewhere)), strict=True):
        days += [planned for planned in plan.days if planned.place == place][:count]
        missing = count - sum(planned.place == place for planned in days)
        days = inserted(atlas, plan, days, len(days), place, missing)
    return plan.with_days(days)


def _places(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    if change.instead:
        old, new = change.instead
        first = next(number for number, planned in enumerate(plan.days) if planned.place == old)
        count = sum(planned.place == old for planned in plan.days)
        kept = [planned for planned in plan.days if planned.place != old]
        if new in plan.places:
            first = end_of_stay(atlas, plan.with_days(kept), new)
        return plan.with_days(inserted(atlas, plan, kept, first, new, count))
    left = plan.with_days([planned for planned in plan.days if planned.place != change.remove_place])
    if not left.days:
        return plan
    says_days = change.add_days or change.set_days or change.remove_days
    return left if says_days else spread(atlas, left, len(plan.days) - len(left.days))


def _days(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    if change.remove_days:
        kept = [planned for number, planned in enumerate(plan.days, 1) if number not in change.remove_days]
        return plan.with_days(kept or plan.days)
    days, wanted = list(plan.days), change.add_days
    at_place = sum(planned.place == change.at for planned in days)
    if change.when.start and change.when.days:
        wanted = change.when.days - len(days)
    if change.set_days:
        wanted = change.set_days - (at_place if change.at is not None else len(days))
    if wanted < 0:
        return shortened(atlas, plan, -wanted, at=change.at)
    if wanted > 0:
        place = change.at if change.at is not None else with_most_left(atlas, plan)
        trip = replace(plan.trip, interests=tuple(change.values.get("interests", ())) or plan.trip.interests)
        return plan.with_days(
            inserted(atlas, replace(plan, trip=trip), days, end_of_stay(atlas, plan, place), place, wanted)
        )
    return plan


def _within(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """So many days in all, whatever came in."""
    fewer = len(plan.days) - change.total
    return shortened(atlas, plan, fewer, spared=change.at) if fewer > 0 else spread(atlas, plan, -fewer)


def _ordered(_atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """The days of each place stay together."""
    return plan.with_days(sorted(plan.days, key=lambda planned: change.order.index(planned.place)))


def _swapped(_atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """What is done on two days of one place; of two places the places change too."""
    days = list(plan.days)
    one, other = (number - 1 for number in change.swap)
    days[one], days[other] = days[other], days[one]
    return plan.with_days(days)


def _redone(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Other items on the days, or parts of days, that are named."""
    if change.rain or change.dry or change.pace or change.nights or change.wanted:
        return plan
    if change.turn:
        return turned(plan, change.redo, change.parts)
    numbers, parts = change.redo or range(1, len(plan.days) + 1), change.parts or PARTS
    if change.free:
        return _freed(plan, numbers, parts)
    interests = change.values.get("interests", ())
    if interests and not change.parts:
        parts = ("morning", "afternoon")

    def goes(_item: Item, number: int, part: str) -> bool:
        return number in numbers and part in parts

    if interests:
        trip = replace(plan.trip, interests=tuple(interests), text="")
        made = replaced(atlas, plan, trip, goes, wanted=interests)
        if made.days != plan.days:
            return made
        here = moved(plan, list(numbers), lambda item: any(atlas.guide.tells(one, item.whole) for one in interests))
        return here if here.days != plan.days else made
    return replaced(atlas, plan, plan.trip, goes, rejects=True)


def _freed(plan: Plan, numbers: Iterable[int], parts: Iterable[str]) -> Plan:
    for number, part in product(numbers, parts):
        plan = plan.freeing(number, part)
    return plan


def without_items(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    def goes(item: Item, _number: int, _part: str) -> bool:
        return item.key in change.items or is_unwanted(item, change.unwanted)

    return replaced(atlas, plan, plan.trip, goes, rejects=True, frees=True)


STEPS: tuple[tuple[Callable[[Atlas, Plan, Change], Plan], tuple[str, ...]], ...] = (
    (_moved, ("elsewhere",)),
    (_ordered, ("order",)),
    (_places, ("instead", "remove_place")),
    (_days, ()),
    (_within, ("total",)),
    (nearer, ("nearer",)),
    (_swapped, ("swap",)),
    (_redone, ("redo", "parts")),
    (paced, ("pace",)),
    (out_at_night, ("nights",)),
    (in_the_rain, ("rain",)),
    (in_the_sun, ("dry",)),
    (without_items, ("items", "unwanted")),
    (with_wanted, ("wanted",)),
    (fitting, ()),
    (arrived, ()),
)
"""each with the fields of a change that it is for; none where it looks for itself"""

"""A plan after a new wish: what contradicts it goes, and what fits it best, or was asked for by name, comes in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import Day, is_whole
from chat.trips.items import Item
from chat.trips.plan import Notice, Plan, PlannedDay
from chat.trips.planning import left
from chat.trips.replacing import moved, replaced
from chat.trips.vocabulary import tells_all

# A new wish shows on at least one of so many days.
DAYS_PER_WISH = 2
# Names in a notice.
MAX_NAMES = 4


def fitting(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    is_of_parts = change.redo or change.add_days or change.items or change.elsewhere
    if is_of_parts or not (change.values or change.cheaper or change.needs):
        return plan
    if change.food:
        return _with_dinners(atlas, plan, stepped(plan.trip.budget, atlas.guide.budgets, change.cheaper))
    taste = atlas.taste(plan.trip)

    def goes(item: Item, _number: int, _part: str) -> bool:
        is_for_others = "travel_type" in change.values and taste.company(item.whole) < 0
        return is_for_others or ((change.cheaper or "budget" in change.values) and taste.is_too_dear(item))

    fitted = replaced(atlas, plan, plan.trip, goes, rejects=False)
    if change.needs:
        fitted = replaced(atlas, fitted, plan.trip, lambda item, *_where: taste.is_out_of_question(item), frees=True)
    if change.cheaper < 0 or change.values.get("budget") in atlas.guide.budgets[1:]:
        fitted = _with_dinners(atlas, fitted, plan.trip.budget)
    budget = plan.trip.budget if change.cheaper or "budget" in change.values else ""
    company = change.values.get("travel_type"), *change.values.get("also", ())
    wishes = [wish for wish in (budget, *company, *change.values.get("interests", ())) if wish]
    for wish in wishes:
        fitted = _with_more(atlas, fitted, wish) if change.more else _with_wish(atlas, fitted, wish)
    if fitted.days != plan.days or not wishes:
        return fitted
    why = _why_unchanged(atlas, plan, wishes, more=change.more)
    return replace(fitted, notices=(*why, *fitted.notices))


def stepped(budget: str, budgets: Sequence[str], cheaper: int) -> str:
    """A step lower, or with -1 higher; of no budget, from the middle one."""
    if not budgets:
        return budget
    at = budgets.index(budget) if budget in budgets else len(budgets) // 2
    return budgets[max(0, min(len(budgets) - 1, at - cheaper))]


def _with_dinners(atlas: Atlas, plan: Plan, budget: str) -> Plan:
    """Those of the new budget, where the guides have any: what was cheap is not wrong, but less than was asked for."""

    def goes(item: Item, _number: int, part: str) -> bool:
        return part == "evening" and not atlas.guide.tells(budget, item.whole)

    trip = replace(plan.trip, budget=budget)
    return replace(replaced(atlas, plan, trip, goes, wanted=(budget,)), notices=plan.notices)


def _with_wish(atlas: Atlas, plan: Plan, wish: str) -> Plan:
    """Of so many days without anything that tells of the wish, one gets what does."""
    for first in range(0, len(plan.days), DAYS_PER_WISH):
        some = range(first, min(first + DAYS_PER_WISH, len(plan.days)))
        if not any(_tells(atlas, wish, plan.days[number]) for number in some):
            plan = next(_improved(atlas, plan, wish, some), plan)
    return plan


def _with_more(atlas: Atlas, plan: Plan, wish: str) -> Plan:
    """On one more day; on the same where every day has some."""
    without = [number for number, planned in enumerate(plan.days) if not _tells(atlas, wish, planned)]
    return next(_improved(atlas, plan, wish, [*without, *range(len(plan.days))]), plan)


def _tells(atlas: Atlas, wish: str, planned: PlannedDay) -> bool:
    return any(atlas.guide.tells(wish, item.whole) for item in planned.day.items().values())


def _improved(atlas: Atlas, plan: Plan, wish: str, numbers: Iterable[int]) -> Iterator[Plan]:
    """With something for the wish on one of the days, for each day that can have it."""
    for number in numbers:
        planned = plan.days[number]
        offered = left(atlas.items(planned.place, "sights", plan.trip), plan.used, plan.unwanted)
        taste = atlas.taste(plan.trip)
        offered = [item for item in offered if not taste.is_out_of_question(item)]
        telling = [item for item in offered if atlas.guide.tells(wish, item.whole) and not taste.is_too_dear(item)]
        # What is told to others too is better than nothing of what was wished for.
        suiting = [item for item in telling if not taste.is_for_others(item)] or telling
        if day := with_some(atlas, plan, planned.day, wish, suiting):
            yield plan.with_day(number + 1, day)


def with_some(atlas: Atlas, plan: Plan, day: Day, wish: str, suiting: list[Item]) -> Day | None:
    """In a part of the day that is free, or instead of what fits least; a whole day only for what takes one."""
    half = next((item for item in suiting if not is_whole(item, atlas.guide)), None)
    parts = {} if day.whole else {"morning": day.morning, "afternoon": day.afternoon}
    if plan.trip.calm and wish and day.sights:
        parts = {part: item for part, item in parts.items() if item}
    others = {part: item for part, item in parts.items() if not (item and atlas.guide.tells(wish, item.whole))}
    if half and others:
        taste = atlas.taste(plan.trip)
        scores = {part: taste.worth(item) if item else float("-inf") for part, item in others.items()}
        # The morning of a day may be spent on the way there: of two parts that are free the afternoon is.
        return day.putting(min(reversed(scores), key=scores.__getitem__), half)
    if suiting and not half and not any(atlas.guide.tells(wish, item.whole) for item in day.items().values()):
        return Day(suiting[0], None, day.evening, whole=True)
    return None


def _why_unchanged(atlas: Atlas, plan: Plan, wishes: Sequence[str], *, more: bool) -> Iterator[Notice]:
    """It is in the plan already, or only the guides to other places have it."""
    guide = atlas.guide
    have = [item.name for item in plan.items if any(guide.tells(wish, item.whole) for wish in wishes)]
    if have:
        yield Notice("already", ", ".join(have[:MAX_NAMES]))
    others = _where(atlas, plan, lambda line: any(guide.tells(wish, line) for wish in wishes))
    if others and (more or not have):
        yield Notice("elsewhere", others)
    elif not have:
        yield Notice("unchanged")


def _where(atlas: Atlas, plan: Plan, tells: Callable[[str], bool]) -> str:
    """Other places whose guides list such sights, the one with most first."""
    told = {
        place: sum(map(tells, text.splitlines()))
        for place, text in guides.sights(atlas.searcher.scope, atlas.guide).items()
        if place not in plan.places
    }
    others = sorted((place for place in told if told[place]), key=lambda place: -told[place])
    return ", ".join(atlas.places[place] for place in others[:MAX_NAMES])


def with_wanted(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """Instead of what fits least on any day in its place."""
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
    if not found and (others := _where(atlas, plan, lambda line: tells_all(change.wanted, line))):
        return plan.with_notice(Notice("elsewhere", others))
    return next((made for place, item in found if (made := _with(atlas, plan, place, item, change.redo))), plan)


def _with(atlas: Atlas, plan: Plan, place: int, item: Item, on: Sequence[int]) -> Plan | None:
    """Of the days that are named, or of all, the fullest last: it should not cost what was wished for."""
    named = [number - 1 for number in on] or range(len(plan.days))
    numbers = [number for number in named if plan.days[number].place == place]
    taste = atlas.taste(plan.trip)
    for number in sorted(numbers, key=lambda number: sum(taste.worth(one) for one in plan.days[number].day.sights)):
        if day := with_some(atlas, plan, plan.days[number].day, "", [item]):
            made, key = plan.with_day(number + 1, day), {item.key}
            return replace(made, rejected=plan.rejected - key, wanted=plan.wanted | key)
    return None

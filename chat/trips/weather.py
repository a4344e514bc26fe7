"""Rain changes the days that it is asked for, and no later change; "si no llueve" takes back what it changed."""

from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import Day, is_whole
from chat.trips.items import Item
from chat.trips.plan import Notice, Plan, PlannedDay
from chat.trips.replacing import put, replaced


def in_the_rain(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """What is out of doors gives way to what is under a roof, where the guide has any left."""
    if not change.rain:
        return plan
    trip = replace(plan.trip, rainy=True)
    taste = atlas.taste(trip)

    def goes(item: Item, number: int, part: str) -> bool:
        return number in (change.redo or (number,)) and part != "evening" and taste.is_wet(item)

    dry = replaced(atlas, plan, trip, goes)
    sheltered = dict(plan.sheltered)
    for before, after in zip(plan.days, dry.days, strict=True):
        now = after.day.items()
        sheltered |= {now[part].key: old.key for part, old in before.day.items().items() if now[part] != old}
    notices = tuple(replace(one, news="roofless") if one.news == "unsuited" else one for one in dry.notices)
    return replace(dry, sheltered=sheltered, notices=notices or plan.notices)


def in_the_sun(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """What came in for the rain goes, unless what it stands for is planned elsewhere by now."""
    if not change.dry:
        return plan
    known = atlas.by_key(plan.places, plan.trip)
    days, sheltered = list(plan.days), dict(plan.sheltered)
    for number, planned in enumerate(plan.days, 1):
        if number not in (change.redo or (number,)):
            continue
        for part, item in planned.day.items().items():
            old = known.get(sheltered.pop(item.key, ("", "")))
            if old and old.key not in plan.rejected and all(old.key not in one.day.keys for one in days):
                days[number - 1] = PlannedDay(planned.place, _with(atlas, days[number - 1].day, part, old))
    return replace(plan.with_days(days), sheltered=sheltered, notices=() if days != list(plan.days) else _none())


def _with(atlas: Atlas, day: Day, part: str, item: Item) -> Day:
    if part == "morning" and is_whole(item, atlas.guide):
        return Day(item, None, day.evening, whole=True)
    return put(day, part, item)


def _none() -> tuple[Notice, ...]:
    return (Notice("sunny"),)

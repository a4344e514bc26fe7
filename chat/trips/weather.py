"""Rain changes the days that it is asked for, and no later change; "si no llueve" takes back what it changed."""

from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.days import Day, is_whole
from chat.trips.items import Item
from chat.trips.plan import Notice, Plan
from chat.trips.replacing import replaced


def in_the_rain(atlas: Atlas, plan: Plan, change: Change) -> Plan:
    """What is out of doors gives way to what is under a roof, where the guide has any left."""
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
    known = atlas.by_key(plan.places, plan.trip)
    made, sheltered = plan, dict(plan.sheltered)
    for number in change.redo or range(1, len(plan.days) + 1):
        for part, item in plan.days[number - 1].day.items().items():
            old = known.get(sheltered.pop(item.key, ("", "")))
            if old and old.key not in made.used:
                made = _taken_back(atlas, made, number, part, old)
    notices = () if made.days != plan.days else (Notice("sunny"),)
    return replace(made, sheltered=sheltered, notices=notices)


def _taken_back(atlas: Atlas, plan: Plan, number: int, part: str, item: Item) -> Plan:
    if part == "morning" and is_whole(item, atlas.guide):
        return plan.with_day(number, Day(item, None, plan.days[number - 1].day.evening, whole=True))
    return plan.putting(number, part, item)

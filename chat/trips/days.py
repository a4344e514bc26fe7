"""What is done when: two sights a day that lie near each other, and a meal in the evening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chat.trips.guide import Guide
from chat.trips.items import FAR_SIGHT, Item

# What a name that two items share, and no more than so many of the section, adds to the worth of doing both in a day.
NEIGHBOURS, MAX_SHARING = 0.8, 4
# What two sights lose that are both best at the same time of the day.
CLASH = 1.2
# How far beyond the sights that fit in the days one is looked for that lies near.
SPARE = 2


@dataclass(frozen=True)
class Day:
    morning: Item | None
    afternoon: Item | None
    """none beside a morning's item that takes the whole day"""
    evening: Item | None
    whole: bool = False


def schedule(
    sights: Sequence[Item], meals: Sequence[Item], days: int, guide: Guide, *, arrival: bool = False
) -> list[Day]:
    """Both best first. Days are filled while there are sights; the last may be free. One of arrival is no whole one."""
    common = Counter(name for item in sights for name in item.proper_names)
    rare = {name for name, count in common.items() if count <= MAX_SHARING}
    left, tables = list(sights), _dinners(meals, guide)
    planned = []
    for number in range(days):
        if arrival and not number:
            left.sort(key=lambda item: _is_whole(item, guide))
        pair = _pair(left, 2 * (days - number) + SPARE, rare, guide)
        if arrival and not number:
            left.sort(key=lambda item: -item.score)
        meal = max(tables, key=lambda table: table.score + _nearness(table, pair, rare), default=None)
        if meal:
            tables.remove(meal)
        planned.append(_day(pair, meal, guide))
    return planned


def _dinners(meals: Sequence[Item], guide: Guide) -> list[Item]:
    """Where one can afford to sit down in the evening first, then what has a price; none that is too dear."""
    late = [meal for meal in meals if not (meal.too_dear or guide.tells("breakfast", meal.whole))]
    dinners = [meal for meal in late if guide.tells("dinner", meal.whole)]
    priced = [meal for meal in late if any(guide.tells(price, meal.whole) for price in guide.cues.get("budgets", ()))]
    return [*dinners, *(meal for meal in priced if meal not in dinners)] or late


def _is_whole(item: Item, guide: Guide) -> bool:
    return guide.tells("whole_day", item.whole) or item.minutes_away >= FAR_SIGHT


def _pair(left: list[Item], reach: int, rare: set[str], guide: Guide) -> list[Item]:
    """Taken out of what is left: the best, and one of the next best that is nearest to it."""
    if not left:
        return []
    first = left.pop(0)
    others = [item for item in left[:reach] if not _is_whole(item, guide)]
    if _is_whole(first, guide) or not others:
        return [first]
    second = max(others, key=lambda item: item.score + _nearness(item, [first], rare) - _clash(item, first, guide))
    left.remove(second)
    return [first, second]


def _nearness(item: Item, others: Sequence[Item], rare: set[str]) -> float:
    shared = {name for other in others for name in item.proper_names & other.proper_names}
    return NEIGHBOURS * min(2, len(shared & rare))


def _clash(item: Item, other: Item, guide: Guide) -> float:
    """Both in the morning, or both at sunset, cannot be done."""
    return CLASH if _time(item, guide) == _time(other, guide) != 0 else 0.0


def _time(item: Item, guide: Guide) -> int:
    """-1 for what is best in the morning, 1 for the afternoon or the evening, 0 for what is neither or both."""
    early = guide.tells("morning", item.whole)
    late = guide.tells("afternoon", item.whole) or guide.tells("evening", item.whole)
    return int(late) - int(early)


def _day(pair: Sequence[Item], meal: Item | None, guide: Guide) -> Day:
    ordered = sorted(pair, key=lambda item: _time(item, guide))
    if len(ordered) == 2:
        return Day(ordered[0], ordered[1], meal)
    whole = bool(ordered) and _is_whole(ordered[0], guide)
    return Day(ordered[0] if ordered else None, None, meal, whole)

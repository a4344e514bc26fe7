"""What is done when: two sights a day that lie near each other, and a meal in the evening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from chat.trips.eating import dinners, places, second_best
from chat.trips.guide import Guide
from chat.trips.items import Item, Key

# What a name that two items share, and no more than so many of the section, adds to the worth of doing both in a day.
NEIGHBOURS, MAX_SHARING = 0.8, 4
# What two sights lose that are both best at the same time of the day.
CLASH = 1.2
# How far beyond the sights that fit in the days one is looked for that lies near.
SPARE = 2
# Minutes of way: a sight so far takes the whole day; a journey so long takes the morning, or all but the evening.
FAR_SIGHT, LONG_WAY, VERY_LONG_WAY = 75, 200, 420
PARTS = ("morning", "afternoon", "evening")


@dataclass(frozen=True)
class Day:
    morning: Item | None = None
    afternoon: Item | None = None
    """none beside a morning's item that takes the whole day"""
    evening: Item | None = None
    whole: bool = False

    def items(self) -> dict[str, Item]:
        """By part of the day."""
        return {part: item for part in PARTS if (item := getattr(self, part))}

    @property
    def sights(self) -> list[Item]:
        return [item for item in (self.morning, self.afternoon) if item]

    @property
    def keys(self) -> set[Key]:
        return {item.key for item in self.items().values()}

    def putting(self, part: str, item: Item | None) -> "Day":
        """Instead of what is there."""
        return replace(self, **{part: item}, whole=self.whole and part != "morning")


@dataclass(frozen=True)
class Stay:
    """Days that are to be filled in one place."""

    days: int
    way: int = 0
    """minutes of the journey there on the first of them; 0 for the place where the trip begins"""
    first: date | None = None
    calm: bool = False
    """one sight a day"""

    def date(self, number: int) -> date | None:
        return self.first + timedelta(number) if self.first else None


def schedule(sights: Sequence[Item], meals: Sequence[Item], stay: Stay, guide: Guide) -> list[Day]:
    """Both best first. Days are filled while there is anything to fill them with; what is left is free."""
    common = Counter(name for item in sights for name in item.proper_names)
    rare = {name for name, count in common.items() if count <= MAX_SHARING}
    left, tables, others = list(sights), dinners(meals, guide), second_best(meals, guide)
    planned = []
    for number in range(stay.days):
        way = 0 if number else stay.way
        room = 0 if way >= VERY_LONG_WAY else 1 if way >= LONG_WAY or stay.calm else 2
        reach = 2 * (stay.days - number) + SPARE
        pair = _pair([item for item in left if item.is_open(stay.date(number))], reach, room, rare, guide, way)
        left = [item for item in left if item not in pair]
        offered = tables or others
        meal = max(offered, key=lambda table: table.score + _nearness(table, pair, rare), default=None)
        if meal:
            offered.remove(meal)
        planned.append(_day(pair, meal, guide, way))
    return planned if stay.calm else _with_other_food(planned, meals, stay, guide)


def is_on_the_way(part: str, minutes: int) -> bool:
    """Whether a journey of so many minutes takes that part of the day."""
    return (part == "morning" and minutes >= LONG_WAY) or (part == "afternoon" and minutes >= VERY_LONG_WAY)


def _with_other_food(planned: list[Day], meals: Sequence[Item], stay: Stay, guide: Guide) -> list[Day]:
    """Where there are no more sights, a market or a café fills the afternoon."""
    used = {key for day in planned for key in day.keys}
    others = [
        meal
        for meal in places(meals, guide)
        if meal.key not in used and not meal.too_dear and not guide.tells("breakfast", meal.whole)
    ]
    filled = []
    for number, day in enumerate(planned):
        way = 0 if number else stay.way
        if others and day.afternoon is None and not day.whole and way < VERY_LONG_WAY:
            filled.append(replace(day, afternoon=others.pop()))
        else:
            filled.append(day)
    return filled


def is_whole(item: Item, guide: Guide) -> bool:
    return guide.tells("whole_day", item.whole) or item.minutes_away >= FAR_SIGHT


def _pair(left: list[Item], reach: int, room: int, rare: set[str], guide: Guide, way: int) -> list[Item]:
    """The best, and one of the next best that is nearest to it; on a day of arrival nothing that takes all of it."""
    fitting = [item for item in left if not is_whole(item, guide)] if way else left
    fitting = fitting or (left if room == 2 else [])
    if not fitting or not room:
        return []
    first = fitting[0]
    others = [item for item in fitting[1:reach] if not is_whole(item, guide)]
    if is_whole(first, guide) or not others or room == 1:
        return [first]
    second = max(others, key=lambda item: item.score + _nearness(item, [first], rare) - _clash(item, first, guide))
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


def _day(pair: Sequence[Item], meal: Item | None, guide: Guide, way: int) -> Day:
    ordered = sorted(pair, key=lambda item: _time(item, guide))
    if len(ordered) == 2:
        return Day(ordered[0], ordered[1], meal)
    alone = ordered[0] if ordered else None
    if alone and is_whole(alone, guide):
        return Day(alone, None, meal, whole=True)
    if alone and (way >= LONG_WAY or _time(alone, guide) > 0):
        return Day(None, alone, meal)
    return Day(alone, None, meal)

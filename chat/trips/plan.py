"""A plan, and what of it is kept with its answer so that the next message changes just that."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from chat.trips.days import Day
from chat.trips.items import Item, Key
from chat.trips.needs import NO_CAR
from chat.trips.wishes import Trip

Json = dict[str, Any]


@dataclass(frozen=True)
class PlannedDay:
    place: int
    """document id of its guide"""
    day: Day


@dataclass(frozen=True)
class Notice:
    """What a change or a wish came to."""

    news: str
    """the key of what is said of it (chat/trips/notices.py)"""
    name: str = ""
    """of an item, of a place, or of several with commas; a date as in ISO 8601"""
    day: int = 0
    part: str = ""
    place: str = ""
    """whose guide tells of it"""
    days: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    """what travellers say of themselves"""


@dataclass(frozen=True)
class Plan:
    trip: Trip
    days: tuple[PlannedDay, ...]
    rejected: frozenset[Key] = frozenset()
    """what the traveller did not want: it does not come back"""
    unwanted: tuple[str, ...] = ()
    """meanings of words of such"""
    wanted: frozenset[Key] = frozenset()
    """what came in because it was asked for"""
    sheltered: Mapping[Key, Key] = field(default_factory=dict)
    """what came in for the rain -> what it stands for, to be taken back if it does not rain"""
    notices: tuple[Notice, ...] = ()
    new: frozenset[Key] = field(default_factory=frozenset)
    """what the last change brought"""
    before: "Plan | None" = None
    """what the last change was made from"""

    @property
    def places(self) -> tuple[int, ...]:
        """In the order of the journey, each once."""
        return tuple(dict.fromkeys(planned.place for planned in self.days))

    @property
    def keys(self) -> set[Key]:
        return {key for planned in self.days for key in planned.day.keys}

    @property
    def used(self) -> set[Key]:
        """What does not come in: it is planned already, or was not wanted."""
        return self.keys | self.rejected

    def with_notice(self, *notices: Notice) -> "Plan":
        return replace(self, notices=(*self.notices, *notices))

    @property
    def items(self) -> list[Item]:
        return [item for planned in self.days for item in planned.day.items().values()]

    @property
    def empty_days(self) -> tuple[int, ...]:
        """Numbers, from 1, of the days for which nothing is planned."""
        return tuple(number for number, planned in enumerate(self.days, 1) if not planned.day.items())

    @property
    def same_days(self) -> frozenset[int]:
        """Numbers of the days that the last change left as they were, in the order in which they were."""
        before = self.before
        if before is None or (before.trip.start, before.trip.month) != (self.trip.start, self.trip.month):
            return frozenset()
        alike = SequenceMatcher(None, before.signatures, self.signatures, autojunk=False).get_matching_blocks()
        return frozenset(number + 1 for block in alike for number in range(block.b, block.b + block.size))

    @property
    def signatures(self) -> list[tuple[Any, ...]]:
        """Of each day what makes it another: its place, how one comes there, what is planned."""
        places = [planned.place for planned in self.days]
        return [
            (
                place,
                (before, self.trip.means, self.trip.carless) if before != place else None,
                tuple((part, item.key) for part, item in planned.day.items().items()),
            )
            for before, place, planned in zip([*places[:1], *places], places, self.days, strict=False)
        ]

    def with_days(self, days: Sequence[PlannedDay]) -> "Plan":
        return replace(self, days=tuple(days), trip=replace(self.trip, days=len(days)))

    def with_day(self, number: int, day: Day) -> "Plan":
        """Days are counted from 1."""
        days = list(self.days)
        days[number - 1] = replace(days[number - 1], day=day)
        return self.with_days(days)

    def putting(self, number: int, part: str, item: Item | None) -> "Plan":
        return self.with_day(number, self.days[number - 1].day.putting(part, item))

    def freeing(self, number: int, part: str) -> "Plan":
        item = self.days[number - 1].day.items().get(part)
        made = self.putting(number, part, None)
        return made.with_notice(Notice("freed", item.name, number, part)) if item else self


def kept(plan: Plan, documents: Mapping[int, str]) -> dict[str, Any]:
    """As plain JSON; `documents` are external ids by document id."""
    trip = asdict(plan.trip) | {"start": plan.trip.start.isoformat() if plan.trip.start else ""}
    return {
        "trip": trip,
        "rejected": sorted(plan.rejected),
        "unwanted": list(plan.unwanted),
        "wanted": sorted(plan.wanted),
        "sheltered": [[list(new), list(old)] for new, old in plan.sheltered.items()],
        "days": [
            {
                "document": documents[planned.place],
                "whole": planned.day.whole,
                "parts": {part: [*item.key, item.name] for part, item in planned.day.items().items()},
            }
            for planned in plan.days
        ],
    }


def trip_kept(memory: Mapping[str, Any]) -> Trip:
    known = dict(memory["trip"])
    start = date.fromisoformat(known["start"]) if known["start"] else None
    # Plans of before 2026-11-27 have no `also`, and of all needs `carless` alone.
    lists = {name: tuple(known.get(name, ())) for name in ("interests", "also", "needs")}
    if known.pop("carless", False):
        lists["needs"] = (NO_CAR,)
    return Trip(**(known | lists | {"start": start, "rainy": False}))


def restored(memory: Mapping[str, Any], documents: Mapping[str, int], items: Mapping[Key, Item]) -> Plan:
    """With what the guides still offer; days of a guide that is gone are gone too."""
    days = [
        PlannedDay(documents[day["document"]], _day(day, items))
        for day in memory["days"]
        if day["document"] in documents
    ]
    rejected = frozenset((document, name) for document, name in memory["rejected"])
    # Plans of before 2026-11-25 have none, and none of before 2026-11-28 has `wanted`.
    sheltered = {tuple(new): tuple(old) for new, old in memory.get("sheltered", ())}
    wanted = frozenset((document, name) for document, name in memory.get("wanted", ()))
    return Plan(trip_kept(memory), tuple(days), rejected, tuple(memory["unwanted"]), wanted, sheltered)


def _day(kept_day: Mapping[str, Any], items: Mapping[Key, Item]) -> Day:
    found = {part: items.get((document, name)) for part, (document, name, _shown) in kept_day["parts"].items()}
    return Day(**found, whole=bool(kept_day["whole"] and found.get("morning")))

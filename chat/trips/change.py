"""What one message changes of a plan, and what has to be known of the plan to understand it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from chat.trips.items import Key
from chat.trips.when import When


@dataclass(frozen=True)
class Known:
    """Of the plan so far, and what could be in it."""

    days: Sequence[int]
    """the place of each, in order: document ids"""
    items: Mapping[Key, str]
    """what is planned, by name"""
    places: Mapping[int, str]
    offered: Mapping[str, Any]
    """the assistant's form"""
    sights: Sequence[str] = ()
    """what the guides to its places offer, a line each, the name first"""
    others: Sequence[str] = ()
    """the same of the guides to other places"""


@dataclass(frozen=True)
class Change:
    """All that one message says; what is not said is empty."""

    rain: bool = False
    dry: bool = False
    """what the rain has changed is taken back"""
    swap: tuple[int, int] | None = None
    """numbers of days, from 1"""
    instead: tuple[int, int] | None = None
    """a place of the plan, and the one that takes its days"""
    order: tuple[int, ...] = ()
    """all places of the plan, as they follow each other from now on"""
    elsewhere: tuple[int, ...] = ()
    """where all days of the trip are spent from now on"""
    add_days: int = 0
    """below 0: so many fewer"""
    set_days: int = 0
    total: int = 0
    """days of the whole trip, whatever else changes"""
    at: int | None = None
    """the place that days are added at, or taken from"""
    remove_days: tuple[int, ...] = ()
    remove_place: int | None = None
    redo: tuple[int, ...] = ()
    """days whose items are to be others; all of them where only parts are said"""
    parts: tuple[str, ...] = ()
    items: tuple[Key, ...] = ()
    """what is to be replaced"""
    values: Mapping[str, Any] = field(default_factory=dict)
    """of the form: budget, travel_type, interests; `also` the further types of traveller"""
    more: bool = False
    """of the interests: one more than there is"""
    free: bool = False
    """nothing instead"""
    unwanted: tuple[str, ...] = ()
    """meanings of words: what says them is left out"""
    wanted: tuple[str, ...] = ()
    """meanings of words: what says them comes in; on the days of `redo`, else on any"""
    turn: bool = False
    """the two `parts` of the days of `redo` change places"""
    cheaper: int = 0
    """1 for a budget a step lower, -1 for one higher"""
    sum: str = ""
    """an amount of money that they have"""
    food: bool = False
    """`cheaper` is said of the dinners alone"""
    when: When = field(default_factory=When)
    shift: int = 0
    """days by which the trip begins later; below 0 earlier"""
    means: str = ""
    """how to get from one place to the next: a list of the vocabulary, or "land" for any but a flight"""
    needs: tuple[str, ...] = ()
    """what the travellers say of themselves (chat/trips/needs.py)"""
    over: tuple[str, ...] = ()
    """what they said of themselves, and holds no more"""
    pace: int = 0
    """1 for fewer sights a day, -1 for more; on the days of `redo`, else on all"""
    nearer: Literal["", "way", "places"] = ""
    """less time on the way, or fewer places to stay"""
    nights: bool = False
    """evenings where one can go out; on the days of `redo`, else on all"""
    undo: bool = False
    """back to the plan before the last change"""
    update: bool = False
    """as the form says"""

    @property
    def is_any(self) -> bool:
        return self != Change()


def with_chosen(change: Change, chosen: Mapping[str, Any]) -> Change:
    """What is written wins over what was chosen in the form."""
    values = {name: chosen[name] for name in ("budget", "travel_type", "interests") if name in chosen}
    days = int(chosen.get("days", 0))
    if change.add_days or change.set_days or change.total or change.remove_days or change.remove_place is not None:
        days = 0
    return replace(change, values={**values, **change.values}, set_days=change.set_days or days)

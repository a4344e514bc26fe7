"""Where to stay in a place: a guide lists its lodgings by budget."""

from chat.trips.atlas import Atlas
from chat.trips.items import Item
from chat.trips.taste import Taste
from chat.trips.wishes import Trip


def lodging(atlas: Atlas, place: int, trip: Trip) -> Item | None:
    """Of the budget that was asked for; where none was, what suits such people and is not dear, else the middle one."""
    return next(iter(lodgings(atlas, place, trip)), None)


def lodgings(atlas: Atlas, place: int, trip: Trip) -> list[Item]:
    """All of a place, what fits best first."""
    taste = atlas.taste(trip)
    return sorted(atlas.items(place, "stay", trip), key=lambda item: _unfit(item, taste))


def _unfit(item: Item, taste: Taste) -> tuple[bool, bool, bool, int, float, int]:
    """What speaks against it, the weightiest first."""
    budgets = taste.guide.cues.get("budgets", ())
    of, middle = budgets.index(item.name) if item.name in budgets else 0, (len(budgets) - 1) / 2
    is_dearest = bool(budgets) and item.name == budgets[-1]
    return (
        item.name != taste.trip.budget and bool(taste.trip.budget),
        taste.is_nothing_for_them(item.whole),
        is_dearest,
        -taste.company(item.quote.text),
        abs(of - middle),
        item.quote.start,
    )

"""Where to stay in a place: a guide lists its lodgings by budget, and says for whom they are."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from chat.agent.answers.passages import Quote
from chat.trips.atlas import Atlas
from chat.trips.items import Item, items_in, sentences
from chat.trips.plan import Notice
from chat.trips.taste import Taste, judged
from chat.trips.wishes import Trip


def lodging(atlas: Atlas, place: int, trip: Trip) -> Item | None:
    """What is something for such people, of the budget that was asked for; where none was, what is told to suit them
    and is not dear, else the middle one."""
    return next(iter(lodgings(atlas, place, trip)), None)


def lodgings(atlas: Atlas, place: int, trip: Trip) -> list[Item]:
    """All of a place, what fits best first, each without the sentences that are nothing for such people."""
    passage, taste = atlas.section(place, "stay", trip), atlas.taste(trip)
    offered = [judged(suiting(item, taste), taste) for item in items_in(passage)] if passage else []
    return sorted(offered, key=lambda item: _unfit(item, taste))


def dearer_beds(atlas: Atlas, places: Iterable[int], trip: Trip) -> Iterator[Notice]:
    """Where what is of the traveller's budget is nothing for them: hostels for a family."""
    budgets = atlas.guide.budgets
    dearer = budgets[budgets.index(trip.budget) + 1 :] if trip.budget in budgets else ()
    names = [atlas.places[place] for place in places if (bed := lodging(atlas, place, trip)) and bed.name in dearer]
    if names:
        yield Notice("dearer_beds", ", ".join(names))


def suiting(item: Item, taste: Taste) -> Item:
    """The sentences that stand together and tell such people most, of whole lodgings: a campsite after the hostels."""
    text, told = item.quote.passage.section_text, item.quote
    spans = list(pairwise([told.start, *sentences(item)]))
    kept = [span for span in spans if not taste.is_nothing_for_them(text[slice(*span)])]
    if not kept or kept == spans:
        return item
    best = max(kept, key=lambda span: taste.company(text[slice(*span)]))
    start = best[0] + len(text[slice(*best)]) - len(text[slice(*best)].lstrip())
    return replace(item, quote=Quote(told.passage, start, best[1], 0.0), whole=text[start : best[1]])


def _unfit(item: Item, taste: Taste) -> tuple[bool, bool, bool, int, float, int]:
    """What speaks against it, the weightiest first."""
    budgets = taste.guide.budgets
    of, middle = budgets.index(item.name) if item.name in budgets else 0, (len(budgets) - 1) / 2
    return (
        taste.is_nothing_for_them(item.whole),
        item.name != taste.trip.budget and bool(taste.trip.budget),
        item.name in budgets[-1:],
        -taste.company(item.quote.text),
        abs(of - middle),
        item.quote.start,
    )

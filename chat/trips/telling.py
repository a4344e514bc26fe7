"""The answer to a question about what guides list, place by place in the guides' own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.retrieval.searches import Retrieved
from chat.agent.state import Draft
from chat.trips.asides import Aside
from chat.trips.atlas import Atlas
from chat.trips.eating import dinners
from chat.trips.items import Item
from chat.trips.vocabulary import says
from chat.trips.wishes import Trip
from knowledge.text.terms import fold

# How many items are told of a place, and of how many places where none was named.
MAX_ITEMS, MAX_PLACES = 3, 6
MAX_OF_MANY = 1
"""items of each place where more than a plan has are told"""
MANY_PLACES = 4


@dataclass(frozen=True)
class Told:
    """What is at hand for the answer: for each place its items, best first."""

    items: Mapping[int, tuple[Item, ...]]
    atlas: Atlas


def told(aside: Aside, atlas: Atlas, trip: Trip) -> Told:
    """`trip` has what is wished for: of the plan, or of the question alone."""
    found = {place: tuple(_items(aside, atlas, trip, place)) for place in aside.places}
    worthiest = sorted((place for place in found if found[place]), key=lambda place: -found[place][0].score)
    if len(worthiest) <= MANY_PLACES:
        return Told({place: found[place] for place in found if found[place]}, atlas)
    return Told({place: found[place][:MAX_OF_MANY] for place in worthiest[:MAX_PLACES]}, atlas)


def evidence(found: Told, query: str) -> Retrieved:
    passages = {item.quote.passage.section_id: item.quote.passage for item in _all(found)}
    return Retrieved(query, (query,), tuple(passages.values()), 0.0)


def _all(found: Told) -> Iterator[Item]:
    return (item for items in found.items.values() for item in items)


def _items(aside: Aside, atlas: Atlas, trip: Trip, place: int) -> Sequence[Item]:
    if aside.things:
        return _listed(aside.things, atlas, trip, place)
    return [item for role in aside.roles for item in _of_role(role, atlas, trip, place)]


def _listed(things: Sequence[str], atlas: Atlas, trip: Trip, place: int) -> Sequence[Item]:
    """What is called so before what only tells of it."""
    items = atlas.items(place, "sights", trip)
    called = [item for item in items if any(says(thing, fold(item.name)) for thing in things)]
    telling = [item for item in items if item not in called and any(says(thing, fold(item.whole)) for thing in things)]
    return [*called, *telling][:MAX_ITEMS]


def _of_role(role: str, atlas: Atlas, trip: Trip, place: int) -> Sequence[Item]:
    items = atlas.items(place, role, trip)
    if role == "stay":
        return [item for item in items if item.name == trip.budget] or sorted(items, key=lambda item: item.quote.start)
    if role == "food":
        return dinners(items, atlas.guide)[:MAX_ITEMS]
    if role == "transport":
        return sorted(items, key=lambda item: -atlas.guide.count("around", item.whole))[:MAX_ITEMS]
    if role == "climate":
        return sorted(items, key=lambda item: item.quote.start)[:MAX_ITEMS]
    return items[:MAX_ITEMS]


def composed(found: Told, language: str, labels: Mapping[str, str]) -> Draft:
    """`labels` are the names of the form's values in the language: a guide's lodgings are listed by budget."""
    drafting = Drafting(language)
    paragraphs = []
    for place, items in found.items.items():
        lines = [_line(replace(item, name=labels.get(item.name, item.name)), item, drafting) for item in items]
        heading = [f"### {escape(found.atlas.places[place])}", ""] if len(found.items) > 1 else []
        paragraphs.append("\n".join([*heading, *lines]))
    return drafting.draft(paragraphs)


def _line(called: Item, item: Item, drafting: Drafting) -> str:
    name = f"**{escape(called.name)}** — " if item.name and item.said != item.quote.text else ""
    return f"- {name}{shown(item.said, '')} [{drafting.number(item.quote)}]"

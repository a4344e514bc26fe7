"""The answer to a question about what guides list, place by place in the guides' own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.question_words import QuestionWords
from chat.agent.retrieval.searches import Retrieved
from chat.agent.state import Draft
from chat.assistant_form import labels
from chat.trips import events, wording
from chat.trips import sections as guides
from chat.trips.asides import Aside
from chat.trips.atlas import Atlas
from chat.trips.eating import dinners
from chat.trips.items import Item, items_in
from chat.trips.lodging import lodgings
from chat.trips.unable import Inability
from chat.trips.vocabulary import says
from chat.trips.wishes import Trip, values_said, wishes_for_nights
from chat.trips.writing import wished
from knowledge.text.terms import fold

# How many items are told of a place, and of how many places where none was named.
MAX_ITEMS, MAX_SIGHTS, MAX_PLACES = 3, 6, 6
MAX_SECTIONS = 20
MAX_OF_MANY = 1
"""items of each place where more than a plan has are told"""
MANY_PLACES = 4


@dataclass(frozen=True)
class Told:
    """What is at hand for the answer: for each guide its items, best first; none where no guide tells of it."""

    items: Mapping[int, tuple[Item, ...]]
    atlas: Atlas
    inability: Inability = ""
    """said before what the guides tell"""
    diets: tuple[str, ...] = ()
    """lists of the vocabulary: what those who ask do not eat"""
    to_plan: Trip | None = None
    """that may be made of what is told"""


def told(aside: Aside, atlas: Atlas, trip: Trip, today: date) -> Told:
    """`trip` has what is wished for: of the plan, or of the question alone."""
    if not aside.places:
        return Told(_anywhere(aside, atlas, trip), atlas)
    found = {place: tuple(_items(aside, atlas, trip, place, today)) for place in aside.places}
    worthiest = sorted((place for place in found if found[place]), key=lambda place: -found[place][0].score)
    if len(worthiest) <= MANY_PLACES:
        return Told({place: found[place] for place in found if found[place]}, atlas)
    return Told({place: found[place][:MAX_OF_MANY] for place in worthiest[:MAX_PLACES]}, atlas)


def _anywhere(aside: Aside, atlas: Atlas, trip: Trip) -> dict[int, tuple[Item, ...]]:
    """What is no sight: sentences that say it, of whatever section."""
    wanted = guides.sections_saying(atlas.searcher.scope, aside.named, lambda text: _says_any(aside.things, text))
    items = [
        item
        for passage in atlas.passages(trip.query, wanted[:MAX_SECTIONS]).values()
        for item in items_in(passage)
        if _says_any(aside.things, fold(item.whole))
    ]
    items.sort(key=lambda item: [not says(thing, fold(item.whole)) for thing in aside.things])
    found: dict[int, tuple[Item, ...]] = {}
    for item in items[:MAX_ITEMS]:
        document = item.quote.passage.document_id
        found[document] = (*found.get(document, ()), replace(item, name=""))
    return found


def _says_any(things: Sequence[str], folded: str) -> bool:
    return any(says(thing, folded) for thing in things)


def evidence(found: Told, query: str) -> Retrieved:
    passages = {item.quote.passage.section_id: item.quote.passage for item in _all(found)}
    return Retrieved(query, (query,), tuple(passages.values()), 0.0)


def _all(found: Told) -> Iterator[Item]:
    return (item for items in found.items.values() for item in items)


def _items(aside: Aside, atlas: Atlas, trip: Trip, place: int, today: date) -> Sequence[Item]:
    if not aside.roles:
        return _listed(aside, atlas, trip, place)
    found = []
    for role in aside.roles:
        items = atlas.items(place, role, trip)
        # "How do we get there from the airport?"
        saying = [item for item in items if _says_any(aside.things, fold(item.whole))]
        if saying and role == "climate":
            saying = [item for item in items if item in saying or atlas.guide.tells("season", item.whole)]
        items = saying or items
        found += _of_role(role, items, atlas, trip, today)
    return found


def _listed(aside: Aside, atlas: Atlas, trip: Trip, place: int) -> Sequence[Item]:
    """What is called so before what only tells of it."""
    said, things = QuestionWords(aside.words), aside.things
    items = [
        item
        for item in atlas.items(place, "sights", trip)
        if said.coverage(f"{item.name} {item.whole}", item.quote.passage.language) == 1
    ]
    called = [item for item in items if _says_any(things, fold(item.name))]
    telling = [item for item in items if item not in called and _says_any(things, fold(item.whole))]
    return [*called, *telling][:MAX_ITEMS]


def _of_role(role: str, items: Sequence[Item], atlas: Atlas, trip: Trip, today: date) -> Sequence[Item]:
    if role == "stay" and trip.travellers and not trip.budget:
        taste = atlas.taste(trip)
        fitting = lodgings(atlas, items[0].quote.passage.document_id, trip) if items else []
        return [item for item in fitting if not taste.is_nothing_for_them(item.whole)]
    if role == "stay":
        return [item for item in items if item.name == trip.budget] or sorted(items, key=lambda item: item.quote.start)
    if role == "food":
        return dinners(items, atlas.guide)[:MAX_ITEMS]
    if role == "sights":
        return _sights(items, atlas, trip)
    if role == "transport":
        return sorted(items, key=lambda item: -atlas.guide.count("around", item.whole))[:MAX_ITEMS]
    span = events.days_of(trip, today)
    dated = [item for item in items if span and events.falls_on(item.whole, *span)]
    return sorted(dated or items, key=lambda item: item.quote.start)[:MAX_ITEMS]


def _sights(items: Sequence[Item], atlas: Atlas, trip: Trip) -> Sequence[Item]:
    """What suits best; of an evening what is told to be for one, food and drink too."""
    taste, guide, folded = atlas.taste(trip), atlas.guide, fold(trip.text)
    if items and (says("evening", folded) or wishes_for_nights(folded)):
        food = atlas.items(items[0].quote.passage.document_id, "food", trip)
        out = [item for item in (*items, *food) if guide.tells("nightlife", item.whole)]
        items = out or [item for item in (*items, *food) if guide.tells("evening", item.whole)] or items
    return [item for item in items if not taste.is_out_of_question(item)][:MAX_SIGHTS]


def composed(found: Told, language: str, called: Mapping[str, str]) -> Draft:
    """`called` are the names of the form's values in the language: a guide's lodgings are listed by budget."""
    drafting = Drafting(language)
    paragraphs = [f"*{wording.unable(found.inability, language)}*"] if found.inability else []
    if found.diets:
        told = [item.name for item in _all(found) if _says_any(found.diets, fold(item.whole))]
        paragraphs.append(f"*{wording.of_diets(', '.join(map(escape, told)), language)}*")
    if found.to_plan and (said := wished(found.to_plan, called, language)):
        paragraphs.append(f"*{escape(said)}*")
    for items in found.items.values():
        lines = [_line(replace(item, name=called.get(item.name, item.name)), item, drafting) for item in items]
        heading = [f"### {escape(items[0].quote.passage.title)}", ""] if len(found.items) > 1 else []
        paragraphs.append("\n".join([*heading, *lines]))
    return drafting.draft(paragraphs)


def choices(found: Told, offered: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """A wish for a plan of what is told, for those who asked."""
    trip = found.to_plan
    if trip is None or len(found.items) != 1:
        return ()
    (place,) = found.items
    company = labels(offered, language).get(trip.travel_type, trip.travel_type)
    is_understood = values_said(company, offered).get("travel_type", "") == trip.travel_type
    said = wording.trip_to(found.atlas.places[place], trip.days, language)
    return (f"{said}, {company.lower()}" if company and is_understood else said,)


def _line(called: Item, item: Item, drafting: Drafting) -> str:
    name = f"**{escape(called.name)}** — " if item.name and item.said != item.quote.text else ""
    return f"- {name}{shown(item.said, '')} [{drafting.number(item.quote)}]"

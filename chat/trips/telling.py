"""The answer to a question about what guides list, place by place in the guides' own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.retrieval.searches import Retrieved
from chat.agent.state import Draft
from chat.assistant_form import labels
from chat.trips import events, notices
from chat.trips.asides import Aside
from chat.trips.atlas import Atlas
from chat.trips.eating import dinners
from chat.trips.items import Item
from chat.trips.lodging import dearer_beds, lodgings
from chat.trips.plan import Notice
from chat.trips.seeking import Sought, found_for, of_many
from chat.trips.unable import Inability
from chat.trips.vocabulary import says
from chat.trips.wishes import Trip, values_said, wishes_for_nights
from chat.trips.wording import of_diets, say
from chat.trips.writing import wished
from knowledge.text.terms import fold

MAX_ITEMS, MAX_SIGHTS = 3, 6
"""of a place"""


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
    notices: tuple[Notice, ...] = ()


def told(aside: Aside, atlas: Atlas, trip: Trip, today: date) -> Told:
    """`trip` has what is wished for: of the plan, or of the question alone."""
    if not aside.roles:
        found, notices = found_for(Sought(aside.things, aside.words), aside.places, atlas, trip)
        return Told(found, atlas, notices=notices)
    notices = (Notice("not_all", aside.words),) if aside.words else ()
    items = {place: some for place in aside.places if (some := tuple(_items(aside, atlas, trip, place, today)))}
    if "stay" in aside.roles and trip.budget:
        notices = (*notices, *dearer_beds(atlas, aside.places, trip))
    return Told(of_many(items), atlas, notices=notices)


def _says_any(things: Sequence[str], folded: str) -> bool:
    return any(says(thing, folded) for thing in things)


def evidence(found: Told, query: str) -> Retrieved:
    passages = {item.quote.passage.section_id: item.quote.passage for item in _all(found)}
    return Retrieved(query, (query,), tuple(passages.values()), 0.0)


def _all(found: Told) -> Iterator[Item]:
    return (item for items in found.items.values() for item in items)


def _items(aside: Aside, atlas: Atlas, trip: Trip, place: int, today: date) -> Sequence[Item]:
    found: list[Item] = []
    for role in aside.roles:
        items = atlas.items(place, role, trip)
        # "How do we get there from the airport?"
        saying = [item for item in items if _says_any(aside.things, fold(item.whole))]
        if saying and role == "climate":
            saying = [item for item in items if item in saying or atlas.guide.tells("season", item.whole)]
        items = saying or items
        found += _of_role(role, items, atlas, trip, today)
    return found


def _of_role(role: str, items: Sequence[Item], atlas: Atlas, trip: Trip, today: date) -> Sequence[Item]:
    if role == "stay":
        return _beds(items, atlas, trip)
    if role == "food":
        return dinners(items, atlas.guide)[:MAX_ITEMS]
    if role == "sights":
        return _sights(items, atlas, trip)
    if role == "transport":
        return sorted(items, key=lambda item: -atlas.guide.count("around", item.whole))[:MAX_ITEMS]
    span = events.days_of(trip, today)
    dated = [item for item in items if span and events.falls_on(item.whole, *span)]
    return sorted(dated or items, key=lambda item: item.quote.start)[:MAX_ITEMS]


def _beds(items: Sequence[Item], atlas: Atlas, trip: Trip) -> Sequence[Item]:
    """By what was said of money and people; all of them, as the guide lists them, where nothing was."""
    taste = atlas.taste(trip)
    fitting = lodgings(atlas, items[0].quote.passage.document_id, trip) if items else []
    if trip.budget and any(item.name in taste.guide.budgets for item in fitting):
        return fitting[:1]
    if trip.travellers:
        return [item for item in fitting if not taste.is_nothing_for_them(item.whole)]
    return sorted(items, key=lambda item: item.quote.start)


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
    paragraphs = [f"*{say(found.inability, language)}*"] if found.inability else []
    paragraphs += [f"*{escape(said)}*" for said in notices.said(found.notices, language)]
    if found.diets:
        told = [item.name for item in _all(found) if _says_any(found.diets, fold(item.whole))]
        paragraphs.append(f"*{of_diets(', '.join(map(escape, told)), language)}*")
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
    said = say("trip_to", language, place=found.atlas.places[place], days=trip.days)
    return (f"{said}, {company.lower()}" if company and is_understood else said,)


def _line(called: Item, item: Item, drafting: Drafting) -> str:
    name = f"**{escape(called.name)}** — " if item.name and item.said != item.quote.text else ""
    return f"- {name}{shown(item.said, '')} [{drafting.number(item.quote)}]"

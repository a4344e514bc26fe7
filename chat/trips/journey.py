"""What is read for a trip: the guides of the places it goes to, and the ways between them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from asgiref.sync import sync_to_async

from chat.agent.retrieval.searches import Retrieved, Searcher
from chat.agent.retrieval.selection import one_per_section
from chat.trips import sections as guides
from chat.trips.guide import Guide
from chat.trips.legs import Leg, best
from chat.trips.places import choose, named
from chat.trips.wishes import Trip
from knowledge.models import Section
from knowledge.retrieval.config import Passage

# Wishes are no question that a sentence could answer.
THRESHOLD = 0.05
# How many passages tell how worthy each place is of the wishes.
DEEP = 60
ALWAYS_FIRST = ("overview", "sights")
ALWAYS = ("food", "stay", "transport")


@dataclass(frozen=True)
class Journey:
    retrieved: Retrieved
    places: tuple[int, ...]
    """document ids, in the order of the journey; none where nothing fits"""


async def plan(searcher: Searcher, trip: Trip, guide: Guide, top_k: int) -> Journey:
    filtered = replace(searcher, scope=replace(searcher.scope, categories=trip.interests))
    # A filter by interests must not leave a traveller with nothing.
    found = (await filtered(trip.query, DEEP) if trip.interests else []) or await searcher(trip.query, DEEP)
    return await sync_to_async(_planned)(searcher, trip, guide, one_per_section(found), top_k)


def _planned(searcher: Searcher, trip: Trip, guide: Guide, found: list[Passage], top_k: int) -> Journey:
    known = guides.places(searcher.scope, guide)
    if not known:
        return Journey(Retrieved(trip.query, (trip.query,), tuple(found[:top_k]), THRESHOLD), ())
    asked = named(trip.text, known)
    legs = guides.legs(searcher.scope, guide, known)
    chosen = choose(trip, asked, _worth(searcher, trip, guide, found), _affordable(legs, trip, guide))
    sections = guides.sections_of(searcher.scope, guide, chosen)
    wanted = [*_wanted(sections, trip, guide), *_routes(chosen, legs, trip, guide)]
    read = guides.passages(searcher, trip.query, wanted)
    evidence = one_per_section([*(read[pk] for pk in wanted if pk in read), *found])
    kept = tuple(evidence[: max(top_k, len(set(wanted)))])
    # What was wished for in the form or by a place's name is relevant by being so chosen; a text alone must tell.
    least = 0.0 if asked or trip.interests or trip.budget or trip.travel_type else THRESHOLD
    return Journey(Retrieved(trip.query, (trip.query,), kept, least), tuple(chosen))


def _affordable(legs: list[Leg], trip: Trip, guide: Guide) -> list[Leg]:
    """For whoever saves money only those that are said to be cheap, where any are."""
    cheapest = guide.cues.get("budgets", ("",))[0]
    return (trip.budget == cheapest and [leg for leg in legs if guide.tells(cheapest, leg.text)]) or legs


def _worth(searcher: Searcher, trip: Trip, guide: Guide, found: Sequence[Passage]) -> dict[int, float]:
    """0-2 for each place: how well the search found it, and how many of its sights are what is wished for."""
    sights = guides.sights(searcher.scope, guide)
    by_search = dict.fromkeys(sights, 0.0)
    for passage in found:
        if passage.document_id in by_search:
            by_search[passage.document_id] += passage.score
    wishes = [wish for wish in (*trip.interests, trip.budget, trip.travel_type) if wish]
    on_foot = guide.tells("without_car", trip.query)
    by_cues = {
        place: sum(_value(line, wishes, guide, on_foot=on_foot) for line in text.splitlines())
        for place, text in sights.items()
    }
    return {place: _share(by_search, place) + _share(by_cues, place) for place in sights}


def _value(line: str, wishes: Sequence[str], guide: Guide, *, on_foot: bool) -> float:
    """How many wishes a sight fulfils, if it can be reached."""
    if on_foot and not guide.tells("by_public_transport", line):
        return 0.0
    return float(sum(guide.tells(wish, line) for wish in wishes))


def _share(values: dict[int, float], place: int) -> float:
    return values[place] / (max(values.values()) or 1.0)


def _wanted(sections: Sequence[Section], trip: Trip, guide: Guide) -> list[int]:
    """First what every place is known by and what was asked for, place by place, then what every trip needs."""
    roles = {title: role for role, title in guide.sections.items()}
    first, then = [], []
    for section in sections:
        role = roles[section.title]
        asked = set(section.categories) & set(trip.interests) or guide.tells(role, trip.text)
        if role in ALWAYS_FIRST or asked:
            first.append(section.pk)
        elif role in ALWAYS:
            then.append(section.pk)
    return [*first, *then]


def _routes(chosen: Sequence[int], legs: Sequence[Leg], trip: Trip, guide: Guide) -> list[int]:
    ways = (best(legs, one, other, lambda row: guide.tells(trip.budget, row)) for one, other in pairwise(chosen))
    return [way.section_id for way in ways if way]

"""A trip that is planned anew: where it goes, and what its traveller is told of that."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from chat.agent.events import Question
from chat.agent.retrieval.searches import Retrieved
from chat.trips import journey
from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.besides import with_what_else_is_wished
from chat.trips.elsewhere import others_without_guide
from chat.trips.lodging import dearer_beds
from chat.trips.memory import Memory
from chat.trips.places import named
from chat.trips.plan import Notice, Plan
from chat.trips.planning import plan
from chat.trips.seeking import Sought, sought_in, told_in
from chat.trips.when import days_in, when
from chat.trips.where_to import decides, meant_by
from chat.trips.wishes import Trip, trip_of
from chat.trips.within import told_of
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# Other places that are offered where the traveller said none.
MAX_OTHERS = 3


def wished(question: Question, asked: str, places: Mapping[int, str]) -> Question:
    """`asked` has what the message leaves unsaid; "and now 4 days in Perth" would go with it to where the plan went."""
    is_another = Memory.of(question) and named(question.text, places) and days_in(fold(question.text))
    question = question if is_another else replace(question, text=asked)
    return replace(question, text=meant_by(question, places) or question.text)


async def made(
    question: Question, atlas: Atlas, top_k: int, offered: Mapping[str, Any], subject: str
) -> tuple[Retrieved, Plan]:
    """`subject` is what all guides are about."""
    trip = trip_of(question, offered, timezone.localdate())
    found = await journey.search(atlas, trip)

    def from_what_is_found() -> tuple[Retrieved, Plan]:
        is_decided = decides(
            question, "\n".join(guides.sights(atlas.searcher.scope, atlas.guide).values()), offered, subject
        )
        planned = _planned(atlas, trip, found if is_decided else ())
        if when(fold(trip.text), timezone.localdate()).days > planned.trip.days:
            planned = planned.with_notice(Notice("cut", day=planned.trip.days))
        return journey.evidence(atlas, trip, planned.places, found, top_k), planned

    return await sync_to_async(from_what_is_found)()


def _planned(atlas: Atlas, trip: Trip, found: Sequence[Passage]) -> Plan:
    told = told_of(trip.text, atlas.searcher.scope, atlas.guide, atlas.places)
    within = told[1] if told else _where_told(atlas, trip)
    planned = plan(atlas, trip, journey.places(atlas, trip, found, within))
    if told:
        planned = planned.with_notice(Notice("told_of", told[0], place=atlas.places[told[1]]))
    elif planned.days and not named(trip.text, atlas.places):
        planned = planned.with_notice(_chosen(atlas, trip, planned))
    for name in others_without_guide(trip.text, atlas.searcher.scope, atlas.guide, atlas.places):
        planned = planned.with_notice(Notice("no_guide", name))
    planned = replace(planned, notices=(*planned.notices, *dearer_beds(atlas, planned.places, planned.trip)))
    return with_what_else_is_wished(atlas, planned)


def others(atlas: Atlas, planned: Plan) -> list[str]:
    """Places that suit as well, where the traveller said none."""
    if not any(notice.news in ("chosen", "chosen_any") for notice in planned.notices):
        return []
    wished = journey.sights_wished(atlas, planned.trip)
    suiting = [one for one in journey.suiting(atlas, planned.trip) if wished[one] and one not in planned.places]
    return [atlas.places[place] for place in suiting[:MAX_OTHERS]]


def _where_told(atlas: Atlas, trip: Trip) -> int | None:
    """Of what one wants to do and no guide lists, the guide that says something of it all the same."""
    things = sought_in(trip.text)
    if named(trip.text, atlas.places) or not things or any(journey.sights_wished(atlas, trip).values()):
        return None
    return next((place for place in told_in((), Sought(things), atlas, trip) if place in atlas.places), None)


def _chosen(atlas: Atlas, trip: Trip, planned: Plan) -> Notice:
    """Why it goes there, where nobody said so."""
    names = ", ".join(atlas.places[place] for place in planned.places)
    wished = journey.sights_wished(atlas, trip) if journey.wishes(trip) else {}
    count = sum(wished.get(place, 0) for place in planned.places)
    return Notice("chosen", names, day=count) if count else Notice("chosen_any", names)

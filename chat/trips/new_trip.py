"""A trip that is planned anew: where it goes, what is wished for besides, and what its traveller is told of that."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async
from django.utils import timezone

from chat.agent.events import Question
from chat.agent.retrieval.searches import Retrieved
from chat.trips import journey
from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.declining import declined_things, words_declined
from chat.trips.elsewhere import others_without_guide, told_of
from chat.trips.heard import Heard
from chat.trips.lodging import dearer_beds
from chat.trips.needs import needs_in
from chat.trips.nights import with_nights
from chat.trips.outcome import notes_on
from chat.trips.places import named
from chat.trips.plan import Notice, Plan
from chat.trips.planning import plan
from chat.trips.revising import without_items
from chat.trips.saying import sum_in
from chat.trips.seeking import Sought, sought_in, told_in, unfulfilled
from chat.trips.travelling import by_other_means
from chat.trips.vocabulary import pattern, says
from chat.trips.weather import in_the_rain
from chat.trips.when import days_in, when
from chat.trips.where_to import decides, meant_by
from chat.trips.wishes import Trip, trip_of, wishes_for_nights
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# Other places that are offered where the traveller said none.
MAX_OTHERS = 3


def wished(heard: Heard, asked: str) -> Question:
    """`asked` has what the message leaves unsaid; "and now 4 days in Perth" would go with it to where the plan went."""
    is_another = heard.memory and heard.named and days_in(heard.folded)
    heard = heard if is_another else heard.saying(asked)
    return replace(heard.question, text=meant_by(heard) or heard.text)


async def made(heard: Heard, atlas: Atlas, top_k: int, subject: str) -> tuple[Retrieved, Plan]:
    """`subject` is what all guides are about."""
    trip = trip_of(heard.question, heard.offered, timezone.localdate())
    found = await journey.search(atlas, trip)

    def from_what_is_found() -> tuple[Retrieved, Plan]:
        sights = "\n".join(guides.sights(heard.scope, heard.guide).values())
        is_decided = decides(heard.question, sights, heard.offered, subject)
        planned = _planned(heard, atlas, trip, found if is_decided else ())
        if when(heard.folded, timezone.localdate()).days > planned.trip.days:
            planned = planned.with_notice(Notice("cut", day=planned.trip.days))
        return journey.evidence(atlas, trip, planned.places, found, top_k), planned

    return await sync_to_async(from_what_is_found)()


def _planned(heard: Heard, atlas: Atlas, trip: Trip, found: Sequence[Passage]) -> Plan:
    told = told_of(heard)
    within = told[1] if told else _where_told(atlas, trip)
    planned = plan(atlas, trip, journey.places(atlas, trip, found, within))
    if told:
        planned = planned.with_notice(Notice("told_of", told[0], place=atlas.places[told[1]]))
    elif planned.days and not heard.named:
        planned = planned.with_notice(_chosen(atlas, trip, planned))
    planned = planned.with_notice(*(Notice("no_guide", name) for name in others_without_guide(heard)))
    planned = planned.with_notice(*dearer_beds(atlas, planned.places, planned.trip))
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


def with_what_else_is_wished(atlas: Atlas, made: Plan) -> Plan:
    text = fold(made.trip.text)
    if unwanted := declined_things(text):
        made = without_items(atlas, replace(made, unwanted=unwanted), Change(unwanted=unwanted))
        made = made.with_notice(Notice("declined", words_declined(made.trip.text, unwanted)))
    if wishes_for_nights(text):
        made = with_nights(atlas, made)
    if says("rain", text) and not says("dry", text):
        made = in_the_rain(atlas, made, Change(rain=True)).with_notice(Notice("sheltered"))
    made = made.with_notice(*_untold(atlas, made))
    if made.trip.means:
        made = made.with_notice(*(way for way in by_other_means(atlas, made) if way.news == "no_such_way"))
    if said := sum_in(text):
        made = made.with_notice(Notice("sum", said))
    carried = [need for need in made.trip.needs if need not in needs_in(made.trip.text)]
    made = made.with_notice(Notice("carried", needs=tuple(carried))) if carried else made
    return made.with_notice(*notes_on(made, made.trip.needs))


def _untold(atlas: Atlas, made: Plan) -> Iterator[Notice]:
    """Of what one wants to do and no day has, what the guides to these places do not tell either."""
    for thing in unfulfilled(sought_in(made.trip.text), made.items):
        wanted = Sought([thing])
        if told_in(made.places, wanted, atlas, made.trip):
            continue
        others = [atlas.places[place] for place in told_in((), wanted, atlas, made.trip) if place in atlas.places]
        said = ", ".join(dict.fromkeys(re.findall(pattern(thing), fold(made.trip.text))))
        yield Notice("told_elsewhere", said, place=", ".join(others)) if others else Notice("not_told", said)

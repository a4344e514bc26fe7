"""What a wish for a new plan says besides places, days and interests: evenings out, rain, what one does not eat or does
not want to see."""

import re
from collections.abc import Iterator
from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.declining import declined_things, words_declined
from chat.trips.needs import needs_in
from chat.trips.nights import with_nights
from chat.trips.outcome import notes_on
from chat.trips.plan import Notice, Plan
from chat.trips.revising import without_items
from chat.trips.seeking import Sought, sought_in, told_in, unfulfilled
from chat.trips.travelling import by_other_means
from chat.trips.vocabulary import pattern, says
from chat.trips.weather import in_the_rain
from chat.trips.wishes import wishes_for_nights
from knowledge.text.terms import fold


def with_what_else_is_wished(atlas: Atlas, made: Plan) -> Plan:
    text = fold(made.trip.text)
    if unwanted := declined_things(text):
        made = without_items(atlas, replace(made, unwanted=unwanted), Change(unwanted=unwanted))
        made = made.with_notice(Notice("declined", words_declined(made.trip.text, unwanted)))
    if wishes_for_nights(text):
        made = with_nights(atlas, made)
    if says("rain", text) and not says("dry", text):
        made = in_the_rain(atlas, made, Change(rain=True)).with_notice(Notice("sheltered"))
    made = replace(made, notices=(*made.notices, *_untold(atlas, made)))
    if made.trip.means:
        lacking = [way for way in by_other_means(atlas, made) if way.news == "no_such_way"]
        made = replace(made, notices=(*made.notices, *lacking))
    carried = [need for need in made.trip.needs if need not in needs_in(made.trip.text)]
    made = made.with_notice(Notice("carried", needs=tuple(carried))) if carried else made
    return replace(made, notices=(*made.notices, *notes_on(made, made.trip.needs)))


def _untold(atlas: Atlas, made: Plan) -> Iterator[Notice]:
    """Of what one wants to do and no day has, what the guides to these places do not tell either."""
    for thing in unfulfilled(sought_in(made.trip.text), made.items):
        wanted = Sought([thing])
        if told_in(made.places, wanted, atlas, made.trip):
            continue
        others = [atlas.places[place] for place in told_in((), wanted, atlas, made.trip) if place in atlas.places]
        said = ", ".join(dict.fromkeys(re.findall(pattern(thing), fold(made.trip.text))))
        yield Notice("told_elsewhere", said, place=", ".join(others)) if others else Notice("not_told", said)

"""What a wish for a new plan says besides places, days and interests: evenings out, rain, what one does not eat or does
not want to see."""

from dataclasses import replace

from chat.trips.atlas import Atlas
from chat.trips.change import Change
from chat.trips.declining import declined_things, words_declined
from chat.trips.nights import with_nights
from chat.trips.plan import Notice, Plan
from chat.trips.revising import without_items
from chat.trips.vocabulary import said_of, says
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
    return made.with_notice(_of_diets(made, diets)) if (diets := said_of("diets", text)) else made


def _of_diets(made: Plan, diets: tuple[str, ...]) -> Notice:
    """With the places of the plan that the guides tell to have such food: of all others they do not say."""
    items = (item for planned in made.days for item in planned.day.items().values())
    told = [item.name for item in items if any(says(diet, fold(item.whole)) for diet in diets)]
    return Notice("diet", ", ".join(dict.fromkeys(told)))

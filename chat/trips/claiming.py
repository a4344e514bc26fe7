"""Whether a message is about a trip: a new one, the plan that was made before, or what the guides answer."""

from django.utils import timezone

from chat.trips import asides
from chat.trips import sections as guides
from chat.trips.asking_back import is_unclear
from chat.trips.change import Change, Known
from chat.trips.elsewhere import is_only_a_name, pending_place, place_without_guide, resumed
from chat.trips.heard import Heard
from chat.trips.memory import Memory
from chat.trips.message import change_of
from chat.trips.needs import asks_of_access
from chat.trips.places import only_names
from chat.trips.saying import asks_something
from chat.trips.unable import inability_in
from chat.trips.vocabulary import says
from chat.trips.when import days_in
from chat.trips.where_to import gone_on
from chat.trips.wishes import asks_for_a_plan, asks_what_to_see, is_plan, is_said_as_wish, without_values


def is_of_a_trip(heard: Heard, written: str) -> bool:
    """`written` is the message itself, of which the question says what it leaves unsaid."""
    return bool(inability_in(heard.folded)) or asks_of_access(heard.text) or is_planned_for(heard, written)


def is_planned_for(heard: Heard, written: str) -> bool:
    """Not of what nobody here can do."""
    if asides.aside_in(heard):
        return True
    if heard.memory and written != heard.text and asks_something(written):
        return False  # about the plan: with the wish that it was made for, it would read as a wish for another
    if only_names(heard.text, heard.places) or continues(heard) or wish_resumed(heard) or pending_place(heard):
        return True
    sees = asks_what_to_see(heard.text, heard.offered)
    if place_without_guide(heard):
        is_turned = heard.memory is not None and says("replace", heard.folded)
        is_wish = asks_for_a_plan(heard.question) or is_said_as_wish(heard.text, heard.offered)
        return sees or is_turned or is_wish or is_only_a_name(heard.text)
    if heard.named and (sees or is_said_as_wish(heard.text, heard.offered)):
        return True
    is_another = heard.memory is None or is_plan(heard.text) or _is_as_long(heard, heard.memory) or bool(heard.named)
    return is_another and asks_for_a_plan(heard.question)


def continues(heard: Heard) -> bool:
    """Whether it changes the plan that was made before, or is about it and not understood."""
    if heard.memory is None or (is_plan(heard.text) and not says("update", heard.folded)):
        return False
    if wish_resumed(heard) or _is_whole_trip(heard) or place_without_guide(heard):
        return False
    if change_in(heard, heard.memory).is_any or asides.aside_in(heard) or inability_in(heard.folded) == "book":
        return True
    is_another = only_names(heard.text, heard.places) or _is_as_long(heard, heard.memory)
    return not is_another and is_unclear(heard.text, heard.scope)


def wish_resumed(heard: Heard) -> str:
    """The wish that a message goes on from, where no guide goes there or it said no place."""
    return ("" if heard.memory else gone_on(heard)) or resumed(heard)


def change_in(heard: Heard, memory: Memory) -> Change:
    """Of the plan that is remembered."""
    lines = {place: text.splitlines() for place, text in guides.sights(heard.scope, heard.guide).items()}
    sights = [line for place in dict.fromkeys(heard.planned) for line in lines.get(place, ())]
    others = [line for place, some in lines.items() if place not in heard.planned for line in some]
    known = Known(heard.planned, memory.items, heard.places, heard.offered, sights, others)
    change = change_of(heard.text, known, timezone.localdate())
    return Change() if change.undo and Memory.before(heard.question) is None else change


def _is_whole_trip(heard: Heard) -> bool:
    """Days and several places, and nothing of a change: "10 days, Sydney and Melbourne"."""
    rest = without_values(heard.folded, heard.offered)
    changes = any(says(how, rest) for how in ("add", "more", "remove", "less", "replace", "update", "free"))
    return bool(days_in(rest)) and len(heard.named) > 1 and not changes


def _is_as_long(heard: Heard, memory: Memory) -> bool:
    """As the plan or longer: "a day of shopping" is no other trip."""
    return days_in(heard.folded) >= len(memory.known["days"])

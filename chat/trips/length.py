"""How long a trip is to be, whatever comes in: "add Canberra but keep it at 4 days", "engade Canberra, 4 en total"."""

from collections.abc import Mapping
from typing import Any

from chat.trips.change import Change, Known
from chat.trips.exchanging import DAYS_OF_ANOTHER
from chat.trips.places import named
from chat.trips.vocabulary import number_of, pattern, phrase, says
from chat.trips.when import days_in
from chat.trips.wishes import says_little

# "Make it 6 days".
SO_MANY = phrase(r"\b{make} {number}\b")


def change_of_length(text: str, known: Known) -> Change | None:
    """So many days in all, or as many as before; `text` is folded and without marks."""
    keeps = pattern("keep").search(text)
    if not (keeps or says("in_all", text)):
        return None
    total = days_in(text[keeps.end() :] if keeps else text)
    outside = [place for place in named(text, known.places) if place not in known.days]
    if not (outside and (says("add", text) or says("more", text))):
        return Change(total=total) if total else None
    total = total or len(known.days)
    few = days_in(text[: keeps.start()]) if keeps else 0
    # No place of the plan goes for the new one.
    room = max(1, total - len(set(known.days)))
    return Change(add_days=few or min(DAYS_OF_ANOTHER, room), at=outside[0], total=total)


def mere_count(text: str, offered: Mapping[str, Any]) -> int:
    """ "Make it six", and nothing else: of days; 0 where it says no such thing."""
    said = SO_MANY.search(text)
    if not said or not says_little(text.replace(said[0], " "), offered):
        return 0
    return number_of(said[0].split()[-1])

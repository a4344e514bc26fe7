"""How long a trip is to be, whatever comes in: "add Canberra but keep it at 4 days", "engade Canberra, 4 en total"."""

from chat.trips.change import Change, Known
from chat.trips.exchanging import DAYS_OF_ANOTHER
from chat.trips.places import named
from chat.trips.vocabulary import pattern, says
from chat.trips.when import days_in


def change_of_length(text: str, known: Known) -> Change | None:
    """So many days in all, or as many as before; `text` is folded and without marks."""
    keeps = pattern("keep").search(text)
    if not (keeps or says("in_all", text)):
        return None
    total = days_in(text[keeps.end() :] if keeps else text)
    outside = [place for place in named(text, known.places) if place not in known.days]
    if not (outside and (says("add", text) or says("more", text))):
        return Change(total=total) if total else None
    few = days_in(text[: keeps.start()]) if keeps else 0
    return Change(add_days=few or DAYS_OF_ANOTHER, at=outside[0], total=total or len(known.days))

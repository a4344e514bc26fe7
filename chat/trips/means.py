"""How a traveller wants to get from one place to the next."""

from chat.trips.purse import plain
from chat.trips.saying import is_negated
from chat.trips.vocabulary import names, pattern, without

BY_AIR, LAND = "means.plane", "land"


def means_said(folded: str) -> str:
    """Of a text: "means.train"; LAND for any way but through the air."""
    wanted, declined = [], []
    folded = without(plain(folded), "needs.no_car", "needs.no_flight")
    for name in names("means"):
        for match in pattern(name).finditer(folded):
            before = " ".join(without(folded[: match.start()], "go_by").split())
            (declined if is_negated(before) else wanted).append((match.start(), name))
    if wanted:
        return min(wanted)[1]
    return LAND if any(name == BY_AIR for _at, name in declined) else ""

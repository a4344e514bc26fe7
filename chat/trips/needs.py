"""What travellers say of themselves: that nobody drives, that somebody uses a wheelchair, what they do not eat. It
lasts through the conversation until they take it back. And how they want to get from one place to the next."""

from collections.abc import Iterable, Iterator

from chat.agent.events import Question
from chat.agent.extensions import REMEMBERED
from chat.trips.saying import asks_something, is_negated, plain
from chat.trips.vocabulary import names, pattern, says, without
from knowledge.text.terms import fold

NO_CAR, NO_FLIGHT, SLOW, WHEELCHAIR = "needs.no_car", "needs.no_flight", "needs.slow", "needs.wheelchair"
BY_AIR, LAND = "means.plane", "land"
OF_WAYS = (NO_CAR, NO_FLIGHT)
"""asked about ("is there a bus, without a car?"), they are no statement"""
DIETS = "diets"


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


def needs_in(text: str) -> tuple[str, ...]:
    """Lists of the vocabulary, of what a text says and does not deny."""
    said = plain(fold(text))
    found = [need for need in _all() if any(not is_negated(said[: at.start()]) for at in pattern(need).finditer(said))]
    found += [NO_FLIGHT] if NO_FLIGHT not in found and means_said(said) == LAND else []
    # "Que no conducen" begins as a question does.
    asks = asks_something(text.removeprefix("que "))
    return tuple(need for need in found if not (need in OF_WAYS and asks))


def taken_back(text: str) -> tuple[str, ...]:
    """Those that a text says to hold no more."""
    said, mine = plain(fold(text)), needs_in(text)
    return () if asks_something(text) else tuple(need for need in _all() if need not in mine and _is_denied(need, said))


def _is_denied(need: str, said: str) -> bool:
    is_flight = need == NO_FLIGHT and means_said(said) == BY_AIR
    table, _dot, one = need.partition(".")
    over = f"over.{one if table == 'needs' else table}"
    return is_flight or says(over, said) or bool(pattern(need).search(said))


def lasting(question: Question) -> tuple[str, ...]:
    """Of the message and all before it: what an earlier plan was made with has what was said until then."""
    known: tuple[str, ...] = ()
    for turn in question.history:
        if memory := turn.details.get(REMEMBERED):
            known = tuple(memory["trip"].get("needs", ()))
        elif turn.role == "user":
            known = _after(known, turn.text)
    return _after(known, question.text)


def _after(known: Iterable[str], text: str) -> tuple[str, ...]:
    over = taken_back(text)
    return tuple(dict.fromkeys([*(need for need in known if need not in over), *needs_in(text)]))


def asks_of_access(text: str) -> bool:
    """Whether a wheelchair gets in; not "accessible by bus"."""
    return asks_something(text) and says("accessible", fold(text)) and not means_said(fold(text))


def of_diets(needs: Iterable[str]) -> tuple[str, ...]:
    return tuple(need for need in needs if need.startswith(f"{DIETS}."))


def without_needs(folded: str) -> str:
    """Without the words that say them."""
    return without(plain(folded), *_all(), *names("over"))


def _all() -> Iterator[str]:
    yield from (*names("needs"), *names(DIETS))

"""What a message says of the places of a plan: one for another, one less or more, another order, another trip."""

from chat.trips.change import Change, Known
from chat.trips.places import apart, named, turned_to
from chat.trips.saying import asks_something, is_negated
from chat.trips.vocabulary import phrase, says, without
from chat.trips.wishes import says_little, values_said
from knowledge.text.terms import fold

# Days of a place that is added without saying how many.
DAYS_OF_ANOTHER = 2
# Before the name of a place.
_ARTICLE = "(?: (?:the|la|el|o|a))?$"
_START_IN, _END_IN = phrase(r"\b{start_in}" + _ARTICLE), phrase(r"\b{end_in}" + _ARTICLE)
_INSTEAD_OF, _EXCHANGED_FOR = phrase(r"\b{instead_of}" + _ARTICLE), phrase(r"\b{exchanged_for}" + _ARTICLE)
# "Perth too".
_TOO = phrase(r"\b{too}$")


def change_of_places(raw: str, text: str, known: Known) -> Change | None:
    """`text` is folded and without marks, `raw` still has its question mark."""
    if asks_something(raw):
        return None
    before = apart(text, known.places)[0]
    declined = {place for place, words in before.items() if is_negated(words)}
    inside = [place for place in before if place in known.days]
    outside = [place for place in before if place not in {*known.days, *declined}]
    if ordered := _ordered(text, known) or _exchanged(text, known):
        return ordered
    takes_turns = says("replace", text) or says("instead", text) or declined
    if len(inside) == len(outside) == 1 and takes_turns:
        return Change(instead=(inside[0], outside[0]))
    if before and says("remove", text):
        return Change(remove_place=next(iter(inside), next(iter(before))))
    if outside and (says("add", text) or says("more", text) or _TOO.search(text)):
        return Change(add_days=DAYS_OF_ANOTHER, at=outside[0])
    return _turned(text, known)


def _ordered(text: str, known: Known) -> Change | None:
    """ "Start in Perth", "acaba en Perth", and nothing else of weight."""
    before, rest = apart(text, known.places)
    order = list(dict.fromkeys(known.days))
    for place, words in before.items():
        starts, ends = _START_IN.search(words), _END_IN.search(words)
        if (starts or ends) and place in order:
            others = [one for one in order if one != place]
            order = [place, *others] if starts else [*others, place]
        elif starts or ends:
            return None
    is_of_order = says("start_in", rest) or says("end_in", rest)
    says_more = not says_little(without(rest, "start_in", "end_in"), known.offered)
    return None if says_more or not is_of_order or not before else Change(order=tuple(order))


def _exchanged(text: str, known: Known) -> Change | None:
    """Of two places of the plan: "cambia Sydney por Melbourne" drops the first, "swap Sydney and Melbourne" none."""
    before, rest = apart(text, known.places)
    if len(before) != 2 or not set(before) <= set(known.days):
        return None
    exchanges = says("swap", text) or says("replace", text)
    if not says_little(without(rest, "swap"), known.offered):
        return None
    (first, second), words = before, list(before.values())[1]
    if _INSTEAD_OF.search(words):
        return Change(instead=(second, first))
    if exchanges and _EXCHANGED_FOR.search(words):
        return Change(instead=(first, second))
    turned = {first: second, second: first}
    order = tuple(turned.get(place, place) for place in dict.fromkeys(known.days))
    return Change(order=order) if says("swap", text) else None


def _turned(text: str, known: Known) -> Change | None:
    """A mere name is a trip of its own."""
    places, said = turned_to(text, known.places, known.offered), named(text, known.places)
    is_mere_name = len(said) == 1 and fold(known.places[said[0]]) == text
    if not places or is_mere_name or set(places) == set(known.days):
        return None
    return Change(elsewhere=places, values=values_said(text, known.offered))

"""Where something may be seen or done: in the places that are asked about, and where their guides are silent, in the
nearest that tell of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from chat.agent.answers.question_words import QuestionWords
from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.declining import declined_things
from chat.trips.items import Item, items_in
from chat.trips.plan import Notice
from chat.trips.vocabulary import names, nearest, said_of, says, sought, tells
from chat.trips.wishes import Trip
from knowledge.text.terms import fold

MAX_ITEMS, MAX_PLACES, MAX_NEAREST, MAX_SECTIONS = 3, 6, 3, 20
MAX_OF_MANY = 1
"""items of each place where more than a plan has are told"""
MANY_PLACES = 4
UNKNOWN_WAY = 24 * 60
Found = dict[int, tuple[Item, ...]]
"""by document: its items, best first"""


@dataclass(frozen=True)
class Sought:
    things: Sequence[str]
    """lists of the vocabulary"""
    words: str = ""
    """what is said of them besides"""

    def is_named_in(self, text: str) -> bool:
        return any(tells(one, text) if one in names("things") else says(one, fold(text)) for one in self.things)

    def tells(self, text: str, language: str) -> bool:
        return self.is_named_in(text) and QuestionWords(self.words).coverage(text, language) == 1


def found_for(wanted: Sought, places: Sequence[int], atlas: Atlas, trip: Trip) -> tuple[Found, tuple[Notice, ...]]:
    """`places` are asked about, or all where there are none; with what is to be said of the answer."""
    if found := told_in(places, wanted, atlas, trip):
        return found, ()
    anything, others = Sought(wanted.things), by_distance(places, atlas, trip)
    here = told_in(places, anything, atlas, trip) if wanted.words else {}
    near = _first(told_in(others, wanted, atlas, trip)) if places else {}
    if places and not (here or near):
        near = _first(told_in(others, anything, atlas, trip))
    if not (here or near):
        return _related(wanted, atlas, trip)
    is_all = any(wanted.tells(item.whole, item.quote.passage.language) for items in near.values() for item in items)
    notices = [Notice("not_all", wanted.words)] if wanted.words and not is_all else []
    notices += [Notice("nearest", ", ".join(atlas.places[place] for place in places))] if near else []
    return here | near, tuple(notices)


def _first(found: Found) -> Found:
    return dict(list(found.items())[:MAX_NEAREST])


def _related(wanted: Sought, atlas: Atlas, trip: Trip) -> tuple[Found, tuple[Notice, ...]]:
    """Of what no guide tells: what comes nearest to it."""
    related = (Sought((other,)) for thing in wanted.things for other in nearest(thing))
    found = next((told for other in related if (told := told_in((), other, atlas, trip))), {})
    return _first(found), (Notice("unsaid"),) if found else ()


def by_distance(places: Sequence[int], atlas: Atlas, trip: Trip) -> list[int]:
    """All others, the nearest to the first of these before the rest."""
    others = [place for place in atlas.places if place not in places]
    if not places:
        return others
    ways = {other: atlas.way(places[0], other, trip) for other in others}
    return sorted(others, key=lambda other: way.minutes if (way := ways[other]) else UNKNOWN_WAY)


def told_in(places: Sequence[int], wanted: Sought, atlas: Atlas, trip: Trip) -> Found:
    """Sights that tell of it, place by place; where there are none, sentences of other sections."""
    listed = _listed(places or tuple(atlas.places), wanted, atlas, trip)
    found = listed or _written(places, wanted, atlas, trip)
    return found if places else of_many(found)


def of_many(found: Found) -> Found:
    """All of them; of more places than a plan has the best of the worthiest."""
    worthiest = sorted(found, key=lambda place: -found[place][0].score)[:MAX_PLACES]
    return {place: found[place][:MAX_OF_MANY] for place in worthiest} if len(found) > MANY_PLACES else found


def _listed(places: Iterable[int], wanted: Sought, atlas: Atlas, trip: Trip) -> Found:
    """What is called so before what only tells of it."""
    told, found = guides.sights(atlas.searcher.scope, atlas.guide), {}
    for place in places:
        if not wanted.is_named_in(told.get(place, "")):
            continue
        items = [item for item in atlas.items(place, "sights", trip) if _is_told(item, wanted)]
        called = [item for item in items if wanted.is_named_in(item.name)]
        if items:
            found[place] = tuple([*called, *(item for item in items if item not in called)][:MAX_ITEMS])
    return found


def _is_told(item: Item, wanted: Sought) -> bool:
    return wanted.tells(f"{item.name} {item.whole}", item.quote.passage.language)


def _written(documents: Sequence[int], wanted: Sought, atlas: Atlas, trip: Trip) -> Found:
    def says_any(folded: str) -> bool:
        return any(says(thing, folded) for thing in wanted.things)

    told_by = guides.sections_saying(atlas.searcher.scope, documents, says_any)[:MAX_SECTIONS]
    told = [
        item
        for passage in atlas.passages(trip.query, told_by).values()
        for item in items_in(passage)
        if says_any(fold(item.whole)) and _is_told(item, wanted)
    ]
    # What is asked for first comes first: of a sting before the number to call.
    told.sort(key=lambda item: [not says(thing, fold(item.whole)) for thing in wanted.things])
    return _by_document(told)


def _by_document(items: Iterable[Item]) -> Found:
    found: dict[int, list[Item]] = {}
    for item in items:
        found.setdefault(item.quote.passage.document_id, []).append(replace(item, name=""))
    return {document: tuple(some[:MAX_ITEMS]) for document, some in found.items()}


def sought_in(text: str) -> list[str]:
    """What a wish for a trip wants to do or to see of animals, and does not decline."""
    folded = fold(text)
    declined = declined_things(folded)
    return [thing for thing in said_of("things", folded) if thing in sought() and thing not in declined]


def unfulfilled(things: Iterable[str], planned: Iterable[Item]) -> list[str]:
    """Of these things those that nothing planned tells of."""
    texts = [f"{item.name} {item.whole}" for item in planned]
    return [thing for thing in things if not any(tells(thing, text) for text in texts)]

"""Which places a new trip goes to, and what is read for them: the guides, and the ways between them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log

from chat.agent.retrieval.searches import Retrieved, one_per_section
from chat.trips import sections as guides
from chat.trips.atlas import Atlas
from chat.trips.declining import declined_things
from chat.trips.legs import Leg, drivable, route
from chat.trips.places import choose, named
from chat.trips.vocabulary import said_of
from chat.trips.wishes import Trip
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# How many passages tell how worthy each place is of the wishes, and how many of them that serve an interest.
SEARCHED, DEEP = 120, 60
ALWAYS_FIRST = ("overview", "sights")
ALWAYS = ("food", "stay", "transport")


async def search(atlas: Atlas, trip: Trip) -> list[Passage]:
    """What serves the interests, where anything does: a filter must not leave a traveller with nothing."""
    found = [atlas.with_interests(passage) for passage in await atlas.searcher(trip.query, SEARCHED)]
    serving = [passage for passage in found if set(passage.categories) & set(trip.interests)]
    return (serving or found)[:DEEP]


def places(atlas: Atlas, trip: Trip, found: Sequence[Passage], within: int | None) -> list[int]:
    """Document ids, in the order of the journey; none where there is no guide. `within`: of the guide that tells of
    the place that is asked for."""
    if not atlas.places:
        return []
    asked = named(trip.text, atlas.places) or [place for place in (within,) if place]
    return choose(trip, asked, _worth(atlas, trip, found), _affordable(atlas, trip))


def evidence(atlas: Atlas, trip: Trip, chosen: Sequence[int], found: Sequence[Passage], top_k: int) -> Retrieved:
    wanted = [*_wanted(atlas, trip, chosen), *_routes(atlas, trip, chosen)]
    read = atlas.passages(trip.query, wanted)
    kept = one_per_section([*(read[pk] for pk in wanted if pk in read), *found])
    passages = tuple(kept[: max(top_k, len(set(wanted)))])
    # Wishes are no question that a sentence could answer: how surely one does says nothing.
    return Retrieved(trip.query, (trip.query,), passages, 0.0)


def _affordable(atlas: Atlas, trip: Trip) -> Sequence[Leg]:
    """Those that the traveller can take; for whoever saves money only what is said to be cheap, where any is."""
    guide, legs = atlas.guide, drivable(atlas.legs, trip, atlas.guide)
    saves = trip.budget in guide.budgets[:1]
    return (saves and [leg for leg in legs if guide.tells(trip.budget, leg.text)]) or legs


def _worth(atlas: Atlas, trip: Trip, found: Sequence[Passage]) -> dict[int, float]:
    """0-2 for each place: how well the search found it, and how many of its sights are what is wished for, or how
    worthy it is of anybody."""
    wished = {place: sum(values) for place, values in _values(atlas, trip).items()}
    by_cues = wished if wishes(trip) else in_general(atlas, trip)
    by_search = dict.fromkeys(by_cues, 0.0)
    for passage in found:
        if passage.document_id in by_search:
            by_search[passage.document_id] += passage.score
    return {place: _share(by_search, place) + _share(by_cues, place) for place in by_cues}


def suiting(atlas: Atlas, trip: Trip) -> list[int]:
    """Places, those first whose sights suit the wishes best."""
    worth = _worth(atlas, trip, ())
    return sorted(worth, key=lambda place: -worth[place])


def sights_wished(atlas: Atlas, trip: Trip) -> dict[int, int]:
    """For each place how many of its sights are what is wished for; all where nothing is."""
    return {place: sum(map(bool, values)) for place, values in _values(atlas, trip).items()}


def wishes(trip: Trip) -> list[str]:
    """Values of the form, and lists of the vocabulary: what guides list."""
    text = fold(trip.text)
    declined = declined_things(text)
    things = [thing for thing in said_of("things", text) if thing not in declined]
    return [wish for wish in (*trip.interests, trip.budget, *trip.travellers, *things) if wish]


def _values(atlas: Atlas, trip: Trip) -> dict[int, list[float]]:
    """For each place, of each sight that its guide lists how many wishes it fulfils, if it can be reached; 1 where
    nothing is wished for."""
    on_foot, wished = trip.carless or atlas.guide.tells("without_car", trip.query), wishes(trip)

    def value(line: str) -> float:
        if on_foot and not atlas.guide.tells("by_public_transport", line):
            return 0.0
        return float(sum(atlas.guide.tells(wish, line) for wish in wished)) if wished else 1.0

    sights = guides.sights(atlas.searcher.scope, atlas.guide)
    return {place: [value(line) for line in text.splitlines() if line.strip()] for place, text in sights.items()}


def _share(values: dict[int, float], place: int) -> float:
    return values[place] / (max(values.values()) or 1.0)


def _wanted(atlas: Atlas, trip: Trip, chosen: Sequence[int]) -> list[int]:
    """First what every place is known by and what was asked for, place by place, then what every trip needs."""
    first, then = [], []
    for section in atlas.sections(chosen):
        role = atlas.guide.role(section.title)
        serves = set(atlas.guide.interests(section.title, section.categories)) & set(trip.interests)
        dated = role == "events" and (trip.start or trip.month)
        if role in ALWAYS_FIRST or serves or dated or atlas.guide.tells(role, trip.text):
            first.append(section.pk)
        elif role in ALWAYS:
            then.append(section.pk)
    return [*first, *then]


def _routes(atlas: Atlas, trip: Trip, chosen: Sequence[int]) -> list[int]:
    ways = (route(atlas.legs, one, other, trip, atlas.guide) for one, other in pairwise(chosen))
    return [leg.section_id for way in ways for leg in way]


def in_general(atlas: Atlas, trip: Trip) -> dict[int, float]:
    """0-2 for each place."""
    sights = guides.sights(atlas.searcher.scope, atlas.guide)
    near = _neighbours(drivable(atlas.legs, trip, atlas.guide), atlas.places)
    most = max(near.values(), default=0) or 1
    return {place: _variety(atlas, text) + near[place] / most for place, text in sights.items() if place in near}


def _variety(atlas: Atlas, sights: str) -> float:
    """0-1: the entropy of the interests that the sights serve."""
    lines = [line for line in sights.splitlines() if line.strip()]
    counts = [sum(atlas.guide.tells(one, line) for line in lines) for one in atlas.interests]
    shares = [count / sum(counts) for count in counts if count]
    return -sum(share * log(share) for share in shares) / log(len(counts)) if len(shares) > 1 else 0.0


def _neighbours(legs: Sequence[Leg], places: Mapping[int, str]) -> dict[int, int]:
    """How many other places a way leads to from each."""
    ways = {frozenset(leg.places) for leg in legs}
    return {place: sum(place in way for way in ways) for place in places}

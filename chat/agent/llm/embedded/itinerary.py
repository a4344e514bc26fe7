"""An itinerary from quotations: day by day, in the guides' own words, every item cited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from chat.agent import wording
from chat.agent.llm.embedded.coverage import take_apart
from chat.agent.llm.embedded.quoting import Drafting, escape, shown
from chat.agent.llm.embedded.sentences import Candidate
from chat.agent.state import Draft
from chat.agent.trips.days import Day, schedule
from chat.agent.trips.guide import Guide
from chat.agent.trips.items import Item, Taste, items_of, without_repetition
from chat.agent.trips.legs import Leg, best, legs_in
from chat.agent.trips.places import days_each
from chat.agent.trips.wishes import Trip
from knowledge.retrieval.config import Passage

# How many items of each are told for a place.
BLOCKS = (("events", 3), ("transport", 1), ("stay", 1), ("tips", 1), ("curiosities", 1))
ALWAYS_TOLD = ("transport", "stay")


@dataclass(frozen=True)
class Traveller:
    trip: Trip
    guide: Guide
    companies: tuple[str, ...]
    language: str


@dataclass
class Writing:
    """What is at hand while an itinerary is written."""

    taste: Taste
    drafting: Drafting
    evidence: Sequence[Passage]
    titles: Mapping[int, str]
    used: set[tuple[int, str]] = field(default_factory=set)

    def section(self, place: int, role: str) -> Passage | None:
        title = self.taste.guide.sections.get(role)
        found = (one for one in self.evidence if one.document_id == place and one.section == title)
        return next(found, None)

    def items(self, place: int, role: str) -> list[Item]:
        """Best first, without what was taken before."""
        passage = self.section(place, role)
        return without_repetition(items_of(passage, self.taste), self.used) if passage else []

    def quoted(self, item: Item) -> str:
        return f"{shown(item.quote.text, '')} [{self.drafting.number(item.quote)}]"


def plan(
    traveller: Traveller, places: Sequence[int], evidence: Sequence[Passage], collections: tuple[int, ...]
) -> Draft:
    trip, language = traveller.trip, traveller.language
    titles = {passage.document_id: passage.title for passage in evidence if passage.document_id in places}
    taste = Taste(trip, traveller.guide, take_apart(trip.text, collections), traveller.companies)
    writing = Writing(taste, Drafting(language), evidence, titles)
    said = [escape(wording.trip(trip, [titles[place] for place in places], language))]
    said += [_introduction(writing, place) for place in places]
    said += _days(writing, places)
    said += _blocks(writing, places)
    return writing.drafting.draft([part for part in said if part])


def _introduction(writing: Writing, place: int) -> str:
    """Why to go there: the sentence about it that is nearest to the wishes; and of its climate, if that was wished."""
    said = [writing.quoted(item) for item in writing.items(place, "overview")[:1]]
    climate = writing.section(place, "climate")
    if climate and _wished(climate, writing):
        seasons = [item for item in writing.items(place, "climate") if writing.taste.guide.tells("season", item.whole)]
        said += [writing.quoted(item) for item in seasons[:1]]
    return " ".join(said)


def _wished(passage: Passage, writing: Writing) -> bool:
    return bool(set(passage.categories) & set(writing.taste.trip.interests))


def _days(writing: Writing, places: Sequence[int]) -> list[str]:
    said: list[str] = []
    ways = [None, *(_way(writing, one, other) for one, other in pairwise(places))]
    for place, days, way in zip(places, days_each(writing.taste.trip.days, len(places)), ways, strict=True):
        sights, meals = writing.items(place, "sights"), writing.items(place, "food")
        for number, day in enumerate(schedule(sights, meals, days, writing.taste.guide, arrival=way is not None)):
            title = f"{len(said) + 1} · {writing.titles[place]}"
            said.append(_day(writing, title, day, None if number else way))
    return said


def _day(writing: Writing, title: str, day: Day, way: tuple[Leg, Candidate] | None) -> str:
    language = writing.drafting.language
    lines = [f"### {wording.day(escape(title), language)}", ""]
    if way:
        quote = shown(way[1].text, "")
        lines.append(f"- **{wording.part('way', language)}**: {quote} [{writing.drafting.number(way[1])}]")
    parts = {"whole" if day.whole else "morning": day.morning, "afternoon": day.afternoon, "evening": day.evening}
    for part, item in parts.items():
        if item:
            lines.append(f"- **{wording.part(part, language)}**: {writing.quoted(item)}")
    if not day.whole and day.afternoon is None:
        lines.append(f"- **{wording.part('afternoon', language)}**: {wording.part('free', language)}")
    return "\n".join(lines)


def _way(writing: Writing, one: int, other: int) -> tuple[Leg, Candidate] | None:
    """The row of a table that says how to get there, and where it stands."""
    trip, guide = writing.taste.trip, writing.taste.guide
    rows = {passage.section_id: passage for passage in writing.evidence}
    legs = [leg for pk, passage in rows.items() for leg in legs_in(pk, passage.section_text, writing.titles, guide)]
    way = best(legs, one, other, lambda row: guide.tells(trip.budget, row))
    return (way, Candidate(rows[way.section_id], way.start, way.end, 0.0)) if way else None


def _blocks(writing: Writing, places: Sequence[int]) -> list[str]:
    """What is said once for the trip: events by their dates, how to get around, where to stay, what is good to know."""
    said = []
    for role, most in BLOCKS:
        lines = [
            f"- **{escape(writing.titles[place])}**: {writing.quoted(item)}"
            for place in places
            for item in _told(writing, place, role)[:most]
        ]
        if lines:
            said.append("\n".join([f"### {wording.part(role, writing.drafting.language)}", "", *lines]))
    return said


def _told(writing: Writing, place: int, role: str) -> list[Item]:
    """How to get around and where to stay is always told, by the budget; the rest where it was wished for."""
    trip, guide = writing.taste.trip, writing.taste.guide
    passage = writing.section(place, role)
    if not passage or not (role in ALWAYS_TOLD or _wished(passage, writing) or guide.tells(role, trip.text)):
        return []
    items = writing.items(place, role)
    if role == "stay":
        return sorted(items, key=lambda item: item.name != trip.budget)
    return sorted(items, key=lambda item: -guide.count("around", item.whole)) if role == "transport" else items

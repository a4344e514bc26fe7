"""An itinerary from quotations: day by day, in the guides' own words, every item cited."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.measures import QuestionWords
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft
from chat.trips import wording
from chat.trips.days import Day, schedule
from chat.trips.guide import Guide
from chat.trips.items import VERY_LONG_TRIP, Item, Taste, contradicts, items_of, without_repetition
from chat.trips.legs import Leg, best, legs_in
from chat.trips.places import days_each, named
from chat.trips.wishes import Trip
from knowledge.retrieval.config import Passage

# How many items of each are told for a place.
BLOCKS = (("events", 3), ("transport", 1), ("stay", 1), ("tips", 1), ("curiosities", 1))
# What a place has not is no reason to go there.
_LACKING = re.compile(r"\b(?:no|not|non) (?:est|tien|ten|ha[iy]|is|are|has|have)")
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

    def named(self, item: Item) -> str:
        return f"{escape(item.name)} [{self.drafting.number(item.quote)}]"


def plan(traveller: Traveller, places: Sequence[int], evidence: Sequence[Passage]) -> Draft:
    trip, language = traveller.trip, traveller.language
    titles = {passage.document_id: passage.title for passage in evidence if passage.document_id in places}
    taste = Taste(trip, traveller.guide, QuestionWords(trip.text), traveller.companies)
    writing = Writing(taste, Drafting(language), evidence, titles)
    said = [escape(wording.trip(trip, [titles[place] for place in places], language))]
    if trip.days <= VERY_LONG_TRIP:
        said += [_introduction(writing, place) for place in places]
    said += _days(writing, places)
    said += _blocks(writing, places)
    return writing.drafting.draft([part for part in said if part])


def _introduction(writing: Writing, place: int) -> str:
    """Why to go there: the sentence about it that is nearest to the wishes; and of its climate, if that was wished."""
    overview = writing.items(place, "overview")
    fitting = [item for item in overview if not contradicts(item.whole, writing.taste)]
    fitting.sort(key=lambda item: bool(_LACKING.search(item.whole)))
    said = [writing.quoted(item) for item in (fitting or overview)[:1]]
    climate = writing.section(place, "climate")
    if climate and _wished(climate, writing):
        seasons = [item for item in writing.items(place, "climate") if writing.taste.guide.tells("season", item.whole)]
        said += [writing.quoted(item) for item in seasons[:1]]
    return " ".join(said)


def _wished(passage: Passage, writing: Writing) -> bool:
    return bool(set(passage.categories) & set(writing.taste.trip.interests))


def _days(writing: Writing, places: Sequence[int]) -> list[str]:
    said: list[str] = []
    trip = writing.taste.trip
    favourite = len(named(trip.text, writing.titles)) == 1
    first = 1
    before = [None, *places]
    for place, days, last in zip(places, days_each(trip.days, len(places), favourite=favourite), before, strict=False):
        sights, meals = writing.items(place, "sights"), writing.items(place, "food")
        planned = schedule(sights, meals, days, writing.taste.guide, arrival=last is not None)
        way = _arrival(writing, last, place) if last is not None else []
        said += (_short if trip.days > VERY_LONG_TRIP else _told_day_by_day)(writing, place, planned, first, way)
        first += days
    return said


def _arrival(writing: Writing, one: int, other: int) -> list[str]:
    """How to get there, or that no document says so."""
    language, way = writing.drafting.language, _way(writing, one, other)
    if way is None:
        return [f"- *{escape(wording.no_way(writing.titles[one], writing.titles[other], language))}*"]
    quote = f"{shown(way[1].text, '')} [{writing.drafting.number(way[1])}]"
    return [f"- **{wording.part('way', language)}**: {quote}"]


def _told_day_by_day(
    writing: Writing, place: int, planned: Sequence[Day], first: int, way: Sequence[str]
) -> Iterator[str]:
    language, title = writing.drafting.language, escape(writing.titles[place])
    for number, day in enumerate(planned):
        lines = [f"### {wording.day(f'{first + number} · {title}', language)}", "", *([] if number else way)]
        lines += [f"- **{part}**: {writing.quoted(item)}" for part, item in _parts(day, language)]
        if not day.whole and day.afternoon is None:
            lines.append(f"- **{wording.part('afternoon', language)}**: {wording.part('free', language)}")
        yield "\n".join(lines)


def _short(writing: Writing, place: int, planned: Sequence[Day], first: int, way: Sequence[str]) -> Iterator[str]:
    """Of a very long trip a line a day, each item by its name; a list that goes on counting the days."""
    language, title = writing.drafting.language, escape(writing.titles[place])
    heading = f"### {wording.days(first, first + len(planned) - 1, title, language)}"
    introduction, lines = _introduction(writing, place), []
    for number, day in enumerate(planned, start=first):
        said = (f"**{part}**: {writing.named(item)}" for part, item in _parts(day, language))
        lines.append(f"{number}. {' · '.join(said) or wording.part('free', language)}")
    yield "\n\n".join(part for part in (heading, "\n".join(way), introduction, "\n".join(lines)) if part)


def _parts(day: Day, language: str) -> list[tuple[str, Item]]:
    parts = {"whole" if day.whole else "morning": day.morning, "afternoon": day.afternoon, "evening": day.evening}
    return [(wording.part(part, language), item) for part, item in parts.items() if item]


def _way(writing: Writing, one: int, other: int) -> tuple[Leg, Quote] | None:
    """The row of a table that says how to get there, and where it stands."""
    trip, guide = writing.taste.trip, writing.taste.guide
    rows = {passage.section_id: passage for passage in writing.evidence}
    legs = [leg for pk, passage in rows.items() for leg in legs_in(pk, passage.section_text, writing.titles, guide)]
    way = best(legs, one, other, lambda row: guide.tells(trip.budget, row))
    return (way, Quote(rows[way.section_id], way.start, way.end, 0.0)) if way else None


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

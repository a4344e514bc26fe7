"""The guides that a trip is planned from, read once for a message."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords
from chat.agent.retrieval.searches import Searcher
from chat.trips import sections as guides
from chat.trips.guide import Guide
from chat.trips.items import Item, Key
from chat.trips.legs import Leg, route
from chat.trips.taste import Taste, items_of
from chat.trips.wishes import Trip
from knowledge.models import Section
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold


@dataclass(frozen=True)
class Way:
    """From one place to another."""

    steps: tuple[tuple[Leg, Quote], ...]
    """one, or two where one changes at a third place; each with where its row stands"""

    @property
    def minutes(self) -> int:
        return sum(leg.minutes for leg, _quote in self.steps)


@dataclass(frozen=True)
class Atlas:
    searcher: Searcher
    guide: Guide
    companies: tuple[str, ...] = ()
    """every type of traveller that the form offers"""
    interests: tuple[str, ...] = ()
    """every interest that it offers"""
    _read: dict[int, Passage] = field(default_factory=dict, compare=False)
    """by section id"""
    _sections: dict[int, list[Section]] = field(default_factory=dict, compare=False)
    """by place"""

    @cached_property
    def places(self) -> dict[int, str]:
        """Document id -> title."""
        return guides.places(self.searcher.scope, self.guide)

    @cached_property
    def documents(self) -> dict[int, str]:
        """Document id -> external id, of the places."""
        return guides.external_ids(self.places)

    @cached_property
    def legs(self) -> list[Leg]:
        return guides.legs(self.searcher.scope, self.guide, self.places)

    def sections(self, places: Sequence[int]) -> list[Section]:
        for place in places:
            if place not in self._sections:
                self._sections[place] = guides.sections_of(self.searcher.scope, self.guide, [place])
        return [section for place in places for section in self._sections[place]]

    def passages(self, query: str, section_ids: Iterable[int]) -> dict[int, Passage]:
        wanted = dict.fromkeys(section_ids)
        missing = [pk for pk in wanted if pk not in self._read]
        if missing:
            read = guides.passages(self.searcher, query, missing)
            self._read.update({pk: self.with_interests(passage) for pk, passage in read.items()})
        return {pk: self._read[pk] for pk in wanted if pk in self._read}

    def with_interests(self, passage: Passage) -> Passage:
        return replace(passage, categories=self.guide.interests(passage.section, passage.categories))

    def taste(self, trip: Trip) -> Taste:
        """Where the trip goes says nothing of what is liked there."""
        names = {word for title in self.places.values() for word in fold(title).split()}
        wishes = " ".join(word for word in re.findall(r"\w+", trip.text) if fold(word) not in names)
        return Taste(trip, self.guide, QuestionWords(wishes), self.companies)

    def section(self, place: int, role: str, trip: Trip) -> Passage | None:
        found = [section for section in self.sections([place]) if self.guide.role(section.title) == role]
        read = self.passages(trip.query, [section.pk for section in found])
        return next(iter(read.values()), None)

    def items(self, place: int, role: str, trip: Trip) -> list[Item]:
        """Best first."""
        passage = self.section(place, role, trip)
        return items_of(passage, self.taste(trip)) if passage else []

    def by_key(self, places: Iterable[int], trip: Trip) -> dict[Key, Item]:
        """All that days are made of."""
        found = (item for place in places for role in ("sights", "food") for item in self.items(place, role, trip))
        known: dict[Key, Item] = {}
        for item in found:
            known.setdefault(item.key, item)
        return known

    def way(self, one: int, other: int, trip: Trip) -> Way | None:
        """How to get there, by the rows of tables that say so."""
        legs = route(self.legs, one, other, trip, self.guide)
        read = self.passages(trip.query, [leg.section_id for leg in legs])
        steps = tuple((leg, Quote(read[leg.section_id], leg.start, leg.end, 0.0)) for leg in legs)
        return Way(steps) if steps else None

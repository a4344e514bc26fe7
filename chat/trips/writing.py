"""A plan in the guides' own words: as Markdown, and as what its cards show; every item cited."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.passages import Quote, cells
from chat.agent.state import Draft
from chat.trips import events, notices
from chat.trips.atlas import Atlas
from chat.trips.days import PARTS, Day, is_on_the_way
from chat.trips.items import Item
from chat.trips.lodging import lodging
from chat.trips.plan import Plan, PlannedDay
from chat.trips.seeking import Sought, sought_in, told_in, unfulfilled
from chat.trips.taste import VERY_LONG_TRIP, items_of
from chat.trips.wishes import Trip
from chat.trips.wording import dated, say
from chat.trips.wording import free as free_parts
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# How many items of each are told for a place.
BLOCKS = (("events", 3), ("transport", 1), ("stay", 1), ("tips", 1), ("curiosities", 1))
ALWAYS_TOLD = ("transport", "stay")
MAX_EVENTS_A_STAY = 3
WAY = "way"
MIN_NAME_WORDS = 2
"""for each item of a line"""
# What a place has not is no reason to go there.
_LACKING = re.compile(r"\b(?:no|not|non) (?:est|tien|ten|ha[iy]|is|are|has|have)")
View = dict[str, Any]


@dataclass(frozen=True)
class Writer:
    plan: Plan
    atlas: Atlas
    language: str
    labels: Mapping[str, str]
    """values of the form -> how they are called in the language"""
    today: date
    drafting: Drafting

    def write(self) -> tuple[Draft, View]:
        view = self.view()
        paragraphs = [part for part in _markdown(view, self.plan.trip.days > VERY_LONG_TRIP) if part]
        return self.drafting.draft(paragraphs), view

    def view(self) -> View:
        trip, places = self.plan.trip, self.plan.places
        told = self.plan.before.places if self.plan.before else ()
        return {
            "language": self.language,
            "title": self._say("trip", days=trip.days, places=" → ".join(self.atlas.places[place] for place in places)),
            "wished": wished(trip, self.labels, self.language),
            "notices": notices.said(self.plan.notices, self.language),
            "introduction": [one for place in places if place not in told for one in self._introduction(place)],
            "days": list(self._days()),
            "blocks": [*self._asked(), *(block for one in BLOCKS for block in self._block(*one))],
        }

    def _say(self, name: str, /, **values: Any) -> str:
        return say(name, self.language, **values)

    def _entry(self, item: Item) -> View:
        return {"text": item.quote.text, "cite": self.drafting.number(item.quote)}

    def _introduction(self, place: int) -> list[View]:
        """Why to go there: the sentence about it nearest to the wishes; and of its climate, if that was wished."""
        taste = self.atlas.taste(self.plan.trip)
        overview = self._items(place, "overview")
        fitting = [item for item in overview if not taste.is_told_to_others(item.whole)]
        anybody = replace(taste, trip=replace(taste.trip, travel_type=taste.trip.travel_type or "anybody"))
        fitting.sort(key=lambda item: (bool(_LACKING.search(item.whole)), anybody.company(item.whole) < 0))
        told = (fitting or overview)[:1]
        if self._is_wished("climate", place):
            seasons = [item for item in self._items(place, "climate") if taste.guide.tells("season", item.whole)]
            told += seasons[:1]
        return [self._entry(item) for item in told]

    def _items(self, place: int, role: str) -> list[Item]:
        passage = self.atlas.section(place, role, self.plan.trip)
        return items_of(passage, self.atlas.taste(self.plan.trip)) if passage else []

    def _is_wished(self, role: str, place: int) -> bool:
        passage = self.atlas.section(place, role, self.plan.trip)
        return bool(passage and _serves(passage, self.plan.trip.interests))

    def _days(self) -> Iterator[View]:
        before: PlannedDay | None = None
        for number, planned in enumerate(self.plan.days, 1):
            arrives = before is not None and before.place != planned.place
            ways, minutes = self._ways(before.place, planned.place) if before and arrives else ([], 0)
            day = self.plan.trip.start + timedelta(number - 1) if self.plan.trip.start else None
            yield {
                "number": number,
                "place": self.atlas.places[planned.place],
                "same": number in self.plan.same_days,
                "date": day.isoformat() if day else "",
                "heading": self._say("day", title=f"{number} · {self.atlas.places[planned.place]}"),
                "dated": dated(day, self.language) if day else "",
                "way": ways[0] if ways else None,
                "parts": [*ways[1:], *self._parts(planned.day, minutes)],
                "events": self._events(planned.place, number, day) if before is None or arrives or day else [],
            }
            before = planned

    def _ways(self, one: int, other: int) -> tuple[list[View], int]:
        """How to get there, or that no document says so; with the minutes that it takes."""
        way = self.atlas.way(one, other, self.plan.trip)
        label = self._say("way")
        if way is None:
            text = self._say("no_way", one=self.atlas.places[one], other=self.atlas.places[other])
            return [{"label": label, "text": text, "cite": 0, "heading": label, "values": text}], 0
        ways, here = [], one
        for leg, quote in way.steps:
            there = sum(leg.places) - here
            ways.append(self._step(here, there, quote) | {"label": label})
            here = there
        return [ways[0], *(_as_part(later) for later in ways[1:])], way.minutes

    def _step(self, one: int, other: int, quote: Quote) -> View:
        names = {fold(self.atlas.places[place]) for place in (one, other)}
        told = [value for _header, value in cells(quote.text) if not any(name in fold(value) for name in names)]
        heading = self._say("from_to", one=self.atlas.places[one], other=self.atlas.places[other])
        cite = self.drafting.number(quote)
        return {"text": quote.text, "cite": cite, "heading": heading, "values": " · ".join(told)}

    def _parts(self, day: Day, way: int) -> Iterator[View]:
        """What is planned, part by part, and then in one line what is free."""
        items, free = day.items(), []
        for part in PARTS:
            item = items.get(part)
            is_whole = day.whole and part == "morning"
            label = self._say("whole" if is_whole else part)
            if item:
                entry = {"part": part, "label": label, "name": item.name, "text": item.said, "whole": is_whole}
                yield entry | {"cite": self.drafting.number(item.quote), "new": item.key in self.plan.new}
            elif not (day.whole and part == "afternoon") and not is_on_the_way(part, way):
                free.append(part)
        if free:
            label, text = self._say("free"), free_parts(free, self.language)
            yield {"part": "free", "label": label, "free": text, "cite": 0}

    def _events(self, place: int, number: int, day: date | None) -> list[View]:
        """Of the days that the trip is there: on the first of them that the event falls on."""
        span = events.days_of(self.plan.trip, self.today)
        if span is None:
            return []
        stay = [at for at, planned in enumerate(self.plan.days, 1) if planned.place == place]
        before = [day - timedelta(number - at) for at in stay if at < number] if day else []
        told = [
            self._entry(item)
            for item in self._items(place, "events")
            if events.falls_on(item.whole, *((day, day) if day else span))
            and not any(events.falls_on(item.whole, other, other) for other in before)
        ]
        return told[:MAX_EVENTS_A_STAY]

    def _asked(self) -> Iterator[View]:
        """What one wants to do and no day has, such as to see whales: what the guides to these places say of it."""
        trip = self.plan.trip
        things = unfulfilled(sought_in(trip.text), self.plan.items)
        found = told_in(self.plan.places, Sought(things), self.atlas, trip) if things else {}
        yield from self._titled("asked", {place: some[:1] for place, some in found.items()})

    def _block(self, role: str, most: int) -> Iterator[View]:
        """What is said once for the trip: how to get around, where to stay, what is good to know."""
        if role != "events" or not events.days_of(self.plan.trip, self.today):
            yield from self._titled(role, {place: self._told(place, role)[:most] for place in self.plan.places})

    def _titled(self, name: str, told: Mapping[int, Sequence[Item]]) -> Iterator[View]:
        """Place by place; nothing where nothing is told."""
        items = [
            self._entry(item) | {"place": self.atlas.places[place]} for place, some in told.items() for item in some
        ]
        if items:
            yield {"title": self._say(name), "items": items}

    def _told(self, place: int, role: str) -> list[Item]:
        """How to get around and where to stay is always told, by the budget; the rest where it was wished for."""
        trip, guide = self.plan.trip, self.atlas.guide
        if not (role in ALWAYS_TOLD or self._is_wished(role, place) or guide.tells(role, trip.text)):
            return []
        if role == "stay":
            return [found] if (found := lodging(self.atlas, place, trip)) else []
        items = self._items(place, role)
        return sorted(items, key=lambda item: -guide.count("around", item.whole)) if role == "transport" else items


def wished(trip: Trip, labels: Mapping[str, str], language: str) -> str:
    """What was understood of the traveller and the wishes; empty where nothing was said."""
    values = [labels.get(value, value) for value in (*trip.travellers, *trip.interests)]
    values += [say(name, language) for name in (*trip.needs, *(["calm"] if trip.calm else []))]
    if budget := labels.get(trip.budget, trip.budget):
        values = [say("budget", language, value=budget[:1].lower() + budget[1:]), *values]
    return say("wished", language, values=", ".join(values)) if values else ""


def _as_part(way: View) -> View:
    """What follows on the first step of a way, as what is done that day."""
    named = {"part": WAY, "name": way["heading"], "row": way["text"], "text": way["values"]}
    return named | {"cite": way["cite"], "label": way["label"]}


def _serves(passage: Passage, interests: Sequence[str]) -> bool:
    return bool(set(passage.categories) & set(interests))


def composed(plan: Plan, atlas: Atlas, language: str, labels: Mapping[str, str], today: date) -> tuple[Draft, View]:
    return Writer(plan, atlas, language, labels, today, Drafting(language)).write()


def _markdown(view: View, short: bool) -> Iterator[str]:
    yield escape(" ".join(filter(None, (view["title"], view["wished"]))))
    yield "\n".join(f"- *{escape(notice)}*" for notice in view["notices"])
    if not short:
        yield " ".join(_said(entry) for entry in view["introduction"])
    yield from _short_days(view) if short else map(_day, view["days"])
    for block in view["blocks"]:
        lines = [f"- **{escape(item['place'])}**: {_said(item)}" for item in block["items"]]
        yield "\n".join([f"### {escape(block['title'])}", "", *lines])


def _said(entry: View) -> str:
    return f"{shown(entry['text'], '')} [{entry['cite']}]"


def _day(day: View) -> str:
    dated = f" · {escape(day['dated'])}" if day["dated"] else ""
    lines = [f"### {escape(day['heading'])}{dated}", "", *_around(day)]
    for part in _done(day):
        if "free" in part:
            lines.append(f"- **{part['label']}**: {escape(part['free'])}")
        else:
            name = f"**{escape(part['name'])}** — " if part["name"] and part["text"] != part["name"] else ""
            lines.append(f"- **{part['label']}**: {name}{_said(part)}")
    return "\n".join(lines)


def _done(day: View) -> list[View]:
    return [part for part in day["parts"] if part["part"] != WAY]


def _around(day: View) -> Iterator[str]:
    way = day["way"]
    if way and way["cite"]:
        yield f"- **{way['label']}**: {_said(way)}"
    elif way:
        yield f"- *{escape(way['text'])}*"
    for step in (part for part in day["parts"] if part["part"] == WAY):
        yield f"- **{step['label']}**: {_said(step | {'text': step['row']})}"
    yield from (f"- {_said(event)}" for event in day["events"])


def _short_days(view: View) -> Iterator[str]:
    """Of a very long trip a line a day; a list that goes on counting the days."""
    before = ""
    for day in view["days"]:
        if day["place"] != before:
            yield "\n".join([f"### {escape(day['place'])}", "", *_around(day)])
        free = [f"**{part['label']}**: {escape(part['free'])}" for part in _done(day) if "free" in part]
        planned = [part for part in _done(day) if "free" not in part]
        yield f"{day['number']}. {' · '.join(_shortly(planned) or free)}"
        before = day["place"]


def _shortly(planned: Sequence[View]) -> list[str]:
    """Each by its name; by what is said of it where the names are so few words that a reader of the line, who checks it
    against its sources, would find more of our words in it than of theirs."""
    names = [part["name"] or part["text"] for part in planned]
    is_enough = sum(len(name.split()) for name in names) >= MIN_NAME_WORDS * len(names)
    told = names if is_enough else [part["text"] for part in planned]
    return [f"**{part['label']}**: {escape(said)} [{part['cite']}]" for part, said in zip(planned, told, strict=True)]

"""Itineraries as the agent's extension: the assistant needs a form and a description of its travel guides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from chat import assistant_form
from chat.agent.events import Question
from chat.agent.extensions import REMEMBERED, SHOWN, AskedBack
from chat.agent.retrieval.searches import Retrieved, Searcher
from chat.agent.state import AgentState, Draft, Intent
from chat.trips import asides, journey, new_trip, telling, writing
from chat.trips import sections as guides
from chat.trips.asking_back import as_long_as_before, asked_back, is_unclear
from chat.trips.atlas import Atlas
from chat.trips.change import Change, Known, with_chosen
from chat.trips.declining import words_declined
from chat.trips.elsewhere import (
    is_only_a_name,
    pending_place,
    place_without_guide,
    resumed,
)
from chat.trips.guide import Guide, read
from chat.trips.memory import Memory
from chat.trips.message import change_of
from chat.trips.needs import WHEELCHAIR, asks_of_access
from chat.trips.places import named, only_names
from chat.trips.plan import Notice, Plan, trip_kept
from chat.trips.revising import revised
from chat.trips.saying import asks_something
from chat.trips.unable import Unable, asks_for_a_forecast, inability_in, said_instead
from chat.trips.vocabulary import said_of, says
from chat.trips.when import days_in, is_of_a_day, when
from chat.trips.where_to import asked_where, gone_on, is_open
from chat.trips.wishes import (
    asks_for_a_plan,
    asks_what_to_see,
    is_plan,
    is_said_as_wish,
    trip_of,
    with_form,
    without_values,
)
from chat.trips.within import told_of
from chat.trips.wording import say
from knowledge.retrieval.config import Passage, Scope
from knowledge.text.terms import fold


@dataclass(frozen=True)
class Planned:
    """What is at hand for the answer."""

    plan: Plan
    atlas: Atlas


@dataclass(frozen=True)
class Uncovered:
    """A trip to where no guide goes: none to another place is made instead."""

    name: str
    places: tuple[str, ...]
    """that have a guide"""


@dataclass(frozen=True)
class Trips:
    guide: Guide
    form: Mapping[str, Any]
    subject: str = ""
    """what all guides are about, such as a country"""
    intent: Intent = "itinerary"

    def is_asked_for(self, question: Question, scope: Scope, written: str) -> bool:
        is_unable = bool(inability_in(fold(question.text))) or asks_of_access(question.text)
        return is_unable or self._is_planned_for(question, scope, written)

    def _is_planned_for(self, question: Question, scope: Scope, written: str) -> bool:
        places = guides.places(scope, self.guide)
        if self._aside(question, scope, places):
            return True
        if Memory.of(question) and written != question.text and asks_something(written):
            return False  # about the plan: with the wish that it was made for, it would read as a wish for another
        if only_names(question.text, places) or self.continues(question, scope):
            return True
        if self._resumed(question, scope, places) or pending_place(question, scope, self.guide, places, self.form):
            return True
        sees = asks_what_to_see(question.text, self.form)
        if place_without_guide(question.text, scope, self.guide, places):
            is_turned = Memory.of(question) is not None and says("replace", fold(question.text))
            return sees or is_turned or is_only_a_name(question.text) or asks_for_a_plan(question)
        goes_to, memory = named(question.text, places), Memory.of(question)
        if goes_to and (sees or is_said_as_wish(question.text, self.form)):
            return True
        is_another = memory is None or is_plan(question.text) or _is_as_long(question.text, memory) or bool(goes_to)
        return is_another and asks_for_a_plan(question)

    def continues(self, question: Question, scope: Scope) -> bool:
        """Whether it changes the plan that was made before, or is about it and not understood."""
        memory = Memory.of(question)
        if memory is None or (is_plan(question.text) and not says("update", fold(question.text))):
            return False
        places = guides.places(scope, self.guide)
        is_new = self._resumed(question, scope, places) or self._is_whole_trip(question.text, places)
        if is_new or place_without_guide(question.text, scope, self.guide, places):
            return False
        if self._change(question, memory, scope, places).is_any or self._aside(question, scope, places):
            return True
        if inability_in(fold(question.text)) == "book":
            return True
        is_another = only_names(question.text, places) or _is_as_long(question.text, memory)
        return not is_another and is_unclear(question.text, scope)

    def _aside(self, question: Question, scope: Scope, places: Mapping[int, str]) -> asides.Aside | None:
        memory = Memory.of(question)
        planned = memory.days(_by_name(places)) if memory else ()
        return asides.aside_in(question.text, asides.Known(scope, self.guide, places, self.form, planned))

    def _resumed(self, question: Question, scope: Scope, places: Mapping[int, str]) -> str:
        """The wish that a message goes on from, where no guide goes there or it said no place."""
        went_on = "" if Memory.of(question) else gone_on(question, places, self.form)
        return went_on or resumed(question, scope, self.guide, places, self.form)

    def _is_whole_trip(self, text: str, places: Mapping[int, str]) -> bool:
        """Days and several places, and nothing of a change: "10 days, Sydney and Melbourne"."""
        rest = without_values(fold(text), self.form)
        changes = any(says(how, rest) for how in ("add", "more", "remove", "less", "replace", "update", "free"))
        return bool(days_in(rest)) and len(named(text, places)) > 1 and not changes

    def _change(self, question: Question, memory: Memory, scope: Scope, places: Mapping[int, str]) -> Change:
        days = memory.days(_by_name(places))
        offered = guides.sights(scope, self.guide)
        lines = {place: text.splitlines() for place, text in offered.items()}
        sights = [line for place in dict.fromkeys(days) for line in lines.get(place, ())]
        others = [line for place, some in lines.items() if place not in days for line in some]
        known = Known(days, memory.items, places, self.form, sights, others)
        change = change_of(question.text, known, timezone.localdate())
        return Change() if change.undo and Memory.before(question) is None else change

    async def retrieve(self, state: AgentState, searcher: Searcher, top_k: int) -> tuple[Retrieved, AgentState]:
        question, asked, atlas = state["question"], state["asked"], self._atlas(searcher)
        places = await sync_to_async(guides.places)(searcher.scope, self.guide)
        if found := await sync_to_async(self._told)(replace(question, text=asked), atlas):
            choices = telling.choices(found, self.form, state["classification"].language)
            return telling.evidence(found, asked), {"planned": found if found.items else None, "choices": choices}
        if instead := await sync_to_async(self._instead)(question, searcher.scope, state["classification"].language):
            return _nothing(asked), {"planned": instead, "choices": instead.choices}
        if wish := await sync_to_async(self._resumed)(question, searcher.scope, places):
            asked = wish
        elif await sync_to_async(self.continues)(question, searcher.scope):
            return await sync_to_async(self._continued)(question, atlas, top_k, state["classification"].language)
        if uncovered := await sync_to_async(self._uncovered)(question, asked, atlas):
            return _nothing(asked), {"planned": uncovered, "choices": uncovered.places}
        question = new_trip.wished(question, asked, places)
        if await sync_to_async(self._is_open)(question, searcher.scope, places):
            language = state["classification"].language
            return _nothing(asked), {"planned": await sync_to_async(self._asked_where)(question, atlas, language)}
        retrieved, made = await new_trip.made(question, atlas, top_k, self.form, self.subject)
        others = await sync_to_async(new_trip.others)(atlas, made)
        choices = tuple(say("instead", state["classification"].language, place=other) for other in others)
        return retrieved, {"planned": Planned(made, atlas) if made.days else None, "choices": choices}

    def _is_open(self, question: Question, scope: Scope, places: Mapping[int, str]) -> bool:
        if named(question.text, places) or Memory.of(question) or told_of(question.text, scope, self.guide, places):
            return False
        sights = "\n".join(guides.sights(scope, self.guide).values())
        return is_open(question, sights, self.form, self.subject)

    def _asked_where(self, question: Question, atlas: Atlas, language: str) -> AskedBack:
        trip = trip_of(question, self.form, timezone.localdate())
        suiting = [atlas.places[place] for place in journey.suiting(atlas, trip)]
        text = fold(question.text)
        is_long_known = bool(when(text, timezone.localdate()).days or is_of_a_day(text))
        return asked_where(suiting, trip, language, is_long_known=is_long_known)

    def _told(self, question: Question, atlas: Atlas) -> telling.Told | None:
        """What the guides say to a question that changes nothing; None to any other message."""
        scope, memory = atlas.searcher.scope, Memory.of(question)
        if memory and self._change(question, memory, scope, atlas.places).is_any:
            return None
        aside = self._aside(question, scope, atlas.places)
        if aside is None or asks_for_a_forecast(fold(question.text)):
            return None
        today = timezone.localdate()
        trip = replace(trip_of(question, self.form, today), rainy=says("rain", fold(question.text)))
        if memory and not (trip.start or trip.month):
            planned = trip_kept(memory.known)
            trip = replace(trip, start=planned.start, month=planned.month, days=planned.days)
        found = telling.told(aside, atlas, trip, today)
        diets = said_of("diets", fold(question.text)) if "food" in aside.roles else ()
        to_plan = trip if "sights" in aside.roles and not memory else None
        return replace(found, inability=inability_in(fold(question.text)), diets=diets, to_plan=to_plan)

    def _instead(self, question: Question, scope: Scope, language: str) -> Unable | None:
        """Of what nobody here can do, where nothing else was asked for."""
        folded = fold(question.text)
        if asks_of_access(question.text) and not guides.say_any(scope, WHEELCHAIR):
            return Unable(say("access", language), ())
        inability, is_forecast = inability_in(folded), asks_for_a_forecast(folded)
        is_planned = inability == "live" and self._is_planned_for(question, scope, question.text)
        if not inability or (is_planned and not is_forecast):
            return None
        places = guides.places(scope, self.guide)
        there = [places[place] for place in named(question.text, places)]
        return said_instead(inability, there[0] if there else "", language)

    def _continued(self, question: Question, atlas: Atlas, top_k: int, language: str) -> tuple[Retrieved, AgentState]:
        memory = Memory.of(question)
        if memory is None:
            raise AssertionError("there is a plan to change")
        change = self._change(question, memory, atlas.searcher.scope, atlas.places)
        if not change.is_any:
            days = memory.days({external: pk for pk, external in atlas.documents.items()})
            is_cheapest = memory.values.get("budget") in self.guide.cues.get("budgets", ())[:1]
            asked = asked_back(question.text, days, atlas.places, language, is_cheapest=is_cheapest)
            return _nothing(question.text), {"planned": asked}
        made = self._changed(question, memory, change, atlas)
        evidence = journey.evidence(atlas, made.trip, made.places, (), top_k)
        choices = () if days_in(fold(question.text)) else as_long_as_before(made, language)
        return evidence, {"planned": Planned(made, atlas) if made.days else None, "choices": choices}

    def _uncovered(self, question: Question, asked: str, atlas: Atlas) -> Uncovered | None:
        scope, places = atlas.searcher.scope, atlas.places
        name = place_without_guide(asked, scope, self.guide, places)
        name = name or pending_place(question, scope, self.guide, places, self.form)
        return Uncovered(name, tuple(atlas.places.values())) if name else None

    def _atlas(self, searcher: Searcher) -> Atlas:
        offered = (tuple(self.form.get(name, ())) for name in ("travel_type", "interests"))
        return Atlas(searcher, self.guide, *offered)

    def _changed(self, question: Question, memory: Memory, change: Change, atlas: Atlas) -> Plan:
        documents = {external: pk for pk, external in atlas.documents.items()}
        earlier = Memory.before(question)
        if change.undo and earlier:
            undone = earlier.plan(atlas, documents)
            return replace(undone, notices=(Notice("undone"),), before=memory.plan(atlas, documents))
        chosen = memory.chosen_since(question.form)
        before = memory.plan(atlas, documents)
        before = replace(before, trip=with_form(before.trip, memory.values, chosen))
        made = revised(atlas, before, with_chosen(change, chosen), self._most_days)
        names = words_declined(question.text, change.unwanted)
        is_absent = any(notice.news == "absent" for notice in made.notices)
        return made.with_notice(Notice("declined", names)) if names and not is_absent else made

    @property
    def _most_days(self) -> int:
        return int((self.form.get("days") or {}).get("max", 30))

    def asks_back(self, state: AgentState) -> AskedBack | None:
        planned = state.get("planned")
        return planned if isinstance(planned, AskedBack) else None

    def plans(self, state: AgentState) -> bool:
        return isinstance(state.get("planned"), Planned | telling.Told)

    def not_found(self, state: AgentState) -> str:
        planned, language = state.get("planned"), state["classification"].language
        if isinstance(planned, Unable):
            return planned.text
        if not isinstance(planned, Uncovered):
            return ""
        return say("no_guide", language, name=planned.name, places=", ".join(planned.places))

    def compose(self, state: AgentState, evidence: Sequence[Passage]) -> Draft:
        planned: Planned | telling.Told = state["planned"]
        language, atlas = state["classification"].language, planned.atlas
        labels = assistant_form.labels(self.form, language)
        if isinstance(planned, telling.Told):
            return telling.composed(planned, language, labels)
        draft, view = writing.composed(planned.plan, atlas, language, labels, timezone.localdate())
        memory = Memory.kept(planned.plan, atlas.documents, self.form, state["question"].form)
        kept = {"intent": self.intent, "language": language, "form": memory["values"], REMEMBERED: memory, SHOWN: view}
        return replace(draft, details=kept)

    def days(self, state: AgentState) -> int:
        planned = state.get("planned")
        return len(planned.plan.days) if isinstance(planned, Planned) else 0


def _is_as_long(text: str, memory: Memory) -> bool:
    """As the plan or longer: "a day of shopping" is no other trip."""
    return days_in(fold(text)) >= len(memory.known["days"])


def _by_name(places: Mapping[int, str]) -> dict[str, int]:
    """External id -> document id."""
    return {external: pk for pk, external in guides.external_ids(places).items()}


def _nothing(text: str) -> Retrieved:
    return Retrieved(text, (text,), (), 0.0)


def trips(scope: Mapping[str, Any], form: Mapping[str, Any]) -> Trips | None:
    guide = read(scope.get("guide") or {})
    return Trips(guide, form, str(scope.get("only", ""))) if guide and form else None

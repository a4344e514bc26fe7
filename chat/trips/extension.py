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
from chat.trips.asking_back import as_long_as_before, asked_back
from chat.trips.atlas import Atlas
from chat.trips.change import Change, with_chosen
from chat.trips.claiming import change_in, continues, is_of_a_trip, is_planned_for, wish_resumed
from chat.trips.declining import words_declined
from chat.trips.elsewhere import pending_place, place_without_guide, told_of
from chat.trips.guide import Guide, read
from chat.trips.heard import Heard
from chat.trips.memory import Memory
from chat.trips.needs import WHEELCHAIR, asks_of_access
from chat.trips.plan import Notice, Plan, trip_kept
from chat.trips.revising import revised
from chat.trips.unable import Unable, asks_for_a_forecast, inability_in, said_instead
from chat.trips.vocabulary import said_of, says
from chat.trips.when import days_in, is_of_a_day, when
from chat.trips.where_to import asked_where, is_open
from chat.trips.wishes import trip_of, with_form
from chat.trips.wording import say
from knowledge.retrieval.config import Passage, Scope


@dataclass(frozen=True)
class Planned:
    """What is at hand for the answer."""

    plan: Plan
    atlas: Atlas


Made = tuple[Retrieved, AgentState]


@dataclass(frozen=True)
class Trips:
    guide: Guide
    form: Mapping[str, Any]
    subject: str = ""
    """what all guides are about, such as a country"""
    intent: Intent = "itinerary"

    def is_asked_for(self, question: Question, scope: Scope, written: str) -> bool:
        return is_of_a_trip(Heard(question, scope, self.guide, self.form), written)

    def continues(self, question: Question, scope: Scope) -> bool:
        return continues(Heard(question, scope, self.guide, self.form))

    async def retrieve(self, state: AgentState, searcher: Searcher, top_k: int) -> Made:
        language = state["classification"].language
        heard = Heard(state["question"], searcher.scope, self.guide, self.form)
        offered = (tuple(self.form.get(name, ())) for name in ("travel_type", "interests"))
        atlas = Atlas(searcher, self.guide, *offered)
        asked = await sync_to_async(self._answered)(heard, state["asked"], atlas, top_k, language)
        if not isinstance(asked, str):
            return asked
        question = await sync_to_async(new_trip.wished)(heard, asked)
        heard = replace(heard, question=question)
        if back := await sync_to_async(self._asked_where)(heard, atlas, language):
            return _nothing(asked), {"planned": back}
        retrieved, made = await new_trip.made(heard, atlas, top_k, self.subject)
        others = await sync_to_async(new_trip.others)(atlas, made)
        choices = tuple(say("instead", language, place=other) for other in others)
        return retrieved, {"planned": Planned(made, atlas) if made.days else None, "choices": choices}

    def _answered(self, heard: Heard, asked: str, atlas: Atlas, top_k: int, language: str) -> Made | str:
        """Whatever is no new trip; else the wish for one."""
        if found := _told(heard.saying(asked), atlas):
            choices = telling.choices(found, self.form, language)
            return telling.evidence(found, asked), {"planned": found if found.items else None, "choices": choices}
        if instead := _instead(heard, language):
            return _nothing(asked), {"planned": instead, "choices": instead.choices}
        if wish := wish_resumed(heard):
            asked = wish
        elif heard.memory and continues(heard):
            return self._continued(heard, heard.memory, atlas, top_k, language)
        if name := place_without_guide(heard.saying(asked)) or pending_place(heard):
            places = tuple(heard.places.values())
            said = say("no_guide", language, name=name, places=", ".join(places))
            return _nothing(asked), {"planned": Unable(said, places), "choices": places}
        return asked

    def _asked_where(self, heard: Heard, atlas: Atlas, language: str) -> AskedBack | None:
        """Of a wish that leaves open where it goes."""
        sights = "\n".join(guides.sights(heard.scope, self.guide).values())
        is_known = heard.named or heard.memory or told_of(heard)
        if is_known or not is_open(heard.question, sights, self.form, self.subject):
            return None
        trip = trip_of(heard.question, self.form, timezone.localdate())
        suiting = [atlas.places[place] for place in journey.suiting(atlas, trip)]
        is_long_known = bool(when(heard.folded, timezone.localdate()).days or is_of_a_day(heard.folded))
        return asked_where(suiting, trip, language, is_long_known=is_long_known)

    def _continued(self, heard: Heard, memory: Memory, atlas: Atlas, top_k: int, language: str) -> Made:
        change = change_in(heard, memory)
        if not change.is_any:
            is_cheapest = memory.values.get("budget") in self.guide.budgets[:1]
            asked = asked_back(heard.text, heard.planned, atlas.places, language, is_cheapest=is_cheapest)
            return _nothing(heard.text), {"planned": asked}
        made = self._changed(heard, memory, change, atlas)
        evidence = journey.evidence(atlas, made.trip, made.places, (), top_k)
        choices = () if days_in(heard.folded) else as_long_as_before(made, language)
        return evidence, {"planned": Planned(made, atlas) if made.days else None, "choices": choices}

    def _changed(self, heard: Heard, memory: Memory, change: Change, atlas: Atlas) -> Plan:
        before, earlier = memory.plan(atlas), Memory.before(heard.question)
        if change.undo and earlier:
            return replace(earlier.plan(atlas), notices=(Notice("undone"),), before=before)
        chosen = memory.chosen_since(heard.question.form)
        before = replace(before, trip=with_form(before.trip, memory.values, chosen))
        most_days = int((self.form.get("days") or {}).get("max", 30))
        made = revised(atlas, before, with_chosen(change, chosen), most_days)
        names = words_declined(heard.text, change.unwanted)
        is_absent = any(notice.news == "absent" for notice in made.notices)
        return made.with_notice(Notice("declined", names)) if names and not is_absent else made

    def asks_back(self, state: AgentState) -> AskedBack | None:
        planned = state.get("planned")
        return planned if isinstance(planned, AskedBack) else None

    def plans(self, state: AgentState) -> bool:
        return isinstance(state.get("planned"), Planned | telling.Told)

    def not_found(self, state: AgentState) -> str:
        planned = state.get("planned")
        return planned.text if isinstance(planned, Unable) else ""

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


def _told(heard: Heard, atlas: Atlas) -> telling.Told | None:
    """What the guides say to a question that changes nothing; None to any other message."""
    memory, today = heard.memory, timezone.localdate()
    if memory and change_in(heard, memory).is_any:
        return None
    aside = asides.aside_in(heard)
    if aside is None or asks_for_a_forecast(heard.folded):
        return None
    trip = replace(trip_of(heard.question, heard.offered, today), rainy=says("rain", heard.folded))
    if memory and not (trip.start or trip.month):
        planned = trip_kept(memory.known)
        trip = replace(trip, start=planned.start, month=planned.month, days=planned.days)
    found = telling.told(aside, atlas, trip, today)
    diets = said_of("diets", heard.folded) if "food" in aside.roles else ()
    to_plan = trip if "sights" in aside.roles and not memory else None
    return replace(found, inability=inability_in(heard.folded), diets=diets, to_plan=to_plan)


def _instead(heard: Heard, language: str) -> Unable | None:
    """Of what nobody here can do, where nothing else was asked for."""
    if asks_of_access(heard.text) and not guides.say_any(heard.scope, WHEELCHAIR):
        return Unable(say("access", language), ())
    inability = inability_in(heard.folded)
    is_planned = inability == "live" and is_planned_for(heard, heard.text)
    if not inability or (is_planned and not asks_for_a_forecast(heard.folded)):
        return None
    return said_instead(inability, heard.places[heard.named[0]] if heard.named else "", language)


def _nothing(text: str) -> Retrieved:
    return Retrieved(text, (text,), (), 0.0)


def trips(scope: Mapping[str, Any], form: Mapping[str, Any]) -> Trips | None:
    guide = read(scope.get("guide") or {})
    return Trips(guide, form, str(scope.get("only", ""))) if guide and form else None

"""Itineraries as the agent's extension: the assistant needs a form and a description of its travel guides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chat.agent.events import Question
from chat.agent.retrieval.searches import Retrieved, Searcher
from chat.agent.state import AgentState, Draft, Intent
from chat.trips import itinerary, journey
from chat.trips.asked import trip_in
from chat.trips.guide import Guide, read
from chat.trips.wishes import asks_for_a_plan
from knowledge.retrieval.config import Passage


@dataclass(frozen=True)
class Trips:
    guide: Guide
    form: Mapping[str, Any]
    intent: Intent = "itinerary"

    def is_asked_for(self, question: Question) -> bool:
        return asks_for_a_plan(question)

    async def retrieve(self, state: AgentState, searcher: Searcher, top_k: int) -> tuple[Retrieved, AgentState]:
        found = await journey.plan(searcher, trip_in(state, self.form), self.guide, top_k)
        return found.retrieved, {"places": found.places}

    def plans(self, state: AgentState) -> bool:
        return bool(state.get("places"))

    def compose(self, state: AgentState, evidence: Sequence[Passage]) -> Draft:
        companies, language = tuple(self.form.get("travel_type", ())), state["classification"].language
        traveller = itinerary.Traveller(trip_in(state, self.form), self.guide, companies, language)
        return itinerary.plan(traveller, state["places"], evidence)

    def days(self, state: AgentState) -> int:
        return trip_in(state, self.form).days


def trips(scope: Mapping[str, Any], form: Mapping[str, Any]) -> Trips | None:
    guide = read(scope.get("guide") or {})
    return Trips(guide, form) if guide and form else None

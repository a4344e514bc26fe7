"""What is remembered of a plan from one message to the next: kept with the answer that showed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chat.agent.events import Question
from chat.agent.extensions import REMEMBERED
from chat.trips.atlas import Atlas
from chat.trips.items import Key
from chat.trips.plan import Plan, kept, restored, trip_kept


@dataclass(frozen=True)
class Memory:
    known: Mapping[str, Any]

    @classmethod
    def of(cls, question: Question) -> Memory | None:
        """Of the last plan of the conversation, whatever was asked since."""
        return next(cls._all(question), None)

    @classmethod
    def before(cls, question: Question) -> Memory | None:
        """Of the plan that the last one was made from; a message that left it as it was changed nothing."""
        last = cls.of(question)
        return next((one for one in cls._all(question) if last and one._shown != last._shown), None)

    @property
    def _shown(self) -> tuple[Any, Any]:
        return self.known["days"], self.known["trip"]

    @classmethod
    def _all(cls, question: Question) -> Iterator[Memory]:
        """The last first."""
        return (cls(memory) for turn in reversed(question.history) if (memory := turn.details.get(REMEMBERED)))

    @staticmethod
    def kept(
        plan: Plan, documents: Mapping[int, str], offered: Mapping[str, Any], sent: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {**kept(plan, documents), "values": plan.trip.values(offered), "sent": dict(sent)}

    @property
    def values(self) -> Mapping[str, Any]:
        """Of the form, as the plan was made by them."""
        found: Mapping[str, Any] = self.known["values"]
        return found

    def days(self, documents: Mapping[str, int]) -> list[int]:
        return [documents[day["document"]] for day in self.known["days"] if day["document"] in documents]

    @property
    def items(self) -> dict[Key, str]:
        planned = [part for day in self.known["days"] for part in day["parts"].values()]
        return {(document, key): name for document, key, name in planned}

    def chosen_since(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """Neither as the plan was made nor as it was sent the last time: chosen anew."""
        sent, values = self.known["sent"], self.values
        return {
            name: value
            for name, value in form.items()
            if name in values and value not in (values[name], sent.get(name))
        }

    def plan(self, atlas: Atlas) -> Plan:
        documents = {external: pk for pk, external in atlas.documents.items()}
        items = atlas.by_key(dict.fromkeys(self.days(documents)), trip_kept(self.known))
        return restored(self.known, documents, items)

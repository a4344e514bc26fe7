"""What a traveller wishes: the form's values and the text that came with them. What is written wins."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from chat.agent.events import Question
from chat.trips.declining import declined_things
from chat.trips.needs import BY_AIR, LAND, NO_CAR, NO_FLIGHT, SLOW, lasting, means_said, of_diets, without_needs
from chat.trips.saying import asks_something, is_negated, is_short_of_money, without_money
from chat.trips.vocabulary import pattern, phrase, says, without
from chat.trips.when import days_in, is_of_a_day, says_dates, when
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

DEFAULT_DAYS = 3
_PLAN = phrase(r"\bitinerar\w*|\b(?:dia a dia|day by day)\b|\b(?:{plan}|{update})(?:me|nos)?\b.*\b{trip}\b")
_CALM = phrase(r"\b{pace}(?: (?:muy|moi|very))? {calm}\b|\b{calm} {pace}\b")
MIN_WORDS = 4
TURNING = ("turn", "instead", "replace", "more")
CHOSEN = ("budget", "travel_type", "interests")
"""values of the form that nobody has unless they were chosen"""


@dataclass(frozen=True)
class Trip:
    text: str
    days: int
    budget: str = ""
    travel_type: str = ""
    also: tuple[str, ...] = ()
    """further types of traveller that are said: of a couple that it is retired"""
    interests: tuple[str, ...] = ()
    start: date | None = None
    month: int = 0
    """1-12 where the traveller says when, but not the day"""
    means: str = ""
    """of getting from one place to the next, as `means_said` tells it"""
    needs: tuple[str, ...] = ()
    """what the travellers say of themselves, as lists of the vocabulary: "needs.no_car", "diets.vegan"; it lasts"""
    calm: bool = False
    """one sight a day"""
    rainy: bool = False
    """while what to do in the rain is looked for; never of a plan that is kept"""

    @property
    def travellers(self) -> tuple[str, ...]:
        """All types that are said."""
        return tuple(filter(None, (self.travel_type, *self.also)))

    @property
    def carless(self) -> bool:
        """Nobody drives: nothing is reached by car, nor left by one."""
        return NO_CAR in self.needs

    @property
    def diets(self) -> tuple[str, ...]:
        return of_diets(self.needs)

    @property
    def query(self) -> str:
        return " ".join(part for part in (self.text, *self.interests, *self.travellers, self.budget) if part)

    def values(self, offered: Mapping[str, Any]) -> dict[str, Any]:
        """As the assistant's form holds them."""
        start = self.start.isoformat() if self.start else ""
        values = {
            "days": self.days,
            "budget": self.budget,
            "travel_type": self.travel_type,
            "interests": list(self.interests),
            "start": start,
        }
        return {name: value for name, value in values.items() if name in offered}


def asks_for_a_plan(question: Question) -> bool:
    """A wish or a plan, and not a question that has a plain answer. "Three days in Perth" is a wish."""
    text = fold(question.text)
    if is_plan(question.text):
        return True
    if says("you_choose", text) and days_in(text):
        return True  # "Five days and little money: where should I go?"
    if asks_something(question.text):
        return False
    has_values = any(map(question.form.get, CHOSEN)) and len(text.split()) >= MIN_WORDS
    is_surprise = says("you_choose", text) and says("trip", text)
    return (
        has_values or is_surprise or says("wish", text) or bool(days_in(text)) or is_of_a_day(text) or says_dates(text)
    )


def is_plan(text: str) -> bool:
    """In so many words."""
    return bool(_PLAN.search(fold(text)))


def is_said_as_wish(text: str, offered: Mapping[str, Any]) -> bool:
    """ "A trip to Sydney", or "Sydney, cheap, with kids"."""
    says_who = {"budget", "travel_type"} & values_said(text, offered).keys()
    return (bool(says_who) or says("journey", fold(text))) and not asks_something(text)


def asks_what_to_see(text: str, offered: Mapping[str, Any]) -> bool:
    """ "Things to do in Perth with kids", "que facer se chove?"; not "what to do in Perth if I lose my passport"."""
    folded = fold(text)
    supposes = says("if", without(folded, "what_to_see"))
    return says("what_to_see", folded) and (
        not supposes or says("rain", folded) or says("dry", folded) or bool(values_said(text, offered))
    )


def trip_of(question: Question, offered: Mapping[str, Any], today: date) -> Trip:
    """The form's values, and what the text says instead or besides."""
    given, said = question.form, values_said(question.text, offered)
    stated = when(fold(question.text), today)
    days = (
        stated.days
        or int(is_of_a_day(fold(question.text)))
        or int(given.get("days") or (offered.get("days") or {}).get("default", DEFAULT_DAYS))
    )
    needs, means = lasting(question), means_said(fold(question.text))
    start = stated.start or (_iso(given.get("start")) if not stated.month else None)
    return Trip(
        text=question.text,
        days=within(days, offered),
        budget=str(said.get("budget") or given.get("budget") or ""),
        travel_type=str(said.get("travel_type") or given.get("travel_type") or ""),
        also=tuple(said.get("also", ())),
        interests=tuple(dict.fromkeys([*(given.get("interests") or ()), *said.get("interests", ())])),
        start=start,
        month=stated.month,
        means=LAND if NO_FLIGHT in needs and means in ("", BY_AIR) else means,
        needs=needs,
        calm=is_calm(fold(question.text)) or SLOW in needs,
    )


def pace_said(folded: str) -> int:
    """1 for fewer sights a day, -1 for more; 0 for nothing of the kind."""
    if says("fuller", folded):
        return -1
    return int(says("calm", folded) or says("unhurried", folded))


def nearer_said(folded: str) -> Literal["", "way", "places"]:
    """Less time on the way, or fewer places to stay."""
    if says("fewer_places", folded):
        return "places"
    return "way" if says("nearer", folded) else ""


def wishes_for_nights(folded: str) -> bool:
    """To go out in the evening; not "without bars"."""
    found = pattern("nightlife").search(folded)
    return bool(found) and not is_negated(folded[: found.start()])


def is_calm(folded: str) -> bool:
    """Of the wish for a whole trip: "a quiet week", but not "a week with quiet beaches"."""
    return pace_said(folded) > 0 and (says("unhurried", folded) or bool(_CALM.search(folded)))


def within(days: int, offered: Mapping[str, Any]) -> int:
    limits = offered.get("days") or {}
    return max(int(limits.get("min", 1)), min(days, int(limits.get("max", 30))))


def _iso(value: Any) -> date | None:
    return date.fromisoformat(value) if value else None


def with_form(trip: Trip, before: Mapping[str, Any], form: Mapping[str, Any]) -> Trip:
    """The trip with what was chosen in the form since the plan was made."""
    new = {name: value for name, value in form.items() if value != before.get(name) and name in before}
    if not new:
        return trip
    return replace(
        trip,
        budget=new.get("budget", trip.budget),
        travel_type=new.get("travel_type", trip.travel_type),
        also=() if "travel_type" in new else trip.also,
        interests=tuple(new.get("interests", trip.interests)),
        start=_iso(new["start"]) if "start" in new else trip.start,
    )


def values_said(text: str, offered: Mapping[str, Any]) -> dict[str, Any]:
    """Values of the form that a text says in other words (the form's `said`): of budget and type of trip the first,
    `also` the other types. Whoever has little money is of the first budget, which is the lowest."""
    folded, words = fold(text), offered.get("said") or {}
    folded = without(folded, *declined_things(folded))
    found: dict[str, Any] = {}
    for name in ("budget", "travel_type", "interests"):
        places = {value: _said_at(folded, tuple(words.get(value, ()))) for value in offered.get(name, ())}
        named = sorted((value for value in places if places[value] >= 0), key=lambda value: places[value])
        if named:
            found[name] = named if name == "interests" else named[0]
        if name == "travel_type" and named[1:]:
            found["also"] = tuple(named[1:])
    if offered.get("budget") and "budget" not in found and is_short_of_money(folded):
        found["budget"] = offered["budget"][0]
    return found


def _said_at(folded: str, beginnings: tuple[str, ...]) -> int:
    """Where in a text, and not to say that it is not wished for; -1 for nowhere."""
    found = _beginning(beginnings).finditer(folded) if beginnings else iter(())
    return next((match.start() for match in found if not is_negated(folded[: match.start()])), -1)


def without_values(folded: str, offered: Mapping[str, Any]) -> str:
    """Without the words by which the text says values of the form."""
    folded = without_needs(without_money(folded))
    for beginnings in (offered.get("said") or {}).values():
        folded = re.sub(rf"{_beginning(tuple(beginnings)).pattern}\w*", " ", folded)
    return folded


@lru_cache(maxsize=256)
def _beginning(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(re.escape(fold(word)) for word in beginnings) + ")")


def says_little(text: str, offered: Mapping[str, Any]) -> bool:
    """Nothing of weight, beside values of the form and words that turn a trip elsewhere, or around."""
    rest = without(without_values(fold(text), offered), *TURNING)
    return all(word in STOPWORDS or len(word) == 1 for word in re.findall(r"[^\W_]+", rest))

"""What a message changes of a plan: "añade un día en Sídney", "change day 2", "e se chove?", "con niños"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from chat.trips.change import Change, Known
from chat.trips.day_numbers import days_named, items_named, without_days
from chat.trips.days import PARTS
from chat.trips.declining import declined_things
from chat.trips.exchanging import change_of_places
from chat.trips.length import SO_MANY, change_of_length, mere_count
from chat.trips.needs import means_said, needs_in, taken_back, without_needs
from chat.trips.places import apart, named
from chat.trips.saying import asks_something, sum_in
from chat.trips.vocabulary import (
    MIN_NAME_WORD,
    NUMBERS,
    meaning,
    meanings,
    names,
    phrase,
    said_of,
    says,
    tells_all,
    without,
)
from chat.trips.when import When, days_in, shift_in, when, without_months
from chat.trips.wishes import (
    TURNING,
    nearer_said,
    pace_said,
    says_little,
    values_said,
    wishes_for_nights,
)
from knowledge.text.months import NAMES
from knowledge.text.numbers import ANY_ORDINAL
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# A wish in passing ("con niños") is said in few words; more than that is another trip, or a question.
MAX_WISH_WORDS = 9
# What a message about the pace of a trip may say, whole phrases before the words in them.
OF_PACE = ("nearer", "fewer_places", "unhurried", "fuller", "calm", "pace", "tiring", "dislike")

# "And with kids?", which asks nothing; not "and how far is it?".
_GOES_ON = re.compile(
    r"(?:¿ ?)?(?:y|e|and) "
    r"(?!que|cal|cales|cual|cuales|cant|cuant|cand|cuand|onde|donde|como|quen|quien|what|which|when|where|how|who)"
)
_BEGINS, _ANOTHER_DAY = phrase(r"(?:{begins}|{remove})\b"), phrase(r"\b{another} {day}\b")
# "Cambia el día 1 por el 2".
_ONE_FOR_THE_OTHER = phrase(r"\d {instead} (?:(?:el|o|the) )?(?:{day} )?\d")
# "Shorten it to 3 days".
_UP_TO_SO_MANY = phrase(r"\b{up_to} {number}\b")
# "Sin museos": what follows is not wished for.
_DECLINED = phrase(r"\b(?:{remove}|{dislike}) (.+)")


@dataclass(frozen=True)
class Said:
    """One sentence."""

    raw: str
    text: str
    """folded, without marks"""
    known: Known
    today: date

    def change(self) -> Change:
        of_trip = (self.of_weather, self.of_pace, self.of_nights, self.of_length, self.of_days, self.of_count)
        ways = (*of_trip, self.of_means, self.of_places, self.of_items, self.of_wanted, self.of_wishes)
        found = next(filter(None, (way() for way in ways)), Change(update=self.says("update")))
        # "We don't drive"; not "how do we get there without a car?".
        if self.asks:
            return found
        # "600 euros for 4 days in Perth" is another trip.
        money = sum_in(self.text) if found.is_any or self.is_little(without(self.text, "stay")) else ""
        return replace(found, needs=needs_in(self.text), over=taken_back(self.text), sum=money)

    @property
    def days(self) -> tuple[int, ...]:
        """Numbers of days of the plan that are named."""
        return days_named(self.text, len(self.known.days))

    @property
    def places(self) -> list[int]:
        return named(self.text, self.known.places)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in PARTS if says(part, self.text))

    @property
    def values(self) -> Mapping[str, Any]:
        return values_said(self.text, self.known.offered)

    @property
    def interests(self) -> Mapping[str, Any]:
        return {name: value for name, value in self.values.items() if name == "interests"}

    def says(self, *lists: str) -> bool:
        """A word of any of these."""
        return any(says(name, self.text) for name in lists)

    def is_little(self, rest: str) -> bool:
        return says_little(rest, self.known.offered)

    @property
    def asks(self) -> bool:
        """ "How far is it?", and not "and with kids?"."""
        return asks_something(self.raw) and not _GOES_ON.match(self.raw)

    def of_weather(self) -> Change | None:
        """ "What if it rains?", but not "Does it rain in May?"."""
        if self.asks and not self.says("if"):
            return None
        days = self.days or tuple(at for at, place in enumerate(self.known.days, 1) if place in self.places)
        if self.says("dry"):
            return None if self.values else Change(dry=True, redo=days)
        return Change(rain=True, redo=days) if self.says("rain") else None

    def of_pace(self) -> Change | None:
        """ "Más tranquilo", "el día 2 sin prisas", "menos tiempo de viaje"; not "un hotel tranquilo"."""
        if self.asks or days_in(self.text) not in (0, len(self.known.days)):
            return None
        rest = without(without_days(self.text), *OF_PACE)
        if not self.is_little(rest):
            return None
        if nearer := nearer_said(self.text):
            return Change(nearer=nearer)
        pace = pace_said(self.text)
        return Change(pace=pace, redo=self.days, values=self.values) if pace else None

    def of_nights(self) -> Change | None:
        """ "Queremos salir de noche", "el día 2, de copas"."""
        if self.asks or not wishes_for_nights(self.text):
            return None
        rest = without(without_days(self.text), "nightlife", "add", "more", "wish", "day", *PARTS)
        return Change(nights=True, redo=self.days) if self.is_little(rest) else None

    def of_length(self) -> Change | None:
        return None if self.asks or self.days else change_of_length(self.text, self.known)

    def of_days(self) -> Change | None:
        """Of days that are named by their numbers."""
        days, parts, swaps = self.days, self.parts, self.says("swap")
        if len(days) == 2 and (swaps or _ONE_FOR_THE_OTHER.search(self.text)):
            return Change(swap=(days[0], days[1]))
        if not days:
            return None
        if len(parts) == 2 and (swaps or self.says("instead")):
            return Change(redo=days, parts=parts, turn=True)
        if kinds := self._kinds():
            return Change(redo=days, wanted=kinds)
        removes = self.says("remove") and not self._unwanted()
        if (removes and parts) or says("free", re.sub(r"\b\d{1,2} ", "", self.text)):
            return Change(redo=days, parts=parts, free=True)
        if removes:
            return Change(remove_days=days)
        if parts or self.values or self._unwanted() or self.says("replace", "dislike", "add"):
            return Change(redo=days, parts=parts, values=self.interests, unwanted=self._unwanted())
        return None

    def of_count(self) -> Change | None:
        """Of so many days."""
        if shift := shift_in(self.text):
            return Change(shift=shift)
        another = int(bool(_ANOTHER_DAY.search(self.text)))
        count = 0 if self.days else days_in(self.text) or mere_count(self.text, self.known.offered) or another
        if count == 1 and self.says("free"):
            # No day is named: one in the middle of the longest stay, far from journeys.
            longest = max(self.known.days, key=list(self.known.days).count)
            stay = [number for number, place in enumerate(self.known.days, 1) if place == longest]
            return Change(redo=(stay[len(stay) // 2],), free=True)
        at = next(iter(self.places), None)
        is_elsewhere = at is not None and at not in self.known.days and not self._adds()
        if not count or is_elsewhere or (asks_something(self.raw) and not self.says("make")):
            return None
        if self.says("shorter", "longer"):
            is_total, sign = _UP_TO_SO_MANY.search(self.text), -1 if self.says("shorter") else 1
            return Change(set_days=count, at=at) if is_total else Change(add_days=sign * count, at=at)
        if self.says("remove", "less"):
            return Change(add_days=-count, at=at)
        if self._adds() and (self.says("more") or not SO_MANY.search(self.text)):
            return Change(add_days=count, at=at, values=self.interests)
        is_other = when(self.text, self.today).start or self._is_of_some_days(count)
        return None if is_other else Change(set_days=count, at=at, values=self.values)

    def _is_of_some_days(self, count: int) -> bool:
        """ "Un día de playa" is a wish for a day of the trip, not its length."""
        if self.says("make") or count >= len(self.known.days):
            return False
        rest = without(apart(self.text, self.known.places)[1], "day", "week", "weekend", "stay", "wish")
        rest = " ".join(word for word in rest.split() if word not in NUMBERS and not word.isdigit())
        return bool(self.values.get("interests")) or not self.is_little(rest)

    def _kinds(self) -> tuple[str, ...]:
        """ "El día 2 queremos ir a una isla": no interest, but what the guides to the trip list; or what is planned
        already, by its name: "put the opera on day 1"."""
        wishes = self._adds() or self.says("wish")
        kinds = said_of("things", self.text)
        if not wishes or self.parts or self.asks or self._unwanted() or self.values.get("interests"):
            return ()
        planned = items_named(without_days(self.text), self.known) if self._adds() else ()
        if len(planned) == 1:
            return meanings(fold(self.known.items[planned[0]]))
        return kinds if kinds and any(tells_all(kinds, line) for line in self.known.sights) else ()

    def _adds(self) -> bool:
        return self.says("add", "more")

    def of_means(self) -> Change | None:
        """ "By train", of the ways between the places; of one place alone it is a wish like others."""
        means = means_said(self.text)
        is_of_plan = len(set(self.known.days)) > 1 and set(self.places) <= set(self.known.days)
        if self.asks or not (means and is_of_plan):
            return None
        rest = without(apart(self.text, self.known.places)[1], *names("means"), "go_by", "remove", "instead")
        return Change(means=means) if self.is_little(rest) else None

    def of_places(self) -> Change | None:
        return change_of_places(self.raw, self.text, self.known)

    def of_items(self) -> Change | None:
        """ "quita el zoo": what is planned, by a word of its name that only it has."""
        if not self.says("remove", "replace", "dislike") or asks_something(self.raw):
            return None
        if keys := items_named(self.text, self.known):
            return Change(items=keys)
        return Change(parts=self.parts) if self.parts and self.says("replace") else None

    def of_wanted(self) -> Change | None:
        """ "Quiero ver el zoo", "add the zoo": a sight by its name, or by what is said of it."""
        wishes = self._adds() or self.says("wish") or (_BEGINS.match(self.text) and said_of("things", self.text))
        if self.asks or self._unwanted() or not wishes:
            return None
        words = meanings(without(self.text, "add", "more", "wish", "see", "trip", "day", *TURNING))
        # "Queremos playa" wishes for any, "add the Australian Museum" for one.
        if not words or (self.values and len(words) == 1 and not self.says("add")):
            return None
        is_of_kinds = all(word in names("things") for word in words)
        by_name = not is_of_kinds and (self.values or not (self.says("add", "see")))
        known = [*self.known.sights, *(self.known.others if is_of_kinds else ())]
        lines = [line.partition(":")[0] if by_name else line for line in known]
        return Change(wanted=words) if any(tells_all(words, line) for line in lines) else None

    def of_wishes(self) -> Change | None:
        dates = when(self.text, self.today)
        dates = When(dates.days if dates.start else 0, dates.start, self._month(dates.month))
        cheaper = int(self.says("cheaper")) - int(self.says("dearer"))
        elsewhere = any(place not in self.known.days for place in self.places)
        if self.asks or elsewhere or len(self.text.split()) > MAX_WISH_WORDS:
            return None
        if not (self._begins() or cheaper or dates.start or dates.month or self._unwanted()):
            return None
        values = {} if cheaper else self.values
        more = bool(values.get("interests")) and self.says("more")
        food = bool(cheaper) and (self.says("topics.food", "evening"))
        found = Change(values=values, more=more, unwanted=self._unwanted(), cheaper=cheaper, food=food, when=dates)
        return found if found.is_any else None

    def _month(self, said: int) -> int:
        """ "In May", or only "May"; not "weather in May"."""
        words = without_months(self.text).split()
        months = [NAMES[word] for word in words if word in NAMES]
        is_month = self.is_little(" ".join(word for word in words if word not in NAMES))
        return (said or (months[0] if len(months) == 1 else 0)) if is_month else 0

    def _begins(self) -> bool:
        """As a wish does, or it is one: "barato"."""
        wishes = self.says("wish") or self.is_little(without(self.text, "day"))
        return bool(_BEGINS.match(self.text) or (wishes and self.values))

    def _unwanted(self) -> tuple[str, ...]:
        """ "sin museos": the word's meaning."""
        if (kinds := declined_things(self.text)) and not self.says("cheaper"):
            return kinds
        found = _DECLINED.search(without(without_needs(self.text), *names("means")))
        if not found or self.says("cheaper") or "budget" in values_said(found[0], self.known.offered):
            return ()
        rest = without(found[1], "so_much")
        telling = (word for word in rest.split() if len(word) >= MIN_NAME_WORD and word not in STOPWORDS)
        word = next(telling, "")
        is_of_plan = any(says(name, word) for name in ("day", "last", *PARTS)) or word in ANY_ORDINAL
        return (meaning(word),) if word and not is_of_plan else ()

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
from chat.trips.saying import asks_something
from chat.trips.vocabulary import (
    MIN_NAME_WORD,
    NUMBERS,
    meaning,
    meanings,
    names,
    pattern,
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
        of_trip = (self.of_weather, self.of_pace, self.of_nights, self.of_length, self.of_days)
        ways = (*of_trip, self.of_means, self.of_places, self.of_items, self.of_wanted, self.of_wishes)
        found = next(filter(None, (way() for way in ways)), Change(update=says("update", self.text)))
        # "We don't drive"; not "how do we get there without a car?".
        if self.asks:
            return found
        return replace(found, needs=needs_in(self.text), over=taken_back(self.text))

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
    def words(self) -> int:
        return len(self.text.split())

    @property
    def asks(self) -> bool:
        """ "How far is it?", and not "and with kids?"."""
        return asks_something(self.raw) and not _GOES_ON.match(self.raw)

    def of_weather(self) -> Change | None:
        """ "What if it rains?", but not "Does it rain in May?"."""
        if self.asks and not says("if", self.text):
            return None
        days = self.days or tuple(at for at, place in enumerate(self.known.days, 1) if place in self.places)
        if says("dry", self.text):
            return None if self.values else Change(dry=True, redo=days)
        return Change(rain=True, redo=days) if says("rain", self.text) else None

    def of_pace(self) -> Change | None:
        """ "Más tranquilo", "el día 2 sin prisas", "menos tiempo de viaje"; not "un hotel tranquilo"."""
        if self.asks or days_in(self.text) not in (0, len(self.known.days)):
            return None
        rest = without(without_days(self.text), *OF_PACE)
        if not says_little(rest, self.known.offered):
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
        return Change(nights=True, redo=self.days) if says_little(rest, self.known.offered) else None

    def of_length(self) -> Change | None:
        return None if self.asks or self.days else change_of_length(self.text, self.known)

    def of_days(self) -> Change | None:
        if shift := shift_in(self.text):
            return Change(shift=shift)
        days = self.days
        count = 0 if days else _days_said(self.text, self.known.offered)
        if len(days) == 2 and (says("swap", self.text) or _ONE_FOR_THE_OTHER.search(self.text)):
            return Change(swap=(days[0], days[1]))
        if days and len(self.parts) == 2 and (says("swap", self.text) or says("instead", self.text)):
            return Change(redo=days, parts=self.parts, turn=True)
        if days and (kinds := self._kinds()):
            return Change(redo=days, wanted=kinds)
        if days and says("free", re.sub(r"\b\d{1,2} ", "", self.text)):
            return Change(redo=days, parts=self.parts, free=True)
        if days and says("remove", self.text) and not self._unwanted():
            return Change(redo=days, parts=self.parts, free=True) if self.parts else Change(remove_days=days)
        if days and (self._changes() or self.parts or self._wishes()):
            return self._redo(days)
        if count == 1 and says("free", self.text):
            # No day is named: one in the middle of the longest stay, far from journeys.
            longest = max(self.known.days, key=list(self.known.days).count)
            stay = [number for number, place in enumerate(self.known.days, 1) if place == longest]
            return Change(redo=(stay[len(stay) // 2],), free=True)
        if not count or (asks_something(self.raw) and not says("make", self.text)):
            return None
        at = self.places[0] if self.places else None
        if at is not None and at not in self.known.days and not self._adds():
            return None
        if (shorter := says("shorter", self.text)) or says("longer", self.text):
            is_total = _UP_TO_SO_MANY.search(self.text)
            return Change(set_days=count, at=at) if is_total else Change(add_days=-count if shorter else count, at=at)
        if says("remove", self.text) or says("less", self.text):
            return Change(add_days=-count, at=at)
        if self._adds() and (says("more", self.text) or not SO_MANY.search(self.text)):
            return Change(add_days=count, at=at, values=_interests(self.values))
        dates = when(self.text, self.today)
        return (
            None if dates.start or self._is_of_some_days(count) else Change(set_days=count, at=at, values=self.values)
        )

    def _is_of_some_days(self, count: int) -> bool:
        """ "Un día de playa" is a wish for a day of the trip, not its length."""
        if says("make", self.text) or count >= len(self.known.days):
            return False
        rest = without(apart(self.text, self.known.places)[1], "day", "week", "weekend", "stay", "wish")
        rest = " ".join(word for word in rest.split() if word not in NUMBERS and not word.isdigit())
        return bool(self.values.get("interests")) or not says_little(rest, self.known.offered)

    def _kinds(self) -> tuple[str, ...]:
        """ "El día 2 queremos ir a una isla": no interest, but what the guides to the trip list; or what is planned
        already, by its name: "put the opera on day 1"."""
        wishes = self._adds() or says("wish", self.text)
        kinds = said_of("things", self.text)
        if not wishes or self.parts or self.asks or self._unwanted() or self.values.get("interests"):
            return ()
        planned = items_named(without_days(self.text), self.known) if self._adds() else ()
        if len(planned) == 1:
            return meanings(fold(self.known.items[planned[0]]))
        return kinds if kinds and any(tells_all(kinds, line) for line in self.known.sights) else ()

    def _changes(self) -> bool:
        return any(says(how, self.text) for how in ("replace", "dislike", "add"))

    def _adds(self) -> bool:
        return says("add", self.text) or says("more", self.text)

    def _redo(self, days: tuple[int, ...]) -> Change:
        return Change(redo=days, parts=self.parts, values=_interests(self.values), unwanted=self._unwanted())

    def _wishes(self) -> bool:
        return bool(self.values or self._unwanted())

    def of_means(self) -> Change | None:
        """ "By train", of the ways between the places; of one place alone it is a wish like others."""
        means = means_said(self.text)
        is_of_plan = len(set(self.known.days)) > 1 and set(self.places) <= set(self.known.days)
        if self.asks or not (means and is_of_plan):
            return None
        rest = without(apart(self.text, self.known.places)[1], *names("means"), "go_by", "remove", "instead")
        return Change(means=means) if says_little(rest, self.known.offered) else None

    def of_places(self) -> Change | None:
        return change_of_places(self.raw, self.text, self.known)

    def of_items(self) -> Change | None:
        """ "quita el zoo": what is planned, by a word of its name that only it has."""
        if not any(says(how, self.text) for how in ("remove", "replace", "dislike")) or asks_something(self.raw):
            return None
        if keys := items_named(self.text, self.known):
            return Change(items=keys)
        return Change(parts=self.parts) if self.parts and says("replace", self.text) else None

    def of_wanted(self) -> Change | None:
        """ "Quiero ver el zoo", "add the zoo": a sight by its name, or by what is said of it."""
        wishes = self._adds() or says("wish", self.text) or (_BEGINS.match(self.text) and said_of("things", self.text))
        if self.asks or self._unwanted() or not wishes:
            return None
        rest = self.text
        for name in ("add", "more", "wish", "see", "trip", "day", *TURNING):
            rest = pattern(name).sub(" ", rest)
        words = meanings(rest)
        # "Queremos playa" wishes for any, "add the Australian Museum" for one.
        if not words or (self.values and len(words) == 1 and not says("add", self.text)):
            return None
        is_of_kinds = all(word in names("things") for word in words)
        by_name = not is_of_kinds and (self.values or not (says("add", self.text) or says("see", self.text)))
        known = [*self.known.sights, *(self.known.others if is_of_kinds else ())]
        lines = [line.partition(":")[0] if by_name else line for line in known]
        return Change(wanted=words) if any(tells_all(words, line) for line in lines) else None

    def of_wishes(self) -> Change | None:
        dates = when(self.text, self.today)
        month = dates.month if self._is_of_dates() else 0
        dates = When(dates.days if dates.start else 0, dates.start, month or self._mere_month())
        cheaper = int(says("cheaper", self.text)) - int(says("dearer", self.text))
        elsewhere = any(place not in self.known.days for place in self.places)
        if self.asks or elsewhere or self.words > MAX_WISH_WORDS:
            return None
        if not (self._begins() or cheaper or dates.start or dates.month or self._unwanted()):
            return None
        values = {} if cheaper else self.values
        more = bool(values.get("interests")) and says("more", self.text)
        food = bool(cheaper) and (says("topics.food", self.text) or says("evening", self.text))
        found = Change(values=values, more=more, unwanted=self._unwanted(), cheaper=cheaper, food=food, when=dates)
        return found if found.is_any else None

    def _is_of_dates(self) -> bool:
        """ "In May" is, "weather in May" is not."""
        return says_little(without_months(self.text), self.known.offered)

    def _mere_month(self) -> int:
        said = [NAMES[word] for word in self.text.split() if word in NAMES]
        rest = " ".join(word for word in self.text.split() if word not in NAMES)
        return said[0] if len(said) == 1 and says_little(rest, self.known.offered) else 0

    def _begins(self) -> bool:
        """As a wish does, or it is one: "barato"."""
        wishes = says("wish", self.text) or says_little(without(self.text, "day"), self.known.offered)
        return bool(_BEGINS.match(self.text) or (wishes and self.values))

    def _unwanted(self) -> tuple[str, ...]:
        """ "sin museos": the word's meaning."""
        if (kinds := declined_things(self.text)) and not says("cheaper", self.text):
            return kinds
        found = _DECLINED.search(without(without_needs(self.text), *names("means")))
        if not found or says("cheaper", self.text) or "budget" in values_said(found[0], self.known.offered):
            return ()
        rest = without(found[1], "so_much")
        if some := said_of("things", rest):
            return some[:1]
        telling = (word for word in rest.split() if len(word) >= MIN_NAME_WORD and word not in STOPWORDS)
        word = next(telling, "")
        is_of_plan = any(says(name, word) for name in ("day", "last", *PARTS)) or named(word, self.known.places)
        counts = is_of_plan or word in NUMBERS or word in ANY_ORDINAL
        return (meaning(word),) if word and not counts else ()


def _days_said(text: str, offered: Mapping[str, Any]) -> int:
    return days_in(text) or mere_count(text, offered) or int(bool(_ANOTHER_DAY.search(text)))


def _interests(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in values.items() if name == "interests"}

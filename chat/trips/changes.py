"""What a message changes of a plan: "añade un día en Sídney", "change day 2", "e se chove?", "con niños"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any

from chat.trips.days import PARTS
from chat.trips.items import Key
from chat.trips.places import named
from chat.trips.vocabulary import alternatives, says
from chat.trips.when import NUMBERS, When, days_in, when
from chat.trips.wishes import asks_something, values_said
from knowledge.text.numbers import ANY_ORDINAL
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# A wish in passing ("con niños") is said in few words; more than that is another trip, or a question.
MAX_WISH_WORDS = 9
MIN_NAME_WORD = 3


@dataclass(frozen=True)
class Known:
    """Of the plan so far, and what could be in it."""

    days: Sequence[int]
    """the place of each, in order: document ids"""
    items: Mapping[Key, str]
    """what is planned, by name"""
    places: Mapping[int, str]
    offered: Mapping[str, Any]
    """the assistant's form"""


@dataclass(frozen=True)
class Change:
    """All that one message says; what is not said is empty."""

    rain: bool = False
    swap: tuple[int, int] | None = None
    """numbers of days, from 1"""
    instead: tuple[int, int] | None = None
    """a place of the plan, and the one that takes its days"""
    add_days: int = 0
    """below 0: so many fewer"""
    set_days: int = 0
    at: int | None = None
    """the place that days are added at, or taken from"""
    remove_days: tuple[int, ...] = ()
    remove_place: int | None = None
    redo: tuple[int, ...] = ()
    """days whose items are to be others; all of them where only parts are said"""
    parts: tuple[str, ...] = ()
    items: tuple[Key, ...] = ()
    """what is to be replaced"""
    values: Mapping[str, Any] = field(default_factory=dict)
    """of the form: budget, travel_type, interests"""
    free: bool = False
    """nothing instead"""
    unwanted: tuple[str, ...] = ()
    """beginnings of words: what says them is left out"""
    cheaper: int = 0
    """1 for a budget a step lower, -1 for one higher"""
    when: When = field(default_factory=When)
    update: bool = False
    """as the form says"""

    @property
    def is_any(self) -> bool:
        return self != Change()


def change_of(text: str, known: Known, today: date) -> Change:
    """An empty one where the message is about something else."""
    folded = re.sub(r"[’'.,;:¡!]+", " ", fold(text)).strip()
    # "Can we start on 10 March?" is a wish, however politely put.
    if (wish := _polite().sub("", folded)) != folded:
        folded = text = wish.replace("?", "").strip()
    said = _Said(folded, re.sub(r"[¿?]", " ", folded).strip(), known, today)
    if says("rain", folded):
        return Change(rain=True, redo=said.days)
    found = said.of_days() or said.of_places() or said.of_items() or said.of_wishes(asks_something(text))
    return found or Change(update=says("update", folded))


@dataclass(frozen=True)
class _Said:
    raw: str
    text: str
    """folded, without marks"""
    known: Known
    today: date

    @property
    def days(self) -> tuple[int, ...]:
        """Numbers of days of the plan that are named."""
        last, found = len(self.known.days), []
        for match in _day_named().finditer(self.text):
            number = match["number"] or match["other"]
            ordinal = match["ordinal"]
            found.append(int(number) if number else last if says("last", ordinal) else ANY_ORDINAL[ordinal])
        return tuple(number for number in dict.fromkeys(found) if 1 <= number <= last)

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

    def of_days(self) -> Change | None:
        days = self.days
        count = 0 if days else days_in(self.text) or bool(_another().search(self.text))
        if len(days) == 2 and (says("swap", self.text) or _one_for_the_other().search(self.text)):
            return Change(swap=(days[0], days[1]))
        if days and says("free", self.text):
            return Change(redo=days, parts=self.parts, free=True)
        if days and says("remove", self.text) and not self._unwanted() and not self.parts:
            return Change(remove_days=days)
        if days and (says("replace", self.text) or self.parts or self._wishes() or says("add", self.text)):
            return self._redo(days)
        if not count or (asks_something(self.raw) and not says("make", self.text)):
            return None
        at = self.places[0] if self.places else None
        if at is not None and at not in self.known.days and not self._adds():
            return None
        if says("remove", self.text) or says("less", self.text):
            return Change(add_days=-count, at=at)
        if self._adds():
            return Change(add_days=count, at=at, values=_interests(self.values))
        dates = when(self.text, self.today)
        return None if dates.start else Change(set_days=count, at=at, values=self.values)

    def _adds(self) -> bool:
        return says("add", self.text) or says("more", self.text)

    def _redo(self, days: tuple[int, ...]) -> Change:
        return Change(redo=days, parts=self.parts, values=_interests(self.values), unwanted=self._unwanted())

    def _wishes(self) -> bool:
        return bool(self.values or self._unwanted())

    def of_places(self) -> Change | None:
        inside = [place for place in self.places if place in self.known.days]
        outside = [place for place in self.places if place not in self.known.days]
        if asks_something(self.raw):
            return None
        if len(inside) == len(outside) == 1 and (says("replace", self.text) or says("instead", self.text)):
            return Change(instead=(inside[0], outside[0]))
        if inside and says("remove", self.text):
            return Change(remove_place=inside[0])
        if outside and self._adds():
            return Change(add_days=2, at=outside[0])
        return None

    def of_items(self) -> Change | None:
        """ "quita el zoo": what is planned, by a word of its name that only it has."""
        if not (says("remove", self.text) or says("replace", self.text)) or asks_something(self.raw):
            return None
        keys = self._items_named()
        if keys:
            return Change(items=keys)
        return Change(parts=self.parts) if self.parts and says("replace", self.text) else None

    def _items_named(self) -> tuple[Key, ...]:
        words = {word for word in self.text.split() if len(word) >= MIN_NAME_WORD}
        places = {word for title in self.known.places.values() for word in fold(title).split()}
        words -= places | STOPWORDS
        of_names = {
            key: set(re.findall(r"\w+", fold(name))) - places - STOPWORDS for key, name in self.known.items.items()
        }
        best = max((len(words & said) for said in of_names.values()), default=0)
        return tuple(key for key, said in of_names.items() if best and len(words & said) == best)

    def of_wishes(self, asks: bool) -> Change | None:
        dates = when(self.text, self.today)
        dates = When(dates.days if dates.start else 0, dates.start, dates.month)
        cheaper = int(says("cheaper", self.text)) - int(says("dearer", self.text))
        if asks and not re.match(rf"(?:¿ ?)?(?:y|e|and) (?!{_question_words()})", self.raw):
            return None
        elsewhere = any(place not in self.known.days for place in self.places)
        begins = _begins().match(self.text) or (says("wish", self.text) and self.values)
        if elsewhere or self.words > MAX_WISH_WORDS or not (begins or cheaper or dates.start):
            return None
        found = Change(values={} if cheaper else self.values, unwanted=self._unwanted(), cheaper=cheaper, when=dates)
        return found if found.is_any else None

    def _unwanted(self) -> tuple[str, ...]:
        """ "sin museos": the beginning of the word, which museo, museum and their plurals share."""
        found = re.search(rf"\b{alternatives('remove')} (?:\w{{1,3}} )*(\w{{3,}})", self.text)
        word = found[1] if found else ""
        counts = word in STOPWORDS or says("day", word) or word in NUMBERS or named(word, self.known.places)
        return (re.sub(r"(?<=\w{3})[aeo]?s?$", "", word),) if word and not counts else ()


def _interests(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in values.items() if name == "interests"}


@cache
def _begins() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('begins')}|{alternatives('remove')})\b")


@cache
def _polite() -> re.Pattern[str]:
    return re.compile(rf"^\W*{alternatives('polite')}\b|\b{alternatives('polite')}\W*$")


@cache
def _another() -> re.Pattern[str]:
    """ "otro día", "another day"."""
    return re.compile(rf"\b{alternatives('another')} {alternatives('day')}\b")


@cache
def _one_for_the_other() -> re.Pattern[str]:
    """ "cambia el día 1 por el 2"."""
    article = "(?:(?:el|o|the) )?"
    return re.compile(rf"\d {alternatives('instead')} {article}(?:{alternatives('day')} )?\d")


@cache
def _question_words() -> str:
    return (
        "(?:que|cal|cales|cual|cuales|cant|cuant|cand|cuand|onde|donde|como|quen|quien|what|which|when|where|how|who)"
    )


@cache
def _day_named() -> re.Pattern[str]:
    day, ordinals = alternatives("day"), "|".join([*ANY_ORDINAL, *re.split(r"\W+", alternatives("last")[3:-1])])
    return re.compile(
        rf"\b{day} (?P<number>\d{{1,2}})\b|\b(?:y|e|and|con|with|por|for) (?:el|o|the)? ?(?P<other>\d{{1,2}})$"
        rf"|\b(?P<ordinal>{ordinals}) {day}\b"
    )

"""A short message about a plan that says no change, or a wish for a trip that says nothing of it: what can be said is
shown instead of what a search would find, or a trip that nobody asked for."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from chat import assistant_form
from chat.agent.events import Question
from chat.agent.extensions import AskedBack
from chat.trips import sections as guides
from chat.trips import wording
from chat.trips.vocabulary import alternatives, is_said, said_of, says
from chat.trips.when import is_of_a_day, when
from chat.trips.wishes import CHOSEN, asks_something, means_said, pace_said, values_said
from knowledge.retrieval.config import Scope
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# More words than that say what a search may find.
MAX_WORDS = 8
MIN_LETTERS = 3
MAX_PLACES = 6


def is_unclear(text: str, scope: Scope) -> bool:
    """Of a message that was read as no change: it speaks of the plan all the same, or of nothing that a guide says."""
    folded = fold(text)
    words = re.findall(r"[^\W_]+", folded)
    if not words or len(words) > MAX_WORDS or asks_something(text):
        return False
    if says("elsewhere", folded) or says("speaks_of_plan", folded) or _day_named(folded) or _begins().match(folded):
        return True
    telling = [word for word in words if word not in STOPWORDS and len(word) >= MIN_LETTERS]
    return not any(guides.say(scope, word) for word in telling)


def _day_named(folded: str) -> int:
    """0 where none is."""
    found = re.search(rf"\b{alternatives('day')} (\d{{1,2}})\b", folded)
    return int(found[1]) if found else 0


@cache
def _begins() -> re.Pattern[str]:
    """ "Con mi abuela", "skip Newcastle": said of the trip."""
    ways = "|".join(alternatives(name) for name in ("along", "add", "remove", "replace", "more", "less", "dislike"))
    return re.compile(rf"(?:{ways})\b")


def is_open(question: Question, sights: str, offered: Mapping[str, Any], subject: str, today: date) -> bool:
    """Of a wish for a trip to no place that has a guide: it says neither how long nor what is to be seen, nor when.

    `sights` is what the guides list, `subject` what all of them are about. What the form alone says is enough.
    """
    text = fold(question.text)
    stated = when(text, today)
    says_some = stated.days or stated.start or stated.month or is_of_a_day(text) or means_said(text) or pace_said(text)
    chosen = any(question.form.get(name) for name in (*CHOSEN, "start"))
    says_some = says_some or said_of("things", text) or values_said(text, offered)
    if says_some or chosen or text == fold(assistant_form.request(is_new=True)):
        return False
    known = {fold(word) for word in subject.split()} | STOPWORDS
    words = [word for word in re.findall(r"[^\W_]+", text) if len(word) > MIN_LETTERS and word not in known]
    listed = set(re.findall(r"[^\W_]+", fold(sights)))
    return not any(word in listed for word in words if not is_said(word))


def asked_where(places: Mapping[int, str], language: str) -> AskedBack:
    choices = tuple(wording.trip_to(title, language) for title in list(places.values())[:MAX_PLACES])
    return AskedBack(wording.which_trip(language), choices)


def asked_back(
    text: str, days: Sequence[int], places: Mapping[int, str], language: str, *, is_cheapest: bool
) -> AskedBack:
    """`days` has the place of each day of the plan; `places` are titles by document id."""
    others = [title for place, title in places.items() if place not in days]
    if says("elsewhere", fold(text)) and others:
        choices = tuple(wording.instead(title, language) for title in others[:MAX_PLACES])
        return AskedBack(wording.which_place(language), choices)
    named = _day_named(fold(text))
    choices = wording.examples(named if 1 <= named <= len(days) else len(days), language, is_cheapest=is_cheapest)
    choices += tuple(wording.instead(title, language) for title in others[:1])
    return AskedBack(wording.not_understood(language), choices)

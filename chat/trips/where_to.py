"""Where a trip goes whose wish names no place: what it wishes for decides, else the traveller is asked, with places
that suit, and the reply goes on from the wish."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.utils.translation import override

from chat import assistant_form
from chat.agent.events import Question, Turn
from chat.agent.extensions import AskedBack
from chat.trips.declining import declined_things
from chat.trips.heard import Heard
from chat.trips.places import is_of_several, named, pointed_at
from chat.trips.saying import asks_something
from chat.trips.vocabulary import is_said, said_of, says, words
from chat.trips.wishes import Trip, asks_for_a_plan, values_said, without_values
from chat.trips.wording import say
from knowledge.models import Language
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MIN_LETTERS = 3
MAX_PLACES = 6


def is_open(question: Question, sights: str, offered: Mapping[str, Any], subject: str) -> bool:
    """Of a wish for a trip to no place that has a guide: nothing in it decides one, nor leaves it to us, as the form's
    own button does."""
    left_to_us = is_left_to_us(question.text) or _is_of_the_button(question.text)
    return not left_to_us and not decides(question, sights, offered, subject)


def _is_of_the_button(text: str) -> bool:
    """What the form's own button says, in the language of whatever page it stands on."""
    return any(fold(text) == fold(button) for button in map(_button, Language.values))


@cache
def _button(language: str) -> str:
    with override(language):
        return str(assistant_form.request(is_new=True))


def decides(question: Question, sights: str, offered: Mapping[str, Any], subject: str) -> bool:
    """What is to be seen or done does, and so do several places; how long, when, with whom and how dear does not.

    `sights` is what the guides list, `subject` what all of them are about.
    """
    text = fold(question.text)
    interests = question.form.get("interests") or values_said(text, offered).get("interests")
    things = set(said_of("things", text)) - set(declined_things(text))
    if interests or things or is_of_several(text):
        return True
    known = {fold(word) for word in subject.split()} | STOPWORDS
    said = re.findall(r"[^\W_]+", without_values(text, offered))
    listed = set(re.findall(r"[^\W_]+", fold(sights)))
    telling = (word for word in said if len(word) > MIN_LETTERS and word not in known and not is_said(word))
    return any(word in listed for word in telling)


def is_left_to_us(text: str) -> bool:
    return says("you_choose", _plain(text))


def asked_where(suiting: Sequence[str], trip: Trip, language: str, *, is_long_known: bool) -> AskedBack:
    """`suiting` are titles of places, what suits the wish best first."""
    choices = [say("trip_to", language, place=title, days=trip.days) for title in suiting[:MAX_PLACES]]
    asked = say("where" if is_long_known else "where_how_long", language)
    return AskedBack(asked, (*choices, say("you_choose", language)))


def gone_on(heard: Heard) -> str:
    """The wish of which was asked where to, after what the message says to that; empty where nothing was asked, or the
    message says something else."""
    asked, text = _asked(heard.question.history), heard.text
    if not asked or asks_something(text):
        return ""
    if is_left_to_us(text) or says("unsure", _plain(text)):
        return ". ".join([*asked, words("you_choose")[0]])
    says_some = heard.named or values_said(text, heard.offered) or said_of("things", heard.folded)
    return ". ".join([text, *asked]) if says_some or asks_for_a_plan(heard.question) else ""


def meant_by(heard: Heard) -> str:
    """The wish with the place that it leaves to what was said before: "there", or just before; empty where none was."""
    there = pointed_at(heard.text, (turn.text for turn in reversed(heard.question.history)), heard.places)
    earlier = _spoken_of(heard)
    if not (there or named(earlier, heard.places)):
        return ""
    return ". ".join(filter(None, [f"{heard.text} ({there})" if there else heard.text, earlier]))


def _spoken_of(heard: Heard) -> str:
    """What was asked just before of a place, where the wish names none: "what is there to see in Perth?" and "then plan
    three days"; empty after a plan, which the wish may leave."""
    if len(heard.question.history) < 2 or heard.memory or heard.named:
        return ""
    asked, answer = heard.question.history[-2:]
    is_of_a_trip = bool(named(asked.text, heard.places) or said_of("things", fold(asked.text)))
    return asked.text if answer.status != "clarify" and is_of_a_trip else ""


def _asked(history: Sequence[Turn]) -> list[str]:
    """What was said since the wish, but for what was not found, and the wish itself; empty where nothing was asked."""
    said: list[str] = []
    for asked, answer in zip(history[-2::-2], history[::-2], strict=False):
        if answer.role != "assistant" or answer.status not in ("clarify", "not_found"):
            break
        said += [asked.text] if answer.status == "clarify" else []
    return said if said and asks_for_a_plan(Question(said[-1])) else []


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text)))

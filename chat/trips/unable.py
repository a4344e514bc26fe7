"""What nobody here can do: book or buy, and tell how things are today or tomorrow. The guides were written before."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from chat.trips import wording
from chat.trips.saying import asks_something
from chat.trips.vocabulary import alternatives, says, words

Inability = Literal["", "book", "live"]


def inability_in(folded: str) -> Inability:
    """Of a folded message: whether the assistant itself is to book, or the answer changes from day to day."""
    if _is_to_book().search(folded):
        return "book"
    return "live" if asks_something(folded) and _now().search(folded) else ""


@dataclass(frozen=True)
class Unable:
    """What is said where the guides do not help either, with questions that they answer."""

    text: str
    choices: tuple[str, ...]


def said_instead(inability: Inability, place: str, language: str) -> Unable:
    return Unable(wording.unable(inability, language), wording.of_the_guides(place, language))


def asks_for_a_forecast(folded: str) -> bool:
    """Of the weather: what it is like in a season is no answer."""
    return says("topics.climate", folded) and inability_in(folded) == "live"


@cache
def _is_to_book() -> re.Pattern[str]:
    """ "Can you book …", "resérvame un …", "I want to book …"; not "do I have to book?", which the guides may say."""
    book, who = alternatives("book"), f"(?:{alternatives('ask_you')}|{alternatives('wish')})"
    begins = rf"(?:^|[.!?;] )\W*(?:{alternatives('polite')}\W+)?{book} (?:{alternatives('booked')}|\d+)\b"
    return re.compile(rf"{begins}|(?<!\bse )\b{who}(?: (?:me|nos|please|to))*+ {book}\b")


@cache
def _now() -> re.Pattern[str]:
    """ "Mañana" is tomorrow, but "por la mañana" is a part of any day."""
    is_no_part = "".join(rf"(?<!\b{re.escape(word)} )" for word in words("before_part"))
    return re.compile(rf"{is_no_part}\b{alternatives('now')}\b")

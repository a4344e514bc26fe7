"""What nobody here can do: book or buy, and tell how things are today or tomorrow. The guides were written before."""

import re
from dataclasses import dataclass
from typing import Literal

from chat.trips.saying import asks_something
from chat.trips.vocabulary import phrase, says, words
from chat.trips.wording import say

Inability = Literal["", "book", "live"]
DAYS_OFFERED = 3
# "Can you book …", "resérvame un …", "I want to book …"; not "do I have to book?", which the guides may say.
_TO_BOOK = phrase(
    r"(?:^|[.!?;] )\W*(?:{polite}\W+)?{book} (?:{booked}|\d+)\b"
    r"|(?<!\bse )\b(?:{ask_you}|{wish})(?: (?:me|nos|please|to))*+ {book}\b"
)
# "Mañana" is tomorrow, but "por la mañana" is a part of any day.
_NOW = phrase("".join(rf"(?<!\b{re.escape(word)} )" for word in words("before_part")) + r"\b{now}\b")


def inability_in(folded: str) -> Inability:
    """Of a folded message: whether the assistant itself is to book, or the answer changes from day to day."""
    if _TO_BOOK.search(folded):
        return "book"
    return "live" if asks_something(folded) and _NOW.search(folded) else ""


@dataclass(frozen=True)
class Unable:
    """What is said where the guides do not help either, with questions that they answer."""

    text: str
    choices: tuple[str, ...]


def said_instead(inability: Inability, place: str, language: str) -> Unable:
    asked = [say(f"ask_{what}", language, place=place) for what in ("climate", "stay", "food")]
    choices = (*asked, say("trip_to", language, place=place, days=DAYS_OFFERED)) if place else ()
    return Unable(say(inability, language), choices)


def asks_for_a_forecast(folded: str) -> bool:
    """Of the weather: what it is like in a season is no answer."""
    return says("topics.climate", folded) and inability_in(folded) == "live"

"""A short message about a plan that says no change: what can be said is shown instead of what a search would find."""

import re
from collections.abc import Mapping, Sequence

from chat.agent.extensions import AskedBack
from chat.trips import sections as guides
from chat.trips.plan import Plan
from chat.trips.saying import asks_something
from chat.trips.vocabulary import phrase, says
from chat.trips.wording import say
from knowledge.retrieval.config import Scope
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# More words than that say what a search may find.
MAX_WORDS = 8
MIN_LETTERS = 3
MAX_PLACES = 6
_DAY = phrase(r"\b{day} (\d{1,2})\b")
# "Con mi abuela", "skip Newcastle": said of the trip.
_BEGINS = phrase(r"(?:{along}|{add}|{remove}|{replace}|{more}|{less}|{dislike})\b")


def is_unclear(text: str, scope: Scope) -> bool:
    """Of a message that was read as no change: it speaks of the plan all the same, or of nothing that a guide says."""
    folded = fold(text)
    words = re.findall(r"[^\W_]+", folded)
    if not words or len(words) > MAX_WORDS or asks_something(text):
        return False
    if says("elsewhere", folded) or says("speaks_of_plan", folded) or _day_named(folded) or _BEGINS.match(folded):
        return True
    telling = [word for word in words if word not in STOPWORDS and len(word) >= MIN_LETTERS]
    return not any(guides.say(scope, word) for word in telling)


def _day_named(folded: str) -> int:
    """0 where none is."""
    found = _DAY.search(folded)
    return int(found[1]) if found else 0


def asked_back(
    text: str, days: Sequence[int], places: Mapping[int, str], language: str, *, is_cheapest: bool
) -> AskedBack:
    """`days` has the place of each day of the plan; `places` are titles by document id."""
    others = [title for place, title in places.items() if place not in days]
    if says("elsewhere", fold(text)) and others:
        choices = tuple(say("instead", language, place=title) for title in others[:MAX_PLACES])
        return AskedBack(say("which_place", language), choices)
    named = _day_named(fold(text))
    examples = [name for name in ("day_more", "cheaper", "rain") if not (name == "cheaper" and is_cheapest)]
    choices = (
        say("change_day", language, day=named if 1 <= named <= len(days) else len(days)),
        *(say(name, language) for name in examples),
        *(say("instead", language, place=title) for title in others[:1]),
    )
    return AskedBack(say("not_understood", language), choices)


def as_long_as_before(made: Plan, language: str) -> tuple[str, ...]:
    """What a traveller says who adds a place and has no days more."""
    if made.before is None or not any(notice.news == "longer" for notice in made.notices):
        return ()
    return (say("so_long", language, days=len(made.before.days)),)

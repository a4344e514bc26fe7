"""A question about what guides have a section for, or list: where to stay or eat, the weather, a city's beaches.

Its words are those of travellers ("¿dónde ceno?"), which the guides' sections on it need not say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.agent.answers.question_words import QuestionWords
from chat.trips import sections as guides
from chat.trips.day_numbers import days_named, without_days
from chat.trips.heard import Heard
from chat.trips.places import apart
from chat.trips.saying import asks_something
from chat.trips.seeking import sought_in
from chat.trips.vocabulary import names, phrase, said_of, says, sought, tells, without
from chat.trips.when import days_in, is_of_a_day, says_dates, without_months
from chat.trips.wishes import asks_what_to_see, is_plan, values_said, wishes_for_nights, without_values
from knowledge.text.language import LANGUAGES
from knowledge.text.stopwords import STOPWORDS

# What stands beside what is asked for, and says nothing more.
BESIDE = (
    *("season", "best", "near", "possible", "there", "see", "asks_where", "if", "cheaper", "calm", "wish"),
    *("ask_you", "book", "now"),
    *("person", *names("diets")),
)
MAX_LEFT, MAX_MERE = 3, 6
"""words: said of what one does beside its name; of all that is no more than its name"""
# "What if we stay at hotels?" wishes for a change.
_SUPPOSES = phrase(r"\W*(?:(?:y|e|and|what) )?(?!{possible}\b){if}\b")
SIGHTS = "topics.sights"
"""what there is to see: asked for in words that are no topic's"""


@dataclass(frozen=True)
class Aside:
    roles: tuple[str, ...]
    """of the sections that tell it"""
    things: tuple[str, ...]
    """lists of the vocabulary: what is asked for among the sights, or of what the sections tell"""
    places: tuple[int, ...]
    """document ids of those that are asked about, or of the plan; of things none where no place is meant"""
    named: tuple[int, ...]
    """document ids of the places that the question names"""
    words: str = ""
    """what is said of the things that are asked for"""


def aside_in(heard: Heard) -> Aside | None:
    """None where the message asks for something else, or for more than that."""
    text, folded = heard.text, heard.folded
    topics, things = _topics(heard), said_of("things", folded)
    if not topics and not things and (meant := _meant(heard)):
        return Aside((), meant, _wanted((), folded, heard), ())
    if says("season", folded) and says("rain", folded):
        # "When is it best to go there, without rain?"
        topics, things = (*topics, "topics.climate"), ("rain", *things)
    asks = SIGHTS in topics or _asks(text, folded, is_thing=not topics) or (topics and _is_for_a_plan(heard))
    asks = asks or (not topics and _is_mere_thing(things, heard))
    if not topics and things and says("hurt", folded):
        return _of_hurt(things, heard)
    if not asks or not (topics or things) or _SUPPOSES.match(folded):
        return None
    before = tuple(apart(text, heard.places)[0])
    left, is_sought = _left((*topics, *things), heard), not topics and set(things) <= sought()
    is_short, wanted = len(left.split()) <= MAX_LEFT, _wanted(before, folded, heard)
    is_topic = bool(topics) and SIGHTS not in topics
    is_beside = is_topic and is_short and bool(wanted) and not _is_said(left, wanted, topics, heard)
    if left and SIGHTS not in topics and not (is_sought and is_short) and not is_beside:
        is_of_places = not topics and (says("best", folded) or says("wherever", folded))
        return _of_some(things, left, before, heard) if is_of_places else None
    if not topics:
        return Aside((), things, wanted, before, left)
    roles = tuple(topic.partition(".")[2] for topic in topics)
    is_told = wanted and all(role in heard.guide.sections for role in roles)
    return Aside(roles, things, wanted, before, left if is_beside else "") if is_told else None


def _meant(heard: Heard) -> tuple[str, ...]:
    """ "When are they seen?", of the whales that the trip is for."""
    asks = any(says(one, heard.folded) for one in ("see", "possible", "season", "best"))
    if not (heard.memory and asks and asks_something(heard.text)) or heard.named or _left((), heard):
        return ()
    return tuple(sought_in(heard.memory.known["trip"]["text"]))


def _wanted(before: tuple[int, ...], folded: str, heard: Heard) -> tuple[int, ...]:
    """The places that are named, or those of the days that are, or all of the plan."""
    days = [heard.planned[day - 1] for day in days_named(folded, len(heard.planned))]
    return before or tuple(dict.fromkeys(days or heard.planned))


def _is_said(words: str, places: Sequence[int], topics: Sequence[str], heard: Heard) -> bool:
    """Whether what the guides tell of a topic says any of these words: else they ask for no more than the topic."""
    said, guide = QuestionWords(words), heard.guide
    told = (
        one for one in guides.sections_of(heard.scope, guide, places) if f"topics.{guide.role(one.title)}" in topics
    )
    return any(said.coverage(one.text, language) for one in told for language in LANGUAGES)


def _topics(heard: Heard) -> tuple[str, ...]:
    topics = said_of("topics", heard.folded)
    if not _asks_for_sights(heard):
        return topics
    return (SIGHTS,) if _asks_where_to_go_out(heard.folded) else (*topics, SIGHTS)


def _left(said: Sequence[str], heard: Heard) -> str:
    """The words that say more than the lists that are `said`."""
    rest = apart(heard.text, heard.places)[1]
    rest = without_months(without_days(rest) if heard.planned else rest)
    rest = without(without_values(rest, heard.offered), *(name for name in said if name != SIGHTS), *BESIDE)
    return " ".join(word for word in re.findall(r"[^\W_]+", rest) if word not in STOPWORDS and len(word) > 1)


def _of_hurt(things: Sequence[str], heard: Heard) -> Aside:
    """ "A jellyfish has stung me": what is told of it, but not where to see it, and whom to call."""
    unlisted = (thing for thing in things if not _saying([thing], tuple(heard.places), heard))
    return Aside((), (*unlisted, "emergency"), (), ())


def _of_some(things: Sequence[str], words: str, places: tuple[int, ...], heard: Heard) -> Aside | None:
    """ "Where to learn to surf in Perth": of the things only some will do; None where the guides list none of those."""
    told, said = guides.sights(heard.scope, heard.guide), QuestionWords(words)
    lines = [line for place in places for line in told.get(place, "").splitlines()]
    fitting = (line for line in lines if any(tells(thing, line) for thing in things))
    is_told = any(said.coverage(line, language) == 1 for line in fitting for language in LANGUAGES)
    return Aside((), tuple(things), places, places, words) if is_told else None


def _asks_for_sights(heard: Heard) -> bool:
    """Whatever more it says tells what suits. For so many days a plan is made of it."""
    folded = heard.folded
    is_of_days = bool(days_in(folded)) or is_of_a_day(folded) or says_dates(folded) or is_plan(heard.text)
    if _asks_where_to_go_out(folded) and (heard.planned or heard.named):
        return True
    return asks_what_to_see(heard.text, heard.offered) and bool(heard.named) and not is_of_days


def _asks_where_to_go_out(folded: str) -> bool:
    return wishes_for_nights(folded) and says("wherever", folded)


def _asks(text: str, folded: str, *, is_thing: bool) -> bool:
    """ "Museums?" may be a wish for some; "which museums are there" is not."""
    is_which = not is_thing or says("asks_which", folded) or says("possible", folded)
    return says("best", folded) or (asks_something(text) and is_which)


def _is_mere_thing(things: Sequence[str], heard: Heard) -> bool:
    """ "Whale watching in Gold Coast", or beside a plan "and whales?"; no wish for a trip."""
    text, folded = heard.text, heard.folded
    is_trip = days_in(folded) or is_plan(text) or any(says(one, folded) for one in ("wish", "trip", "journey", "add"))
    is_short = len(text.split()) <= MAX_MERE
    is_question = asks_something(text) or not heard.planned
    return bool(things) and set(things) <= sought() and is_short and is_question and not is_trip


def _is_for_a_plan(heard: Heard) -> bool:
    """ "A quiet hotel", of a trip that is planned: no day has room for it. What an interest tells of is a wish."""
    return (
        bool(heard.planned)
        and not asks_something(heard.text)
        and not values_said(heard.text, heard.offered).get("interests")
    )


def _saying(things: Sequence[str], places: Sequence[int], heard: Heard) -> tuple[int, ...]:
    """Of the places those whose guides list any of it."""
    told = guides.sights(heard.scope, heard.guide)
    return tuple(place for place in places if any(tells(thing, told.get(place, "")) for thing in things))

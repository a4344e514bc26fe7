"""How much a difference between two versions of a document matters to whoever has to go by it."""

import re

from chat.agent.answers.answer_kinds import kinds_in, without_kinds
from chat.agent.answers.passages import ITEM
from knowledge.text.dates import DATE, names_day, without_years
from knowledge.text.months import WEEKDAYS
from knowledge.text.numbers import ANY_COUNT, UNITS
from knowledge.text.terms import fold, words
from knowledge.text.vocabulary import in_any

# Where somebody is written to, or met; when: by the clock, for "20 hours" are no hour of the day.
CONTACT = ("e-mail", "telephone", "address", "code")
_CLOCK = re.compile(r"\b\d{1,2}[:h]\d{2}\b|\b\d{1,2}\.\d{2} ?h\b|\b\d{1,2} ?[ap]\.? ?m\b")
# What a mark, a bill or a degree hangs on.
STAKES, UNIT_AT_STAKE = ("share", "money"), "credit"
DUTIES = frozenset(map(fold, in_any(lambda known: known.duty_words)))
# Of a book's edition, such as "3rd" and "3.ª".
_ORDINAL = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.?[ªº])")


def weight(old: str, new: str) -> int:
    """3 where another duty is said, or other figures of a duty, a share, a price or a day; 2 where other figures are; 1
    other words; 0 only other hours, rooms, addresses and editions. A text is empty where only the other one says it."""
    texts = before, after = _without_contact(old), _without_contact(new)
    duties = [DUTIES.intersection(_words(text)) for text in texts]
    differ = _counts(before) != _counts(after)
    if duties[0] != duties[1] or (differ and (duties[0] or any(map(_is_at_stake, texts)))):
        return 3
    if differ:
        return 2
    is_of_hours = any(_CLOCK.search(text) for text in (old, new))
    said = [[word for word in _words(text) if word not in WEEKDAYS] for text in texts]
    return 0 if is_of_hours or said[0] == said[1] else 1


def figures(text: str) -> frozenset[str]:
    """Its words with digits, without the number of an item, dates and years: when a version was approved is no news."""
    return frozenset(word for word in _words(text) if any(map(str.isdigit, word)))


def _words(text: str) -> list[str]:
    said = without_years(DATE.sub(" ", ITEM.sub("", text, count=1)))
    return [*map(fold, words(said))]


def _without_contact(text: str) -> str:
    return _ORDINAL.sub(" ", _CLOCK.sub(" ", without_kinds(text, CONTACT)))


def _counts(text: str) -> list[str]:
    """Its figures and its numbers in words, in their order: two shares that change places are others."""
    return [word for word in _words(text) if word in ANY_COUNT or any(map(str.isdigit, word))]


def _is_at_stake(text: str) -> bool:
    units = {UNITS.get(word) for word in _words(text)}
    return not kinds_in(text).isdisjoint(STAKES) or UNIT_AT_STAKE in units or names_day(text)

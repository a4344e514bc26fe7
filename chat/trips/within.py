"""Places without a guide of their own that the guide to another tells of: Katoomba stands in Sydney's."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from chat.agent.understanding.mentions import Known
from chat.trips import sections as guides
from chat.trips.elsewhere import is_word
from chat.trips.guide import Guide
from chat.trips.places import MIN_NAME_LETTERS, named
from knowledge.retrieval.config import Scope
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MAX_GUIDES = 2
"""What more of them name is a country or an ocean, or no place at all."""
MAX_NAMES = 24
"""looked up of a text, two queries each; what is longer is no wish for a trip"""
MAX_NAME_WORDS, MIN_PART_LETTERS = 3, 4
NO_PLACES = ("events", "transport")
"""Sections in which capitals stand for feasts, or for where a train goes to."""


def told_of(text: str, scope: Scope, guide: Guide, places: Mapping[int, str]) -> tuple[str, int] | None:
    """The first such name in a text, as the guides write it, with the guide that says it most often; none beside a
    place that has its own."""
    if named(text, places):
        return None
    roles = [role for role in guide.sections if role not in NO_PLACES]
    for name in islice(dict.fromkeys(_names(text)), MAX_NAMES):
        word = re.escape(name)
        if guides.documents_saying(scope, guide, roles, rf"\m{word[:1].lower()}{word[1:]}\M"):
            continue  # "museum", "beach": a word and no name
        found = Counter(guides.documents_saying(scope, guide, roles, rf"\m{word}\M"))
        if 0 < len(found) <= MAX_GUIDES and found.keys() <= places.keys():
            return name, max(found, key=lambda place: found[place])
    return None


def _names(text: str) -> Iterator[str]:
    """Whatever is written with a capital; then words that stand together, and each long word, as if they were. No word
    of a language alone: the "Great" of "Great Barrier Reef"."""
    yield from (text[one.start : one.end] for one in Known().mentions(text, initial=True) if one.kind == "name")
    runs = [run.split() for run in re.findall(r"[^\W\d_]+(?: [^\W\d_]+)*", text)]
    for length in range(MAX_NAME_WORDS, 0, -1):
        for run in runs:
            for words in (run[at : at + length] for at in range(len(run) - length + 1)):
                if _may_name(words):
                    yield " ".join(word[:1].upper() + word[1:] for word in words)


def _may_name(words: Sequence[str]) -> bool:
    if len(words) == 1:
        return len(words[0]) >= MIN_NAME_LETTERS and not is_word(words[0])
    return all(len(word) >= MIN_PART_LETTERS and fold(word) not in STOPWORDS for word in words)

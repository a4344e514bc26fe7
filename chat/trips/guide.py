"""How an assistant's travel guides are to be read: which section says what, and by which words.

It is configured (`scope: guide:` of an assistant), because the guides have a language and a structure of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from chat import shapes
from chat.trips.vocabulary import names, tells
from knowledge.retrieval.config import Scope
from knowledge.text.terms import fold

ROLES = ("overview", "climate", "sights", "transport", "stay", "food", "events", "tips", "curiosities")
PARTS = {
    "sections": shapes.mapping_of_texts,
    "routes": shapes.texts,
    "cues": shapes.mapping_of_lists,
    "categories": shapes.mapping_of_lists,
}


@dataclass(frozen=True)
class Guide:
    sections: Mapping[str, str]
    """overview, climate, sights, transport, stay, food, events, tips, curiosities -> the title of that section"""
    routes: tuple[str, ...]
    """titles of sections with tables of routes between places"""
    cues: Mapping[str, tuple[str, ...]]
    """values of the form, and morning, afternoon, evening, nightlife, paid, indoors, outdoors, whole_day, several_days,
    by_car, breakfast, eatery, dish -> beginnings of the words that tell them; `not.` before a type of travel: what is
    nothing for such people"""
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """folded title of a section -> the interests that it serves, whatever its document declares"""
    known: dict[tuple[str, Scope], Any] = field(default_factory=dict, compare=False, repr=False)
    """what was read of the guides for one answer (chat/trips/sections.py): each run has a guide of its own"""

    @property
    def budgets(self) -> tuple[str, ...]:
        """Values of the form, the lowest first."""
        return self.cues.get("budgets", ())

    def role(self, title: str) -> str:
        """Of a section; empty for one of another kind. Titles are compared without case and accents."""
        return next((role for role, known in self.sections.items() if fold(known) == fold(title)), "")

    def interests(self, title: str, declared: Iterable[str]) -> tuple[str, ...]:
        """That a section serves, by what is configured and by what its document declares."""
        return tuple(dict.fromkeys([*declared, *self.categories.get(fold(title), ())]))

    def tells(self, cue: str, text: str) -> bool:
        """`cue` may also be a list of the vocabulary, of what guides list."""
        return tells(cue, text) if cue in names("things") else bool(self.count(cue, text))

    def count(self, cue: str, text: str) -> int:
        words = self.cues.get(cue, ())
        return len(set(_pattern(words).findall(fold(text)))) if words else 0


@lru_cache(maxsize=256)
def _pattern(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(re.escape(fold(word)) for word in beginnings) + ")")


def problems(key: str, configured: Any) -> Iterator[str]:
    """What is wrong with a configured guide."""
    yield from shapes.mapping(key, configured)
    yield from shapes.known(configured, PARTS)
    for name, value in shapes.items(configured):
        if name in PARTS:
            yield from PARTS[name](f"{key}.{name}", value)
        if name == "sections":
            yield from shapes.known(value, ROLES)


def read(configured: Mapping[str, Any]) -> Guide | None:
    """None where an assistant has no guides: it plans no trips."""
    if "sights" not in configured.get("sections", {}):
        return None
    cues = {str(cue): tuple(map(str, words)) for cue, words in configured.get("cues", {}).items()}
    categories = {fold(title): tuple(names) for title, names in configured.get("categories", {}).items()}
    return Guide(dict(configured["sections"]), tuple(configured.get("routes", ())), cues, categories)

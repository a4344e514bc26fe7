"""Where a text names something: a course, a person, a programme, an academic year, or whatever has a capital."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.catalogue import snapshot
from knowledge.catalogue.matching import Index, index_of
from knowledge.catalogue.scoping import all_labels, has_courses
from knowledge.catalogue.words import CONNECTORS, Word, words_of
from knowledge.retrieval.config import Scope
from knowledge.text.dates import academic_years
from knowledge.text.terms import fold

Kind = Literal["course", "person", "programme", "year", "name"]

_WORD = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"[IVX]+|\d")


@dataclass(frozen=True)
class Mention:
    kind: Kind
    start: int
    end: int
    """text[start:end] is the name"""

    def overlaps(self, start: int, end: int) -> bool:
        return self.start < end and start < self.end


@dataclass(frozen=True)
class Known:
    """What can be named: the catalogue's entries, and the courses of documents that no catalogue lists."""

    index: Index | None = None
    labels: tuple[tuple[str, ...], ...] = ()
    """folded words of each"""

    def mentions(self, text: str, *, initial: bool = False) -> tuple[Mention, ...]:
        """In the order of the text, none within another; `initial` where a capital at the beginning counts too."""
        found: list[Mention] = []
        years = [Mention("year", year.start, year.end) for year in academic_years(text)]
        for group in (years, self._entries(text), self._labelled(text), _capitals(text, initial)):
            found += [one for one in group if not any(one.overlaps(other.start, other.end) for other in found)]
        return tuple(sorted(found, key=lambda mention: mention.start))

    def _entries(self, text: str) -> Iterable[Mention]:
        spans = [match.span() for match in _WORD.finditer(text)]
        for hit in self.index.hits(text) if self.index else ():
            yield Mention(hit.kind, spans[hit.start][0], spans[hit.end - 1][1])

    def _labelled(self, text: str) -> Iterable[Mention]:
        matches = list(_WORD.finditer(text))
        words = [fold(match.group()) for match in matches]
        for label in self.labels:
            for start in range(len(words) - len(label) + 1):
                if tuple(words[start : start + len(label)]) == label:
                    yield Mention("course", matches[start].start(), matches[start + len(label) - 1].end())


def known(scope: Scope) -> Known:
    """Reads the database: what the documents in the scope are about, and the catalogue where they are of courses."""
    if not has_courses(scope):
        return Known()
    labels = {tuple(fold(word) for word in _WORD.findall(course)) for course in all_labels(scope)}
    return Known(index_of(snapshot.current()), tuple(sorted(labels, key=len, reverse=True)))


def _capitals(text: str, initial: bool) -> Iterable[Mention]:
    """Runs of capitalised words, joined by what joins the words of names."""
    words, matches = words_of(text), list(_WORD.finditer(text))
    named = [
        word.capital
        and (initial or not word.begins)
        and (not word.text.isupper() or bool(_NUMERAL.fullmatch(word.text)))
        for word in words
    ]
    start = 0
    while start < len(words):
        if not named[start] or words[start].text.isupper():
            start += 1
            continue
        end = _run(words, named, start)
        yield Mention("name", matches[start].start(), matches[end - 1].end())
        start = end


def _run(words: Sequence[Word], named: Sequence[bool], start: int) -> int:
    """One past the last word of the name that begins there."""
    end = place = start + 1
    while place < len(words) and place - end <= 2:
        word = words[place]
        if word.apart:
            break
        if named[place]:
            end = place + 1
        elif word.folded not in CONNECTORS:
            break
        place += 1
    return end

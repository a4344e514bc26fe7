"""Which entries of the catalogue a text names: in any of their forms, misspelt or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from knowledge.catalogue.forms import Form, Kind, forms
from knowledge.catalogue.signs import Place, meant
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import CONNECTORS, Word, tolerance, words_of

_RANK = {"code": 0, "name": 1, "alias": 2, "acronym": 3, "surname": 4, "given": 5, "family": 6}


@dataclass(frozen=True)
class Hit:
    kind: Kind
    keys: tuple[str, ...]
    """codes or identifiers of all that are called so"""
    start: int
    end: int
    """words[start:end] of the text"""
    slips: int
    """letters that are written otherwise"""


@dataclass(frozen=True)
class _Match:
    form: Form
    start: int
    end: int
    slips: int

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Longer names first, then those written right."""
        return (-len(self.form.words), self.slips, _RANK[self.form.sort], self.start)


class Index:
    """All forms by their first word. Immutable once built; a few thousand entries take a fraction of a second."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._by_first: dict[str, list[Form]] = {}
        for form in dict.fromkeys(forms(catalogue)):
            if form.words:
                self._by_first.setdefault(form.words[0], []).append(form)
        self._words = [word for word in self._by_first if tolerance(len(word) + 1) and word.isalpha()]

    def hits(self, text: str) -> tuple[Hit, ...]:
        """In the order of the text; where names overlap, the longest is meant."""
        words = words_of(text)
        matches = [match for match in self._matches(words) if meant(match.form, _place(words, match), match.slips)]
        taken: set[int] = set()
        found: dict[tuple[Kind, int, int], list[_Match]] = {}
        for match in sorted(matches, key=lambda match: match.order):
            place = (match.form.kind, match.start, match.end)
            if place in found:
                if match.slips == found[place][0].slips:
                    found[place].append(match)
            elif not taken & set(range(match.start, match.end)):
                found[place] = [match]
                taken |= set(range(match.start, match.end))
        return tuple(_hit(group) for group in sorted(found.values(), key=lambda group: group[0].start))

    def _matches(self, words: Sequence[Word]) -> Iterator[_Match]:
        places = [number for number, word in enumerate(words) if word.folded not in CONNECTORS]
        for begin, number in enumerate(places):
            written = words[number].folded
            for form in self._by_first.get(written, ()):
                yield from _along(form, words, places[begin:], 0)
            for first, slips in self._near(words[number]):
                known = written in self._by_first
                yield from (
                    match
                    for form in self._by_first[first]
                    if len(form.words) > 1 or not known
                    for match in _along(form, words, places[begin:], slips)
                )

    def _near(self, word: Word) -> Iterator[tuple[str, int]]:
        """First words of names that this may be a misspelling of, and by how many slips."""
        limit = tolerance(len(word.folded))
        if not limit or not word.carries or not word.folded.isalpha():
            return
        for name, slips, _place in process.extract_iter(
            word.folded, self._words, scorer=OSA.distance, processor=None, score_cutoff=limit
        ):
            # The first letter is rarely wrong: of two slips none is there.
            if 0 < slips <= (limit if name[0] == word.folded[0] else 1):
                yield name, int(slips)


@lru_cache(maxsize=2)
def index_of(catalogue: Catalogue) -> Index:
    return Index(catalogue)


def _along(form: Form, words: Sequence[Word], places: Sequence[int], slips: int) -> Iterator[_Match]:
    """The match of a form whose first word is at the first place, if the others follow without punctuation."""
    if len(form.words) > len(places):
        return
    for before, number, expected in zip(places, places[1:], form.words[1:], strict=False):
        if any(word.apart for word in words[before + 1 : number + 1]):
            return
        limit = min(tolerance(len(expected)), tolerance(len(words[number].folded)))
        # Letters inserted, left out, replaced or swapped with their neighbour; limit + 1 for more than the limit.
        wrong = OSA.distance(words[number].folded, expected, score_cutoff=limit)
        if wrong > limit:
            return
        slips += wrong
    yield _Match(form, places[0], places[len(form.words) - 1] + 1, slips)


def _hit(group: list[_Match]) -> Hit:
    best = group[0]
    keys = tuple(sorted({match.form.key for match in group}))
    return Hit(best.form.kind, keys, best.start, best.end, best.slips)


def _place(words: Sequence[Word], match: _Match) -> Place:
    return Place(words, match.start, match.end)

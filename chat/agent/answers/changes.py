"""What differs between two versions of a document: quotes of both, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, zip_longest

import numpy as np

from chat.agent.answers.in_place import heading, in_place
from chat.agent.answers.passages import Quote, blocks_of, nearest_headings
from chat.agent.answers.weighing import figures, weight
from knowledge.embedding.remembered import vectors
from knowledge.retrieval.config import Passage
from knowledge.text.dates import without_years
from knowledge.text.sentences import spans
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, folded_words
from knowledge.versions.clauses import Clause, plain
from knowledge.versions.matching import match

_NAME = re.compile(r"(?<=[^.:!?\s]\s)[^\W\d_a-zà-ÿ][\w’'-]+")
MIN_ALIKE, MIN_ALIKE_TOO = 0.94, 0.9
"""cosines, -1 to 1, from which two quotes say the same of two versions: alone, and where their words say so too. Set on
four pairs of versions of the sample, two of them one form filled in twice and two rewritten; docs/agent.md has how"""
MAX_LIKENED = 300
"""quotes that are likened by meaning: as many take about four seconds when they are first seen"""
MIN_TOPICS = 2
"""words that two changes have in common which are of the same"""
MAX_CHANGES, MAX_ONLY_ONE = 12, 4
"""that are told, and of these what only one version says, where there is enough else"""


@dataclass(frozen=True)
class Change:
    """One of them is None where only the other version says it."""

    old: Quote | None
    new: Quote | None

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(one for one in (self.old, self.new) if one)

    @property
    def is_of_both(self) -> bool:
        return self.old is not None and self.new is not None

    @cached_property
    def figures(self) -> frozenset[tuple[str, bool]]:
        """Those that only one version has, and whether that is the new one."""
        old, new = map(figures, self._texts)
        return frozenset((figure, figure in new) for figure in old ^ new)

    def repeats(self, other: Change) -> bool:
        """Its figures are among the other's, and of the same."""
        is_within = bool(self.figures) and self.figures <= other.figures
        shared = len(self.topics & other.topics)
        return is_within and shared >= min(MIN_TOPICS, len(self.topics), len(other.topics))

    @cached_property
    def topics(self) -> frozenset[str]:
        """Words that tell what it is of."""
        said = folded_words(" ".join(self._texts))
        return frozenset(word for word in said if word.isalpha() and word not in STOPWORDS)

    @cached_property
    def weight(self) -> int:
        """0-3: how much it matters."""
        return weight(*self._texts)

    @property
    def _texts(self) -> tuple[str, str]:
        """Empty where a version does not say it."""
        return self.old.text if self.old else "", self.new.text if self.new else ""

    @property
    def rank(self) -> tuple[float, ...]:
        """The more telling the smaller."""
        old, new = ({*map(fold, _NAME.findall(text))} for text in self._texts)
        tells = bool(self.figures) or old != new
        return -self.weight, not self.is_of_both, not self.figures, not tells, -self.likeness

    @property
    def likeness(self) -> float:
        """0-1: the share of their words that both have."""
        old, new = map(folded_words, self._texts)
        return len(old & new) / max(1, len(old | new))


@dataclass(frozen=True)
class Compared:
    """Two versions of a document, and what is told of how they differ."""

    older: str
    """its title; empty where there is no other version, and `kept` is what the document says of one"""
    newer: str
    documents: tuple[int, ...] = ()
    """ids of both, where they differ in more than is told"""
    told: tuple[Change, ...] = ()
    """the most telling first"""
    more: int = 0
    """how many are left out"""
    kept: tuple[Quote, ...] = ()
    """where nothing changed of the part that the question names: what the newer version says of it"""
    confidence: float = 1.0
    """0-1: how surely the part that the question names was found; 1 where it names none"""

    @property
    def evidence(self) -> tuple[Passage, ...]:
        quotes = [*(quote for change in self.told for quote in change.quotes), *self.kept]
        return tuple({one.passage.section_id: one.passage for one in quotes}.values())


def changes(old: Sequence[Passage], new: Sequence[Passage]) -> tuple[Change, ...]:
    """Of the sections of two versions, in the order of the new one; what was dropped at the end."""
    before, after = [*_quotes(old)], [*_quotes(new)]
    matched = match([*map(_clause, before)], [*map(_clause, after)])
    same = [*matched.same, *matched.moved]
    gone = sorted({*range(len(before))} - {one for one, _two in same})
    come = sorted({*range(len(after))} - {two for _one, two in same})
    pairs = _alike(before, after, gone, come, {*matched.changed})
    pairs += in_place(before, after, [*same, *pairs])
    told = [(two, Change(before[one], after[two])) for one, two in pairs]
    told = [(two, one) for two, one in told if len({plain(without_years(quote.text)) for quote in one.quotes}) > 1]
    told += [(two, Change(None, after[two])) for two in come if two not in {other for _one, other in pairs}]
    of_new = [change for _place, change in sorted(told, key=lambda pair: pair[0])]
    dropped = [Change(before[one], None) for one in gone if one not in {other for other, _two in pairs}]
    return (*of_new, *dropped)


def _alike(
    before: Sequence[Quote],
    after: Sequence[Quote],
    gone: Sequence[int],
    come: Sequence[int],
    by_words: set[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Those left of both versions that became one another: each is nearest to the other by meaning, near enough by that
    alone, or also paired `by_words`. Where too many are left, by words alone."""
    if not gone or not come or len(gone) + len(come) > MAX_LIKENED:
        return sorted(by_words)
    # "42 credits at least" of full time and of part time are told apart by what they stand under.
    under = ([quotes[one] for one in places] for quotes, places in ((before, gone), (after, come)))
    ours, theirs = (
        vectors([f"{nearest_headings(one.passage).rpartition(' › ')[2]}: {one.text}" for one in quotes])
        for quotes in under
    )
    likeness = np.array(ours) @ np.array(theirs).T
    found = []
    for row, column in enumerate(likeness.argmax(axis=1)):
        pair = gone[row], come[column]
        needed = MIN_ALIKE_TOO if pair in by_words else MIN_ALIKE
        if likeness[:, column].argmax() == row and likeness[row, column] >= needed:
            found.append(pair)
    return found


def most_telling(found: Iterable[Change]) -> tuple[tuple[Change, ...], int]:
    """As many as can be read, in their order, and how many more there are.

    What matters most goes first (`weight`); of that, what both versions say before what only one does, figures that
    differ before names, names before words; and where little else differs, before what was written anew.
    """
    in_order = list(found)
    distinct = sorted(_without_repeats(in_order), key=lambda one: one.rank)
    kept = [one for one in distinct if one.is_of_both][:MAX_CHANGES]
    new, dropped = ([one for one in distinct if getattr(one, side) is None] for side in ("old", "new"))
    only = [one for one in chain.from_iterable(zip_longest(new, dropped)) if one]
    for number, one in enumerate(sorted(only, key=lambda one: -one.weight)):
        if len(kept) < MAX_CHANGES:
            kept.append(one)
        elif number < MAX_ONLY_ONE and (least := _least(kept, one.weight)):
            kept[kept.index(least)] = one
    return tuple(one for one in in_order if one in kept), len(distinct) - len(kept)


def _least(kept: Sequence[Change], weight: int) -> Change | None:
    """The last of what both versions say, if it matters no more than that."""
    last = next((one for one in reversed(kept) if one.is_of_both), None)
    return last if last and last.weight <= weight else None


def _without_repeats(found: Sequence[Change]) -> list[Change]:
    """A table says it, and the text below it again: what says more stays."""
    kept: list[Change] = []
    for one in sorted(found, key=lambda one: (-len(one.figures), -len(one.topics))):
        if not any(map(one.repeats, kept)):
            kept.append(one)
    return kept


def _quotes(passages: Iterable[Passage]) -> Iterator[Quote]:
    """Blocks, of paragraphs their sentences; no headings, which say nothing that could differ."""
    for passage in passages:
        for block in blocks_of(passage):
            text = passage.section_text[block.start : block.end]
            within = spans(text) if block.kind == "paragraph" else [(0, len(text))]
            for start, end in within:
                quote = Quote(passage, block.start + start, block.start + end, 0.0, block.kind, block.group)
                if block.kind != "heading" and quote.text.strip():
                    yield quote


def _clause(quote: Quote) -> Clause:
    return Clause(quote.kind, quote.text, heading(quote.passage), None)

"""Which of the passages that were found are kept: one for a section, and as many documents as there are."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, zip_longest

from knowledge.retrieval.config import Passage

# Places of the evidence that one document leaves to others: a course guide is long, and says its name in every section.
OTHERS = 2


def one_per_section(passages: Iterable[Passage]) -> list[Passage]:
    """The first of each section, in their order."""
    return _first_of_each(passages, lambda passage: passage.section_id)


def spread(passages: Sequence[Passage], most: int) -> list[Passage]:
    """The best of every document first; further sections only where the documents are too few."""
    sections = one_per_section(passages)
    documents = _first_of_each(sections, lambda passage: passage.document_id)
    others = [passage for passage in sections if passage not in documents]
    return [*documents, *others][:most]


def best_of_several(passages: Sequence[Passage], most: int) -> list[Passage]:
    """The best, but two places are for other documents than the one that has the most, where there are others."""
    taken: Counter[int] = Counter()
    kept: list[Passage] = []
    for passage in passages:
        if len(kept) < most and taken[passage.document_id] < max(1, most - OTHERS):
            taken[passage.document_id] += 1
            kept.append(passage)
    left = [passage for passage in passages if passage not in kept]
    chosen = [*kept, *left][:most]
    return [passage for passage in passages if passage in chosen]


def in_turns(groups: Sequence[Sequence[Passage]], most: int, *, whole_sections: bool = True) -> list[Passage]:
    """The best of each group, then the second of each: every group has its share. A section comes once, or else only a
    passage does: a document may be one long section."""
    distinct = one_per_section if whole_sections else _once
    share = max(1, most // max(1, len(groups)))
    rounds = zip_longest(*(distinct(group)[:share] for group in groups))
    return distinct(passage for passage in chain.from_iterable(rounds) if passage is not None)


def _once(passages: Iterable[Passage]) -> list[Passage]:
    return _first_of_each(passages, lambda passage: passage.chunk_id)


def _first_of_each(passages: Iterable[Passage], key: Callable[[Passage], Hashable]) -> list[Passage]:
    kept: dict[Hashable, Passage] = {}
    for passage in passages:
        kept.setdefault(key(passage), passage)
    return list(kept.values())

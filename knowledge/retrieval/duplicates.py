"""Passages that say the same in several documents: a crawl holds half its texts twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.retrieval.rerank import Candidate
from knowledge.text.terms import distinct_words, fold

# Share of words in common from which two texts say the same; their numbers and codes must all agree.
SAME = 0.9


@dataclass(frozen=True)
class _Said:
    words: frozenset[str]
    figures: frozenset[str]

    def same(self, other: "_Said") -> bool:
        if self.figures != other.figures:
            return False
        shared = len(self.words & other.words)
        return shared >= SAME * (len(self.words) + len(other.words) - shared)


def collapsed(ranked: Sequence[int], candidates: dict[int, Candidate], count: int) -> dict[int, list[int]]:
    """The best `count` chunks that say different things -> those, of other documents, that say the same as each."""
    said: dict[int, _Said] = {}
    kept: dict[int, list[int]] = {}
    for chunk in ranked:
        said[chunk] = _said(candidates[chunk].text)
        twin = next((other for other in kept if _twins(chunk, other, candidates, said)), None)
        if twin is not None:
            kept[twin].append(chunk)
        elif len(kept) < count:
            kept[chunk] = []
        else:
            break
    return kept


def _twins(one: int, other: int, candidates: dict[int, Candidate], said: dict[int, _Said]) -> bool:
    return candidates[one].document_id != candidates[other].document_id and said[one].same(said[other])


def _said(text: str) -> _Said:
    found = set(map(fold, distinct_words(text)))
    figures = {word for word in found if not word.isalpha() and any(map(str.isdigit, word))}
    return _Said(frozenset(found - figures), frozenset(figures))

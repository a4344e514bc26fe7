"""Which clause of the old version became which of the new one."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from knowledge.versions.clauses import Clause

SAME_CLAUSE = 0.5
"""likeness from which two clauses are one that was changed: shares of weighted words, 0 to 1"""
SAME_ROW = 0.7
"""of two rows of tables, by their words without the numbers, which are what changes"""
SAME_BEGUN = 0.6
"""of the shorter one that the longer one has, where much was added to a clause or taken from it"""
_MIN_SHARED = 5
_MAX_CANDIDATES = 40
# A word that so many of the other clauses have proposes nothing.
_FREQUENT = 60
_SAME_HEADING = 0.05

Pairs = list[tuple[int, int]]
"""places in the old and in the new version"""


@dataclass(frozen=True)
class Matched:
    same: Pairs
    """in their order"""
    moved: Pairs
    """alike to the letter, but elsewhere"""
    changed: Pairs
    removed: list[int]
    added: list[int]


def match(old: Sequence[Clause], new: Sequence[Clause]) -> Matched:
    same = _in_order([clause.key for clause in old], [clause.key for clause in new])
    gone = sorted(set(range(len(old))) - {one for one, _other in same})
    come = sorted(set(range(len(new))) - {other for _one, other in same})
    moved = _identical(old, new, gone, come)
    gone, come = _left(gone, come, moved)
    changed = _alike(old, new, gone, come)
    gone, come = _left(gone, come, changed)
    return Matched(same, moved, changed, gone, come)


def _in_order(old: Sequence[str], new: Sequence[str]) -> Pairs:
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return [(block.a + offset, block.b + offset) for block in blocks for offset in range(block.size)]


def _left(gone: Sequence[int], come: Sequence[int], pairs: Pairs) -> tuple[list[int], list[int]]:
    ones, others = {one for one, _ in pairs}, {other for _, other in pairs}
    return [one for one in gone if one not in ones], [other for other in come if other not in others]


def _identical(old: Sequence[Clause], new: Sequence[Clause], gone: Sequence[int], come: Sequence[int]) -> Pairs:
    places = defaultdict(list)
    for other in come:
        places[new[other].key].append(other)
    return [(one, places[old[one].key].pop(0)) for one in gone if places[old[one].key]]


def _alike(old: Sequence[Clause], new: Sequence[Clause], gone: Sequence[int], come: Sequence[int]) -> Pairs:
    """The most alike first; each clause once."""
    left = {one: Counter(old[one].words) for one in gone}
    right = {other: Counter(new[other].words) for other in come}
    weights = _weights([*left.values(), *right.values()])
    scored = []
    for one, others in _candidates(left, right, weights).items():
        for other in others:
            score = _likeness(old[one], new[other], left[one], right[other], weights)
            if score:
                scored.append((-score, abs(gone.index(one) - come.index(other)), one, other))
    pairs: Pairs = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for _score, _distance, one, other in sorted(scored):
        if one not in taken[0] and other not in taken[1]:
            pairs.append((one, other))
            taken[0].add(one)
            taken[1].add(other)
    return sorted(pairs)


def _weights(texts: Sequence[Counter[str]]) -> dict[str, float]:
    """Rare words say more of what a clause is about."""
    counted = Counter(word for text in texts for word in text)
    return {word: math.log(1 + len(texts) / number) for word, number in counted.items()}


def _candidates(
    left: Mapping[int, Counter[str]], right: Mapping[int, Counter[str]], weights: Mapping[str, float]
) -> dict[int, list[int]]:
    """For each old clause the new ones that share most with it."""
    having = defaultdict(list)
    for other, words in right.items():
        for word in words:
            having[word].append(other)
    found = {}
    for one, words in left.items():
        shared: Counter[int] = Counter()
        for word in words:
            if len(having[word]) <= _FREQUENT:
                for other in having[word]:
                    shared[other] += weights[word]  # type: ignore[assignment]
        found[one] = [other for other, _weight in shared.most_common(_MAX_CANDIDATES)]
    return found


def _likeness(
    one: Clause, other: Clause, left: Counter[str], right: Counter[str], weights: Mapping[str, float]
) -> float:
    """0 where they are no versions of one clause."""
    if one.is_row != other.is_row or (one.kind == "heading") != (other.kind == "heading"):
        return 0.0
    score = _row_likeness(left, right, weights) if one.is_row else _text_likeness(left, right, weights)
    if not score:
        return 0.0
    return score + (_SAME_HEADING if one.heading == other.heading else 0.0)


def _share(left: Counter[str], right: Counter[str], weights: Mapping[str, float]) -> float:
    """Dice's coefficient of weighted words."""
    whole = _weight(left, weights) + _weight(right, weights)
    return 2 * _weight(left & right, weights) / whole if whole else 0.0


def _text_likeness(left: Counter[str], right: Counter[str], weights: Mapping[str, float]) -> float:
    share = _share(left, right, weights)
    if share >= SAME_CLAUSE:
        return share
    shared = left & right
    if shared.total() < _MIN_SHARED or shared.total() < SAME_BEGUN * min(left.total(), right.total()):
        return 0.0
    held = _weight(shared, weights) / min(_weight(left, weights), _weight(right, weights))
    return SAME_CLAUSE * held if held >= SAME_BEGUN else 0.0


def _row_likeness(left: Counter[str], right: Counter[str], weights: Mapping[str, float]) -> float:
    """How much of the shorter one's name the other has: a table may have gained a column or a second language."""
    named, other = (Counter({word: 1 for word in row if not word[0].isdigit()}) for row in (left, right))
    shorter = min(_weight(named, weights), _weight(other, weights))
    if len(named & other) < min(2, len(named), len(other)) or not shorter:
        return 0.0
    held = _weight(named & other, weights) / shorter
    return held * (1 + _share(left, right, weights)) / 2 if held >= SAME_ROW else 0.0


def _weight(words: Counter[str], weights: Mapping[str, float]) -> float:
    return sum(weights[word] * number for word, number in words.items())

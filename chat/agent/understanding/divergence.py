"""Whether sentences that answer the same question say different things: their figures first, then their words."""

import re
from collections.abc import Sequence, Set
from itertools import combinations

from knowledge.text.dates import without_years
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Of the words of both, how many two sentences share that say the same.
SAME_WORDS = 0.6
_FIGURE = re.compile(r"\d[\d.,:/]*\d|\d")
_WORD = re.compile(r"[^\W\d_]{3,}")
_HEADER = re.compile(r"\[[^\[\]\n]++\] ")


def diverge(sentences: Sequence[str], asked: str = "") -> bool:
    """Whether any two of them differ; years, headers of tables and figures that the question says are no difference."""
    said = [_HEADER.sub("", without_years(sentence)) for sentence in sentences]
    known = set(_FIGURE.findall(asked))
    return any(_differ(one, other, known) for one, other in combinations(said, 2))


def _differ(one: str, other: str, known: Set[str]) -> bool:
    figures = set(_FIGURE.findall(one)) - known, set(_FIGURE.findall(other)) - known
    if figures[0] and figures[1]:
        return figures[0] != figures[1]
    return overlap(one, other) < SAME_WORDS


def overlap(one: str, other: str) -> float:
    """0-1: the share of the words of both that they have in common, without function words."""
    mine, others = _words(one), _words(other)
    return len(mine & others) / len(mine | others) if mine | others else 1.0


def _words(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(text)} - STOPWORDS

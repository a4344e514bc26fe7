"""What two documents of one form say in the same words: their "Credits: 6" and "Credits: 12"."""

from collections.abc import Sequence
from itertools import product

from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import confidence
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

CANDIDATES = 20
"""quotes of each side"""
MIN_SCORE = 0.02
"""of that of the side's surest quote"""
MIN_ALIKE = 0.5
"""of the words of both, figures left out, those that both say"""


def alike(ranked: Sequence[Sequence[Quote]]) -> tuple[Quote, Quote] | None:
    """Of two sides the quotes that say the same with other figures; of several such pairs the likeliest to answer."""
    if len(ranked) != 2:
        return None
    pairs = [(one, other) for one, other in product(*map(_candidates, ranked)) if _is_alike(one, other)]
    return max(pairs, key=lambda pair: pair[0].score * pair[1].score, default=None)


def is_same_but_for_figures(one: Quote, other: Quote) -> bool:
    """A label that both have: "Credits: 6", "Homework · [Weight] 20 %"."""
    return _said(one)[0] == _said(other)[0]


def _candidates(quotes: Sequence[Quote]) -> list[Quote]:
    least = MIN_SCORE * confidence(quotes)
    return [one for one in quotes[:CANDIDATES] if one.score >= least]


def _is_alike(one: Quote, other: Quote) -> bool:
    (said, figures), (also, other_figures) = _said(one), _said(other)
    return (
        bool(figures and other_figures)
        and figures != other_figures
        and (2 * len(said & also) >= MIN_ALIKE * (len(said) + len(also)) > 0)
    )


def _said(quote: Quote) -> tuple[frozenset[str], frozenset[str]]:
    """Its content words, and its words with figures."""
    every = frozenset(map(fold, words(quote.text))) - STOPWORDS
    figures = frozenset(word for word in every if any(map(str.isdigit, word)))
    return every - figures, figures

"""Documents that a question names apart: "is the exam worth the same in Algebra and in Statistics", "between 2015-16
and 2020-21". Each is searched and quoted on its own, or the one that is found more easily hides the other."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from chat.agent.retrieval.sides import Side
from chat.agent.retrieval.titled import Titled, titled
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years
from knowledge.text.language import identify
from knowledge.text.terms import fold

# What stands between two things that are asked of alike.
BETWEEN = {
    "es": frozenset("y e o u vs versus".split()),
    "gl": frozenset("e ou vs versus".split()),
    "en": frozenset("and or vs versus".split()),
}
_WORD = re.compile(r"[^\W_]+")


def named_apart(question: str, found: Sequence[Passage]) -> tuple[Side, ...]:
    """Two sides, each with its documents; empty where the question names no two of those that were found."""
    return _by_year(question, found) or _by_title(question, found)


def _by_year(question: str, found: Sequence[Passage]) -> tuple[Side, ...]:
    years = named_years(question)
    if len({one.first for one in years}) != 2:
        return ()
    documents = {one.first: frozenset(p.document_id for p in found if _year(p) == one.first) for one in years}
    if not all(documents.values()):
        return ()
    first, second = sorted({one.first: one for one in reversed(years)}.values(), key=lambda one: one.start)
    spans = {one.first: [(o.start, o.end) for o in years if o.first == one.first] for one in (first, second)}
    return tuple(
        Side(question[one.start : one.end], without(question, spans[other.first]), documents[one.first])
        for one, other in ((first, second), (second, first))
    )


def _year(passage: Passage) -> int | None:
    """That the document is of."""
    stated = named_years(f"{passage.academic_year} {passage.title}")
    return stated[0].first if stated else passage.dated.year if passage.dated else None


def _by_title(question: str, found: Sequence[Passage]) -> tuple[Side, ...]:
    named = titled(question, found)
    tokens = [(fold(one[0]), one.start(), one.end()) for one in _WORD.finditer(question)]
    between = BETWEEN[identify(question)]
    best: tuple[int, tuple[Side, ...]] = (0, ())
    for one, other in combinations(named, 2):
        own, others = one.words - other.words, other.words - one.words
        if not own or not others or any(own | others <= third.words for third in named):
            continue
        if not _apart(tokens, own, others, between):
            continue
        if len(own | others) > best[0]:
            best = len(own | others), _sides(question, tokens, ((one, own), (other, others)), named)
    return best[1]


def _apart(
    tokens: Sequence[tuple[str, int, int]], own: frozenset[str], others: frozenset[str], between: frozenset[str]
) -> bool:
    """Whether all of one stand before all of the other, with "and" or "or" between them."""
    places = [[place for place, token in enumerate(tokens) if token[0] in said] for said in (own, others)]
    if not all(places):
        return False
    (first, second) = sorted(places, key=lambda found: found[0])
    joined = {token[0] for token in tokens[first[-1] + 1 : second[0]]}
    return first[-1] < second[0] and not joined.isdisjoint(between)


def _sides(
    question: str,
    tokens: Sequence[tuple[str, int, int]],
    pair: Sequence[tuple[Titled, frozenset[str]]],
    named: Sequence[Titled],
) -> tuple[Side, ...]:
    spans = [[(start, end) for word, start, end in tokens if word in own] for _, own in pair]
    sides = []
    for place, (_, own) in enumerate(pair):
        documents = frozenset(other.document_id for other in named if own <= other.words)
        name = question[spans[place][0][0] : spans[place][-1][1]]
        sides.append((spans[place][0][0], Side(name, without(question, spans[1 - place]), documents)))
    return tuple(side for _, side in sorted(sides, key=lambda found: found[0]))


def without(question: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        question = question[:start] + question[end:]
    return " ".join(question.split())

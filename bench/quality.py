"""How well documents are found: the first results, each document counted at its best place."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from bench.corpus import Question

CUTS = (1, 5, 10)
ALL = "all"
SMALLEST_PART = 5


@dataclass(frozen=True)
class Quality:
    questions: int
    recall: dict[int, float]
    """share of a question's documents among the first k distinct documents, mean over the questions"""
    mrr: float
    """1 / place of the first right document, 0 where it is not among the first 10; mean"""

    def as_record(self) -> dict[str, object]:
        return asdict(self)


def by_part(questions: Sequence[Question], found: Mapping[str, Sequence[str]]) -> dict[str, Quality]:
    """`found`: question id -> document ids of its results, best first, repeated as often as they were found."""
    parts: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        for part in (ALL, *question.parts):
            parts[part].append(question)
    different = {tuple(question.id for question in asked): part for part, asked in reversed(parts.items())}
    return {
        part: measure(asked, found)
        for part, asked in parts.items()
        if part in different.values() and (len(asked) >= SMALLEST_PART or part == ALL)
    }


def measure(questions: Sequence[Question], found: Mapping[str, Sequence[str]]) -> Quality:
    ranked = [(question.documents, _distinct(found[question.id])) for question in questions]
    recall = {k: fmean(_recall(wanted, documents[:k]) for wanted, documents in ranked) for k in CUTS}
    return Quality(len(questions), recall, fmean(_reciprocal(wanted, documents) for wanted, documents in ranked))


def _distinct(documents: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(documents))[: max(CUTS)]


def _recall(wanted: Sequence[str], documents: Sequence[str]) -> float:
    return len(set(wanted) & set(documents)) / len(set(wanted))


def _reciprocal(wanted: Sequence[str], documents: Sequence[str]) -> float:
    return next((1 / place for place, name in enumerate(documents, start=1) if name in wanted), 0.0)

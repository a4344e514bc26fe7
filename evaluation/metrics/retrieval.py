"""How well what should be found is found: in the direct search of the question, and by the assistant for its answer.

By document, not by passage: Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), §8.3 and §8.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import log2
from pathlib import PurePosixPath

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Found, Metric, Observation
from evaluation.metrics.folding import fold


def is_expected(expected: str, found: Found) -> bool:
    """Whether a passage is of the document, or of the section of `Title#Section`, that was expected."""
    document, _hash, section = expected.partition("#")
    if not _is_document(document, found):
        return False
    return not section or fold(section) in {fold(title) for title in found.section.split("›")}


def first_ranks(expected: Sequence[str], ranked: Sequence[Found]) -> list[int | None]:
    """For each expected document its rank, from 1, among the distinct documents of the list; None if absent.

    Where sections are expected, the distinct sections are ranked instead.
    """
    units = _distinct(ranked, by_section=any("#" in one for one in expected))
    return [next((rank for rank, unit in enumerate(units, 1) if is_expected(one, unit)), None) for one in expected]


def recall_at_k(observation: Observation, k: int) -> float | None:
    """|expected among the first k distinct documents of the search| / |expected|; None where none is expected."""
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.searched)
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def mrr(observation: Observation) -> float | None:
    """1 / rank of the first expected document in the search, 0 if it is not there; None where none is expected.

    Its mean is MRR: Voorhees, The TREC-8 Question Answering Track Report (1999).
    """
    if not observation.documents:
        return None
    ranks = [rank for rank in first_ranks(observation.documents, observation.searched) if rank is not None]
    return 1 / min(ranks) if ranks else 0.0


def precision_at_k(observation: Observation, k: int) -> float | None:
    """|passages of expected documents among the first k of the search| / k; None where none is expected.

    A shorter list is divided by k all the same.
    """
    if not observation.documents:
        return None
    first = observation.searched[:k]
    return sum(any(is_expected(one, found) for one in observation.documents) for found in first) / k


def ndcg_at_k(observation: Observation, k: int) -> float | None:
    """Σ 1/log₂(rank + 1) over the expected documents among the first k distinct ones of the search, divided by the same
    sum with all of them at the top; None where none is expected.

    Järvelin & Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4) (2002), relevance 0 or 1.
    """
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.searched)
    gain = _discounted({rank for rank in ranks if rank is not None and rank <= k})
    return gain / _discounted(range(1, min(len(ranks), k) + 1))


def agent_recall(observation: Observation) -> float | None:
    """Recall of the passages that the answer was made from, with the assistant's own k, filters and rewritten query;
    None where no document is expected."""
    if not observation.documents:
        return None
    ranks = first_ranks(observation.documents, observation.retrieved)
    return sum(rank is not None for rank in ranks) / len(ranks)


def _is_document(name: str, found: Found) -> bool:
    path = PurePosixPath(found.document)
    return name in {found.document, path.name, path.stem} or fold(name) == fold(found.title)


def _distinct(ranked: Sequence[Found], *, by_section: bool) -> list[Found]:
    """The first passage of every document (or section), in order."""
    firsts: dict[tuple[str, str], Found] = {}
    for found in ranked:
        firsts.setdefault((found.document, found.section if by_section else ""), found)
    return list(firsts.values())


def _discounted(ranks: Iterable[int]) -> float:
    return sum(1 / log2(rank + 1) for rank in ranks)


def _recall(k: int) -> Metric:
    return Metric(f"recall@{k}", format_lazy("{} @{}", _("Recall by document"), k), partial(recall_at_k, k=k))


METRICS = (
    _recall(1),
    _recall(5),
    _recall(10),
    Metric("mrr", _("Mean reciprocal rank by document"), mrr),
    Metric("precision@5", format_lazy("{} @{}", _("Precision by passage"), 5), partial(precision_at_k, k=5)),
    Metric("ndcg@10", format_lazy("{} @{}", _("nDCG by document"), 10), partial(ndcg_at_k, k=10)),
    Metric("agent_recall", _("Recall of the assistant's own retrieval"), agent_recall),
)

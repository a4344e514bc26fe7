"""Two models side by side on questions whose documents are known: dense search alone, and hybrid search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync

from knowledge.embedding.question_map import search_vector
from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Collection, Visibility
from knowledge.retrieval import dense
from knowledge.retrieval.config import Scope, SearchConfig
from knowledge.retrieval.facts import Probe
from knowledge.retrieval.search import search

RANKS = (1, 5, 10)
# Chunks, so many that the ten best documents are among them; MRR looks no deeper either.
_DEPTH = 50


@dataclass(frozen=True)
class Question:
    text: str
    documents: frozenset[str]
    """external ids of the documents that answer it"""


@dataclass(frozen=True)
class Quality:
    """By document: the share of a question's documents among the first k, 1 / rank of the first; means over questions.

    Manning, Raghavan & Schütze, Introduction to Information Retrieval (2008), §8.4; Voorhees, TREC-8 QA (1999).
    """

    recall: dict[int, float]
    mrr: float


def compare(
    models: Sequence[str], collection: Collection, questions: Sequence[Question]
) -> dict[tuple[str, str], Quality]:
    """(model, "dense" or "hybrid") -> its quality. The models' vectors must be complete."""
    scope = Scope((collection.pk,), tuple(Visibility.values))
    return {
        (model, way): _quality([(question.documents, find(question.text)) for question in questions])
        for model in models
        for way, find in _ways(model, scope, collection.alpha).items()
    }


def _ways(model: str, scope: Scope, alpha: float) -> dict[str, Callable[[str], list[str]]]:
    """Searches that give documents, best first."""
    embedder = get_embedder(model)
    config = SearchConfig(alpha=alpha, embedding_model=model)

    def by_vector(query: str) -> list[str]:
        near = dense.nearest(Probe(search_vector(embedder, query), model, scope), _DEPTH)
        documents = dict(Chunk.objects.filter(pk__in=near).values_list("pk", "document__external_id"))
        return _distinct(documents[chunk] for chunk in near)

    def hybrid(query: str) -> list[str]:
        return _distinct(passage.document for passage in async_to_sync(search)(query, scope, _DEPTH, config))

    return {"dense": by_vector, "hybrid": hybrid}


def _distinct(documents: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(documents))


def _quality(results: Sequence[tuple[frozenset[str], list[str]]]) -> Quality:
    recall = {k: _mean([len(right & set(found[:k])) / len(right) for right, found in results]) for k in RANKS}
    firsts = [next((rank for rank, name in enumerate(found, 1) if name in right), 0) for right, found in results]
    return Quality(recall, _mean([1 / rank if rank else 0.0 for rank in firsts]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0

"""Cosine similarity of the query's vector and the chunks' vectors.

Exact in small collections, over an HNSW index of its own in a large one. Such an index knows nothing of filters: what
it finds is filtered, going on until there are enough. A scope that leaves few chunks is scanned exactly.
"""

from collections.abc import Iterable

import numpy as np
from django.db import connection, transaction
from django.db.models.functions import Cast
from numpy.typing import NDArray
from pgvector import HalfVector
from pgvector.django import CosineDistance, HalfVectorField

from knowledge.models import Embedding
from knowledge.retrieval import vector_index
from knowledge.retrieval.config import Scope
from knowledge.retrieval.filters import narrow, within

# How many neighbours the index keeps in view; found by measuring its recall against the exact scan.
EF_SEARCH = 120


def nearest(vector: NDArray[np.float32], model: str, scope: Scope, limit: int) -> dict[int, float]:
    """chunk id -> cosine of the nearest chunks in the scope, as many as `limit` where the scope has them."""
    indexed = set() if narrow(scope) else vector_index.existing(model, scope.collections)
    found = _exact(vector, model, scope, limit, set(scope.collections) - indexed)
    for collection in indexed:
        near = _approximate(vector, model, scope, limit, collection)
        found |= near if len(near) == limit else _exact(vector, model, scope, limit, {collection})
    best = sorted(found, key=lambda chunk: -found[chunk])[:limit]
    return {chunk: found[chunk] for chunk in best}


def _exact(
    vector: NDArray[np.float32], model: str, scope: Scope, limit: int, collections: set[int]
) -> dict[int, float]:
    if not collections:
        return {}
    rows = (
        Embedding.objects.filter(within(scope, "chunk__document__"), collection__in=collections, model=model)
        .annotate(distance=CosineDistance("vector", HalfVector(vector)))
        .order_by("distance")
        .values_list("chunk_id", "distance")[:limit]
    )
    return _as_cosines(rows)


def _approximate(
    vector: NDArray[np.float32], model: str, scope: Scope, limit: int, collection: int
) -> dict[int, float]:
    # The cast is what the index is built on; without it the planner would not see that it fits.
    stored = Cast("vector", HalfVectorField(dimensions=len(vector)))
    rows = (
        Embedding.objects.filter(within(scope, "chunk__document__"), collection=collection, model=model)
        .annotate(distance=CosineDistance(stored, HalfVector(vector)))
        .order_by("distance")
        .values_list("chunk_id", "distance")[:limit]
    )
    with transaction.atomic(), connection.cursor() as cursor:
        view = min(max(EF_SEARCH, limit), 1000)
        cursor.execute(f"SET LOCAL hnsw.ef_search = {view}; SET LOCAL hnsw.iterative_scan = strict_order")
        return _as_cosines(rows)


def _as_cosines(rows: Iterable[tuple[int, float]]) -> dict[int, float]:
    return {chunk: 1 - distance for chunk, distance in rows}

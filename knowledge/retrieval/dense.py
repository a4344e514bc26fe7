"""Cosine similarity of the query's vector and the chunks' vectors, exact."""

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from pgvector.django import CosineDistance

from knowledge.models import Embedding
from knowledge.retrieval.config import Scope
from knowledge.retrieval.filters import within


def nearest(vector: NDArray[np.float32], model: str, scope: Scope, limit: int) -> dict[int, float]:
    """chunk id → cosine of the nearest chunks in the scope."""
    rows = (
        Embedding.objects.filter(within(scope, "chunk__document__"), collection__in=scope.collections, model=model)
        .annotate(distance=CosineDistance("vector", HalfVector(vector)))
        .order_by("distance")
        .values_list("chunk_id", "distance")[:limit]
    )
    return {chunk: 1 - distance for chunk, distance in rows}


def cosines(vector: NDArray[np.float32], model: str, chunk_ids: list[int]) -> dict[int, float]:
    """chunk id → cosine of the chunks named; one that has no vector of this model is left out."""
    rows = (
        Embedding.objects.filter(chunk__in=chunk_ids, model=model)
        .annotate(distance=CosineDistance("vector", HalfVector(vector)))
        .values_list("chunk_id", "distance")
    )
    return {chunk: 1 - distance for chunk, distance in rows}

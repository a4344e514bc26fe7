"""The chunks that are scored: what both searches propose and the scope allows, with the cosine of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, FilteredRelation, OuterRef, Q
from django.utils import timezone
from numpy.typing import NDArray
from pgvector import HalfVector
from pgvector.django import CosineDistance

from knowledge.models import Chunk, Document
from knowledge.retrieval.config import Scope
from knowledge.retrieval.filters import within


@dataclass(frozen=True)
class Facts:
    cosine: float
    """0 for a chunk that has no vector of the model yet"""
    in_force: bool


@dataclass(frozen=True)
class Probe:
    """A query's vector, and what may be looked at."""

    vector: NDArray[np.float32]
    model: str
    scope: Scope


def gather(probe: Probe, near: Iterable[int], ranked: NDArray[np.uint32], limit: int) -> dict[int, Facts]:
    """The nearest, and down the ranking until `limit` of it are allowed or it ends."""
    found = facts(probe, near)
    taken = 0
    for batch in _batches(ranked, 2 * limit):
        known = {chunk for chunk in batch if chunk in found}
        fresh = facts(probe, [chunk for chunk in batch if chunk not in known])
        for chunk in batch:
            if taken == limit:
                return found
            if chunk in fresh or chunk in known:
                taken += 1
                found[chunk] = found.get(chunk) or fresh[chunk]
    return found


def _batches(ranked: NDArray[np.uint32], size: int) -> Iterator[list[int]]:
    start = 0
    while start < len(ranked):
        yield ranked[start : start + size].tolist()
        start, size = start + size, 4 * size


def facts(probe: Probe, chunk_ids: Iterable[int]) -> dict[int, Facts]:
    """Of those of the chunks that the scope allows; the filters are part of the query."""
    current = Document.objects.in_force_on(timezone.localdate()).filter(pk=OuterRef("document_id"))
    rows = (
        Chunk.objects.filter(within(probe.scope, "document__"), pk__in=list(chunk_ids))
        .annotate(
            by_model=FilteredRelation("embeddings", condition=Q(embeddings__model=probe.model)),
            distance=CosineDistance("by_model__vector", HalfVector(probe.vector)),
            current=Exists(current),
        )
        .values_list("pk", "distance", "current")
    )
    return {pk: Facts(0.0 if distance is None else 1 - distance, current) for pk, distance, current in rows}

"""The chunks that are scored: what both searches propose and the scope allows, with the cosine of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray
from pgvector import HalfVector

from knowledge.retrieval.bm25 import Scores
from knowledge.retrieval.config import Scope
from knowledge.retrieval.database import fetch
from knowledge.retrieval.filters import each_in_force, each_inside


@dataclass(frozen=True)
class Facts:
    cosine: float
    """0 for a chunk that has no vector of the model yet"""
    in_force: bool
    language: str


@dataclass(frozen=True)
class Probe:
    """A query's vector, and what may be looked at."""

    vector: NDArray[np.float32] | None
    """None where the model did not answer: all cosines are 0"""
    model: str
    scope: Scope


def gather(probe: Probe, near: Iterable[int], matching: Scores, limit: int) -> dict[int, Facts]:
    """The nearest, and down the ranking until `limit` of it are allowed or it ends: mostly one query."""
    first = matching.best(limit).tolist()
    found = facts(probe, {*near, *first})
    taken = sum(1 for chunk in first if chunk in found)
    if taken == limit or len(first) < limit:
        return found
    for batch in _batches(matching.best()[limit:], 4 * limit):
        fresh = facts(probe, [chunk for chunk in batch if chunk not in found])
        allowed = [chunk for chunk in batch if chunk in fresh or chunk in found][: limit - taken]
        taken += len(allowed)
        found |= {chunk: fresh[chunk] for chunk in allowed if chunk in fresh}
        if taken >= limit:
            break
    return found


def _batches(ranked: NDArray[np.uint32], size: int) -> Iterator[list[int]]:
    start = 0
    while start < len(ranked):
        yield ranked[start : start + size].tolist()
        start, size = start + size, 4 * size


def facts(probe: Probe, chunk_ids: Iterable[int]) -> dict[int, Facts]:
    """Of those of the chunks that the scope allows; the filters are part of the query."""
    current, allowed = each_in_force(timezone.localdate()), each_inside(probe.scope)
    statement = f"""
        SELECT c.id, e.vector <=> %s::halfvec, {current.sql}, c.language
        FROM knowledge_chunk c LEFT JOIN knowledge_embedding e ON e.chunk_id = c.id AND e.model = %s
        WHERE c.id = ANY(%s) AND {allowed.sql}
    """
    vector = None if probe.vector is None else HalfVector(probe.vector).to_text()
    rows = fetch(statement, [vector, *current.parameters, probe.model, list(chunk_ids), *allowed.parameters])
    return {pk: Facts(0.0 if distance is None else 1 - distance, *others) for pk, distance, *others in rows}

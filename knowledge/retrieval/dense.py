"""Cosine similarity of the query's vector and the chunks' vectors.

Exact in small collections, over an HNSW index of its own in a large one. Such an index knows nothing of filters: what
it finds is filtered, going on until there are enough. A scope that leaves few chunks is scanned exactly.
"""

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray
from pgvector import HalfVector

from knowledge.models import Embedding
from knowledge.retrieval import vector_index
from knowledge.retrieval.candidates import Probe
from knowledge.retrieval.config import Scope
from knowledge.retrieval.database import fetch
from knowledge.retrieval.filters import each_inside, inside, narrow

NEAREST = """
    SELECT e.chunk_id, 1 - (e.vector{cast} <=> %s::halfvec)
    FROM knowledge_embedding e JOIN knowledge_chunk c ON c.id = e.chunk_id
    WHERE e.collection_id {collections} AND e.model = %s AND {allowed}
    ORDER BY e.vector{cast} <=> %s::halfvec LIMIT %s
"""
# How many neighbours the index keeps in view; found by measuring its recall against the exact scan.
EF_SEARCH = 120


def near(probe: Probe, limit: int) -> list[int]:
    """The chunks nearest to the query; none where it has no vector."""
    return [] if probe.vector is None else list(nearest(probe.vector, probe.model, probe.scope, limit))


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
    allowed, text = inside(scope), HalfVector(vector).to_text()
    statement = NEAREST.format(cast="", collections="= ANY(%s)", allowed=allowed.sql)
    return dict(fetch(statement, [text, list(collections), model, *allowed.parameters, text, limit]))


def _approximate(
    vector: NDArray[np.float32], model: str, scope: Scope, limit: int, collection: int
) -> dict[int, float]:
    allowed, text = each_inside(scope), HalfVector(vector).to_text()
    # The cast is what the index is built on; without it the planner would not see that it fits.
    statement = NEAREST.format(cast=f"::halfvec({len(vector)})", collections="= %s", allowed=allowed.sql)
    view = min(max(EF_SEARCH, limit), 1000)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL hnsw.ef_search = {view}; SET LOCAL hnsw.iterative_scan = strict_order")
        return dict(fetch(statement, [text, collection, model, *allowed.parameters, text, limit]))


def vectors(model: str, chunk_ids: list[int]) -> dict[int, NDArray[np.float32]]:
    """chunk id -> its vector by this model."""
    rows = Embedding.objects.filter(model=model, chunk__in=chunk_ids).values_list("chunk_id", "vector")
    return {chunk: np.array(vector, np.float32) for chunk, vector in rows}

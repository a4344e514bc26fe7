"""Cosine similarity of the query's vector and the chunks' vectors.

Exact in small collections, over an HNSW index of its own in a large one. Such an index knows nothing of filters: what
it finds is filtered, going on until there are enough. A scope that leaves few chunks is scanned exactly.
"""

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from knowledge.models import Embedding
from knowledge.retrieval import vector_index
from knowledge.retrieval.database import fetch
from knowledge.retrieval.facts import Facts, Probe, columns, from_rows
from knowledge.retrieval.filters import Condition, each_inside, inside, narrow

# How many neighbours the index keeps in view; found by measuring its recall against the exact scan.
EF_SEARCH = 120


def nearest(probe: Probe, limit: int) -> dict[int, Facts]:
    """By chunk id, nearest first: `limit` of the scope where it has so many; none where the query has no vector."""
    if probe.vector is None:
        return {}
    scope = probe.scope
    indexed = set() if narrow(scope) else vector_index.existing(probe.model, scope.collections)
    found = _exact(probe, limit, set(scope.collections) - indexed)
    for collection in indexed:
        near = _approximate(probe, limit, collection)
        found |= near if len(near) == limit else _exact(probe, limit, {collection})
    best = sorted(found, key=lambda chunk: -found[chunk].cosine)[:limit]
    return {chunk: found[chunk] for chunk in best}


def _exact(probe: Probe, limit: int, collections: set[int]) -> dict[int, Facts]:
    if not collections:
        return {}
    among = Condition("e.collection_id = ANY(%s)", (list(collections),))
    query = _query(columns(probe), probe.model, among, inside(probe.scope), limit)
    return from_rows(fetch(query.sql, query.parameters))


def _approximate(probe: Probe, limit: int, collection: int) -> dict[int, Facts]:
    # The cast is what the index is built on; without it the planner would not see that it fits.
    wanted = columns(probe, f"::halfvec({len(probe.vector)})")  # type: ignore[arg-type]
    query = _query(
        wanted, probe.model, Condition("e.collection_id = %s", (collection,)), each_inside(probe.scope), limit
    )
    view = min(max(EF_SEARCH, limit), 1000)
    with connection.cursor() as cursor:
        # Statements that are sent together are one transaction, and one way to the server and back.
        settings = f"SET LOCAL hnsw.ef_search = {view}; SET LOCAL hnsw.iterative_scan = strict_order"
        cursor.execute(f"{settings}; {query.sql}", query.parameters)
        while cursor.nextset():
            pass
        return from_rows(cursor.fetchall())


def _query(wanted: Condition, model: str, among: Condition, allowed: Condition, limit: int) -> Condition:
    sql = f"""
        SELECT {wanted.sql} FROM knowledge_embedding e JOIN knowledge_chunk c ON c.id = e.chunk_id
        WHERE {among.sql} AND e.model = %s AND {allowed.sql} ORDER BY distance LIMIT %s
    """
    return Condition(sql, (*wanted.parameters, *among.parameters, model, *allowed.parameters, limit))


def vectors(model: str, chunk_ids: list[int]) -> dict[int, NDArray[np.float32]]:
    """chunk id -> its vector by this model."""
    rows = Embedding.objects.filter(model=model, chunk__in=chunk_ids).values_list("chunk_id", "vector")
    return {chunk: np.array(vector, np.float32) for chunk, vector in rows}

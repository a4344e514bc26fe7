"""The HNSW index of a large collection: one for each collection and model, because vectors differ in length."""

from collections.abc import Iterable
from functools import lru_cache
from time import monotonic

from django.db import connection

from knowledge.models import Embedding

# An exact scan of fewer chunks takes some milliseconds, and is exact.
EXACT_BELOW = 20_000
# pgvector's own defaults (16, 64) lose recall on hard data; these cost a third more time to build.
CONNECTIONS, BUILD_CANDIDATES = 16, 100

# What a vector takes in memory while its index is built, beside its numbers; without room for all it takes far longer.
GRAPH_BYTES = 900
LARGEST_MB = 8192

# A search in an index that is gone is exact and slow; one that misses a new index is what it was before.
REMEMBERED_SECONDS = 5

VALID = "SELECT relname FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE relname = ANY(%s) AND indisvalid"


def _name(collection_id: int, model: str) -> str:
    letters = "".join(char if char.isalnum() else "_" for char in model.lower())
    return f"vectors_{collection_id}_{letters}"[:63]


def existing(model: str, collections: Iterable[int]) -> set[int]:
    """The collections that have a finished index for this model; asked anew every few seconds."""
    return set(_existing(model, tuple(collections), int(monotonic() / REMEMBERED_SECONDS)))


@lru_cache(maxsize=64)
def _existing(model: str, collections: tuple[int, ...], _period: int) -> frozenset[int]:
    names = {_name(collection, model): collection for collection in collections}
    with connection.cursor() as cursor:
        cursor.execute(VALID, [list(names)])
        return frozenset(names[name] for (name,) in cursor.fetchall())


def ensure(collection_id: int, model: str, dimensions: int) -> bool:
    """Builds the index where the collection has grown large; searches and writers go on meanwhile.

    True if it was built. Not inside a transaction: PostgreSQL builds concurrently outside of one only.
    """
    _existing.cache_clear()
    if existing(model, [collection_id]):
        return False
    count = Embedding.objects.filter(collection=collection_id, model=model).count()
    if count < EXACT_BELOW:
        return False
    memory_mb = min(256 + count * (2 * dimensions + GRAPH_BYTES) // 2**20, LARGEST_MB)
    name = _name(collection_id, model)
    with connection.cursor() as cursor:
        cursor.execute(f"SET maintenance_work_mem = '{memory_mb}MB'")
        cursor.execute(f'DROP INDEX IF EXISTS "{name}"')  # what a build that was broken off left
        cursor.execute(
            f'CREATE INDEX CONCURRENTLY "{name}" ON knowledge_embedding USING hnsw'
            f" ((vector::halfvec({dimensions})) halfvec_cosine_ops)"
            f" WITH (m = {CONNECTIONS}, ef_construction = {BUILD_CANDIDATES})"
            " WHERE collection_id = %s AND model = %s",
            [collection_id, model],
        )
        cursor.execute("RESET maintenance_work_mem")
    _existing.cache_clear()
    return True

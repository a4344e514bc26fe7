"""One worker for a document or an index: locks that PostgreSQL lets go of by itself when a worker dies."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Kind(IntEnum):
    """Any numbers, as long as nothing else in the database takes advisory locks under them."""

    DOCUMENT = 0x6B6F61
    COLLECTION = 0x6B6F62
    EMBEDDING_MODEL = 0x6B6F63
    WEB_SOURCE = 0x6B6F64
    CRAWL_RUN = 0x6B6F65


@contextmanager
def held(kind: Kind, ids: Sequence[int]) -> Iterator[list[int]]:
    """Those of the ids that nobody else holds, held until the block is left."""
    mine = _call("pg_try_advisory_lock", kind, ids)
    try:
        yield mine
    finally:
        # A connection that was lost has let go of them already.
        if connection.connection is not None and not connection.needs_rollback:
            _call("pg_advisory_unlock", kind, mine)


def _call(function: str, kind: Kind, ids: Sequence[int]) -> list[int]:
    """Those for which the function says yes."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT pk FROM unnest(%s::bigint[]) AS pk WHERE {function}(%s, (pk & 2147483647)::integer)",
            [list(ids), int(kind)],
        )
        return [pk for (pk,) in cursor.fetchall()]

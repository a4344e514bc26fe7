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


@contextmanager
def held(kind: Kind, ids: Sequence[int]) -> Iterator[list[int]]:
    """Those of the ids that nobody else holds, held until the block is left."""
    mine = [pk for pk in ids if _call("pg_try_advisory_lock", kind, pk)]
    try:
        yield mine
    finally:
        # A connection that was lost has let go of them already.
        if connection.connection is not None and not connection.needs_rollback:
            for pk in mine:
                _call("pg_advisory_unlock", kind, pk)


def _call(function: str, kind: Kind, pk: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [int(kind), pk & 0x7FFFFFFF])
        return bool(cursor.fetchone()[0])

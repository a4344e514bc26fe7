"""One worker for a document: locks that PostgreSQL lets go of by itself when a worker dies."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

# Any number, as long as nothing else in the database takes advisory locks under it.
_CLASS = 0x6B6F61


@contextmanager
def held(document_ids: Sequence[int]) -> Iterator[list[int]]:
    """Those of the documents that no other worker holds, held until the block is left."""
    mine = [pk for pk in document_ids if _call("pg_try_advisory_lock", pk)]
    try:
        yield mine
    finally:
        # A connection that was lost has let go of them already.
        if connection.connection is not None and not connection.needs_rollback:
            for pk in mine:
                _call("pg_advisory_unlock", pk)


def _call(function: str, document_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [_CLASS, document_id & 0x7FFFFFFF])
        return bool(cursor.fetchone()[0])

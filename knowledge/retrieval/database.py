"""Reading by PostgreSQL's binary protocol: vectors and postings come as they are, nothing is written into SQL."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from psycopg import Cursor


def fetch(statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """The rows of a query, on the thread's connection and in its transaction."""
    with connection.wrap_database_errors:
        connection.ensure_connection()
        with Cursor(connection.connection) as cursor:
            return cursor.execute(statement, parameters, binary=True).fetchall()

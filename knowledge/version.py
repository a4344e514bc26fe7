"""A fingerprint of all that answers are made of, for whoever keeps an answer and must know whether it still holds."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model

from knowledge.embedding.registry import active_embedder
from knowledge.models import Collection, Course, Document, Person, Programme

# Where a row stands and which transaction put it there: every change moves it, an UPDATE of one column too, and it
# cannot be forgotten as a counter can. What belongs to a document is only ever written together with its row.
_ROWS = "SELECT count(*), bit_xor(hashtextextended(xmin::text || ctid::text, 0)) FROM {table} WHERE {which}"
CATALOGUE: tuple[type[Model], ...] = (Programme, Course, Person, Course.programmes.through, Person.courses.through)


def version(collections: Sequence[int]) -> str:
    """Of these collections, the catalogue and the embedding model in use; another one after any change of them."""
    ids = list(collections)
    parts: list[tuple[type[Model], str]] = [
        (Document, "collection_id = ANY(%(ids)s)"),
        (Collection, "id = ANY(%(ids)s)"),
    ]
    parts += [(model, "true") for model in CATALOGUE]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(_rows(model, which) for model, which in parts), {"ids": ids})
        found = cursor.fetchall()
    return f"{active_embedder().name} {found}"


def _rows(model: type[Model], which: str) -> str:
    return _ROWS.format(table=connection.ops.quote_name(model._meta.db_table), which=which)

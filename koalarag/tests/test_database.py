"""The database has what the rest relies on."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_vectors_are_stored_inline() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attstorage FROM pg_attribute "
            "WHERE attrelid = 'knowledge_embedding'::regclass AND attname = 'vector'"
        )
        assert cursor.fetchone() == ("p",)

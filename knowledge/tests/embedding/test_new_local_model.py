"""An update that brings another local model: the former one's vectors go, and `prepare` makes the new ones."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from knowledge.embedding.registry import DEFAULT_MODEL
from knowledge.models import Chunk, Embedding, EmbeddingModel
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
MIGRATION = import_module("knowledge.migrations.0009_multilingual_e5")


def migrate_from_minilm() -> None:
    EmbeddingModel.objects.filter(name=DEFAULT_MODEL).update(name=MIGRATION.FORMER)
    Embedding.objects.update(model=MIGRATION.FORMER)
    with connection.schema_editor() as editor:
        MIGRATION.replace_local_model(apps, editor)


def test_a_database_of_the_former_model_gets_its_vectors_anew(capsys: pytest.CaptureFixture[str]) -> None:
    add(collection(), Text("a.md", "Préstamo", "El préstamo dura diez días."))
    before = list(Embedding.objects.get().vector)
    migrate_from_minilm()
    assert "manage.py prepare" in capsys.readouterr().out
    row = EmbeddingModel.objects.get()
    assert (row.name, row.is_active, row.state, row.window) == (DEFAULT_MODEL, True, "building", 256)
    assert not Embedding.objects.exists()
    call_command("embeddings", "build")
    row.refresh_from_db()
    assert (row.state, row.progress) == ("ready", 100)
    assert list(Embedding.objects.get(model=DEFAULT_MODEL).vector) == before


def test_an_empty_database_needs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert not Chunk.objects.exists()
    migrate_from_minilm()
    assert capsys.readouterr().out == ""
    assert EmbeddingModel.objects.get().state == "ready"


def test_a_server_that_is_searched_stays_so(hashing: EmbeddingModel) -> None:
    add(collection(), Text("a.md", "Préstamo", "El préstamo dura diez días."))
    EmbeddingModel.objects.update(is_active=False)
    EmbeddingModel.objects.filter(pk=hashing.pk).update(is_active=True, state="ready")
    migrate_from_minilm()
    assert not EmbeddingModel.objects.get(name=DEFAULT_MODEL).is_active
    assert EmbeddingModel.objects.get(is_active=True) == hashing

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from django.db import IntegrityError, connection, transaction

from knowledge import tasks
from knowledge.embedding import building, swapping, vectors
from knowledge.embedding.base import EmbeddingError
from knowledge.embedding.registry import DEFAULT_MODEL, active_embedder
from knowledge.ingestion import intake, pipeline, removal
from knowledge.models import Chunk, Collection, Document, Embedding, EmbeddingModel, State
from knowledge.tests.corpus import Text, add, collection
from knowledge.tests.embedding.server import Server, hashed

pytestmark = pytest.mark.django_db
BROKEN = (400, '{"error": {"message": "broken"}}')


@pytest.fixture
def rules() -> Collection:
    where = collection()
    for number in range(7):
        add(where, Text(f"{number}.md", "Préstamo", f"El préstamo número {number} dura {number + 10} días."))
    return where


def built(model: EmbeddingModel) -> EmbeddingModel:
    building.start(model)
    assert building.build(model.pk)
    model.refresh_from_db()
    return model


def index(where: Collection, name: str, text: str) -> Document:
    receipt = intake.receive(where, name, text.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def test_every_chunk_gets_a_vector_beside_its_others(rules: Collection, hashing: EmbeddingModel) -> None:
    model = built(hashing)
    assert (model.state, model.progress, model.error) == ("ready", 100, "")
    for chunk in Chunk.objects.all():
        stored = {row.model: np.array(row.vector) for row in chunk.embeddings.all()}
        assert stored.keys() == {DEFAULT_MODEL, "hashing"}
        np.testing.assert_allclose(stored["hashing"], hashed(chunk.indexed_text), atol=1e-3)


def test_a_build_goes_on_where_it_stopped(
    rules: Collection, hashing: EmbeddingModel, server: Server, monkeypatch: Any
) -> None:
    monkeypatch.setattr(building, "BATCH", 2)
    server.faults = [0.0, 0.0, BROKEN]
    model = built(hashing)
    assert (model.state, model.progress) == ("failed", 57)
    assert "broken" in model.error
    assert vectors.lacking("hashing").count() == 3
    assert built(model).state == "ready"
    embedded = server.texts[:4] + server.texts[6:]  # without those of the request that failed
    assert sorted(embedded) == sorted(chunk.indexed_text for chunk in Chunk.objects.all())


def test_a_build_leaves_its_worker_to_others_now_and_then(rules: Collection, hashing: EmbeddingModel) -> None:
    building.start(hashing)
    assert not building.build(hashing.pk, seconds=0)
    assert building.build(hashing.pk, seconds=60)


def test_the_task_comes_again_until_all_is_built(
    rules: Collection, hashing: EmbeddingModel, monkeypatch: Any, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks.build_embeddings, "delay", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        building.enqueue(hashing)
    monkeypatch.setattr(building, "SLICE_SECONDS", 0)
    tasks.build_embeddings(hashing.pk)
    monkeypatch.setattr(building, "SLICE_SECONDS", 60)
    tasks.build_embeddings(hashing.pk)
    assert asked == [hashing.pk] * 2
    assert vectors.lacking("hashing").count() == 0


def test_documents_that_arrive_meanwhile_have_both(rules: Collection, hashing: EmbeddingModel) -> None:
    index(rules, "before.md", "# Becas\n\nLas becas se piden en octubre.")
    assert Embedding.objects.filter(model="hashing").count() == 0
    building.start(hashing)
    document = index(rules, "meanwhile.md", "# Actas\n\nLas actas se firman en julio.")
    assert Embedding.objects.filter(model="hashing", chunk__document=document).count() == document.chunks.count() == 1
    built(hashing)
    swapping.activate(hashing)
    after = index(rules, "after.md", "# Tasas\n\nLas tasas se pagan en septiembre.")
    assert {row.model for row in Embedding.objects.filter(chunk__document=after)} == {DEFAULT_MODEL, "hashing"}


def test_a_model_that_came_into_use_while_a_document_was_read_catches_up(
    rules: Collection, hashing: EmbeddingModel, monkeypatch: Any, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(tasks.build_embeddings, "delay", tasks.build_embeddings)
    stored = pipeline.replace

    def swapped_meanwhile(*args: Any) -> None:
        swapping.activate(built(hashing))
        stored(*args)

    monkeypatch.setattr(pipeline, "replace", swapped_meanwhile)
    with django_capture_on_commit_callbacks(execute=True):
        index(rules, "late.md", "# Actas\n\nLas actas se firman en julio.")
    assert vectors.lacking("hashing").count() == 0


def test_a_model_beside_the_active_one_that_gives_nothing_keeps_no_document_back(
    rules: Collection, hashing: EmbeddingModel, server: Server
) -> None:
    built(hashing)
    server.faults, server.broken = [BROKEN], True
    assert index(rules, "new.md", "# Actas\n\nLas actas se firman en julio.").state == State.INDEXED
    hashing.refresh_from_db()
    assert hashing.state == "failed"
    with pytest.raises(swapping.NotComplete, match="1 passage has"):
        swapping.require_complete(hashing)


def test_a_document_says_when_the_active_model_gives_nothing(
    rules: Collection, hashing: EmbeddingModel, server: Server
) -> None:
    swapping.activate(built(hashing))
    server.faults, server.broken = [BROKEN], True
    document = index(rules, "new.md", "# Actas\n\nLas actas se firman en julio.")
    assert document.state == State.FAILED
    assert document.error.startswith("Embedding model “hashing”")


def test_swapped_in_and_back_at_once(rules: Collection, hashing: EmbeddingModel) -> None:
    swapping.activate(built(hashing))
    assert active_embedder().name == "hashing"
    swapping.activate(EmbeddingModel.objects.get(name=DEFAULT_MODEL))
    assert active_embedder().name == DEFAULT_MODEL
    assert EmbeddingModel.objects.filter(is_active=True).count() == 1


def test_an_incomplete_model_is_not_swapped_in(rules: Collection, hashing: EmbeddingModel) -> None:
    with pytest.raises(swapping.NotComplete, match="7 passages have no vector"):
        swapping.activate(hashing)
    assert active_embedder().name == DEFAULT_MODEL


def test_a_model_that_does_not_answer_is_not_swapped_in(
    rules: Collection, hashing: EmbeddingModel, server: Server
) -> None:
    built(hashing)
    server.faults, server.broken = [BROKEN], True
    with pytest.raises(EmbeddingError, match="broken"):
        swapping.activate(hashing)
    assert active_embedder().name == DEFAULT_MODEL


def test_two_cannot_be_active(hashing: EmbeddingModel) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        EmbeddingModel.objects.update(is_active=True)


def test_removing_takes_vectors_and_row_and_leaves_the_others(rules: Collection, hashing: EmbeddingModel) -> None:
    built(hashing)
    assert swapping.remove(hashing) == 7
    assert not EmbeddingModel.objects.filter(name="hashing").exists()
    assert Embedding.objects.filter(model=DEFAULT_MODEL).count() == 7


def test_the_active_model_stays_and_the_local_one_can_be_built_again(
    rules: Collection, hashing: EmbeddingModel
) -> None:
    local = EmbeddingModel.objects.get(name=DEFAULT_MODEL)
    with pytest.raises(swapping.ModelInUse, match="what searches use"):
        swapping.remove(local)
    swapping.activate(built(hashing))
    assert swapping.remove(local) == 7
    local.refresh_from_db()
    assert (local.state, local.progress) == ("new", 0)
    swapping.activate(built(local))


def test_a_model_that_is_removed_while_it_is_built_leaves_nothing(
    rules: Collection, hashing: EmbeddingModel, server: Server, monkeypatch: Any
) -> None:
    monkeypatch.setattr(building, "BATCH", 2)
    building.start(hashing)
    write = building._write

    def removed_meanwhile(*args: Any) -> int:
        if len(server.requests) == 2:
            swapping.remove(hashing)
        return write(*args)

    monkeypatch.setattr(building, "_write", removed_meanwhile)
    assert building.build(hashing.pk)
    assert not Embedding.objects.filter(model="hashing").exists()


def test_documents_removed_meanwhile_do_no_harm(rules: Collection, hashing: EmbeddingModel, monkeypatch: Any) -> None:
    write = building._write

    def removing(model: EmbeddingModel, chunks: list[Chunk], embedder: Any) -> int:
        removal.remove(Document.objects.filter(external_id="3.md"))
        return write(model, chunks, embedder)

    monkeypatch.setattr(building, "_write", removing)
    assert built(hashing).state == "ready"
    assert Embedding.objects.filter(model="hashing").count() == 6


def test_the_most_dimensions_fit_a_row(rules: Collection) -> None:
    chunk = Chunk.objects.first()
    assert chunk is not None
    Embedding.objects.create(chunk=chunk, collection=rules, model="m" * 40, vector=[0.5] * 4000)


@pytest.mark.django_db(transaction=True)
def test_a_build_neither_waits_for_a_deletion_nor_breaks_it(
    rules: Collection, hashing: EmbeddingModel, monkeypatch: Any
) -> None:
    """The deletion has its document locked and its vectors gone when the build comes to write one of them."""
    building.start(hashing)
    deleting, built_beside = threading.Event(), threading.Event()
    delete_passages = removal.delete_passages

    def slowly(ids: list[int]) -> None:
        Embedding.objects.filter(chunk__document__in=ids).delete()
        deleting.set()
        assert built_beside.wait(20)
        delete_passages(ids)

    def remove() -> None:
        try:
            removal.remove(Document.objects.filter(external_id="3.md"))
        finally:
            connection.close()

    def written(seconds: float) -> None:
        assert Embedding.objects.filter(model="hashing").count() == 6
        built_beside.set()

    monkeypatch.setattr(removal, "delete_passages", slowly)
    monkeypatch.setattr(building, "time", SimpleNamespace(monotonic=time.monotonic, sleep=written))
    with ThreadPoolExecutor() as pool:
        removed = pool.submit(remove)
        assert deleting.wait(20)
        assert building.build(hashing.pk)
        removed.result()
    assert Embedding.objects.filter(model="hashing").count() == 6
    assert not Document.objects.filter(external_id="3.md").exists()

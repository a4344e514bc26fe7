"""The approximate index beside the exact scan."""

import numpy as np
import pytest

from knowledge.models import Chunk, Collection, Embedding, Visibility
from knowledge.retrieval import dense, vector_index
from knowledge.retrieval.config import Scope
from knowledge.retrieval.facts import Probe, facts
from knowledge.tests.corpus import Text, add, collection

MODEL = "test"
SIZE = 2_000
WANTED = 20


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Random vectors, one in fifty of them for staff only."""
    where = collection()
    public = add(where, Text("public.md", "A", "text")).chunks.get()
    staff = add(where, Text("staff.md", "A", "text"), visibility=Visibility.STAFF).chunks.get()
    random = np.random.default_rng(3)
    vectors = random.normal(size=(SIZE, 32)).astype(np.float32)
    chunks = [_copy(staff if number % 50 == 0 else public, number) for number in range(1, SIZE + 1)]
    Chunk.objects.bulk_create(chunks)
    Embedding.objects.bulk_create(
        Embedding(chunk=chunk, collection=where, model=MODEL, vector=vector.tolist())
        for chunk, vector in zip(chunks, vectors, strict=True)
    )
    monkeypatch.setattr(vector_index, "EXACT_BELOW", 1_000)
    return where


def _copy(chunk: Chunk, position: int) -> Chunk:
    return Chunk(
        collection=chunk.collection,
        document=chunk.document,
        section=chunk.section,
        position=position,
        start=0,
        end=4,
        text="text",
        language="es",
    )


@pytest.mark.django_db(transaction=True)
def test_the_index_finds_what_the_exact_scan_finds(large: Collection) -> None:
    assert vector_index.ensure(large.pk, MODEL, 32)
    assert not vector_index.ensure(large.pk, MODEL, 32), "it is there already"
    assert vector_index.existing(MODEL, [large.pk]) == {large.pk}
    scope = Scope((large.pk,), ("public",))
    random = np.random.default_rng(5)
    shares = []
    for _query in range(20):
        probe = Probe(random.normal(size=32).astype(np.float32), MODEL, scope)
        exact = dense._exact(probe, WANTED, {large.pk})
        found = dense.nearest(probe, WANTED)
        assert len(found) == WANTED
        shares.append(len(exact.keys() & found.keys()) / WANTED)
    assert np.mean(shares) >= 0.98


@pytest.mark.django_db(transaction=True)
def test_a_close_filter_gives_as_many_as_the_exact_scan(large: Collection) -> None:
    vector_index.ensure(large.pk, MODEL, 32)
    probe = Probe(np.ones(32, np.float32), MODEL, Scope((large.pk,), ("staff",)))
    found = dense.nearest(probe, SIZE)
    assert found == dense._exact(probe, SIZE, {large.pk}) == facts(probe, found)
    assert len(found) == SIZE // 50


@pytest.mark.django_db(transaction=True)
def test_a_small_collection_needs_no_index() -> None:
    assert not vector_index.ensure(collection().pk, MODEL, 32)

import threading
import time
from collections.abc import Iterator, Sequence
from datetime import date
from unittest.mock import patch

import numpy as np
import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.embedding.base import Vectors
from knowledge.embedding.e5 import E5
from knowledge.embedding.registry import get_embedder
from knowledge.ingestion import intake, locks, pipeline, removal, sandbox, vectors
from knowledge.ingestion.cutting import CutDocument, Plan
from knowledge.ingestion.extract.errors import Empty, TooLarge, UnknownFormat
from knowledge.ingestion.extract.progress import Listener
from knowledge.ingestion.intake import DocumentMetadata, Receipt
from knowledge.ingestion.vectors import Wanted
from knowledge.models import (
    Chunk,
    Collection,
    Document,
    DocumentContent,
    Embedding,
    Posting,
    PostingSegment,
    Section,
    State,
    Visibility,
)  # fmt: skip
from knowledge.retrieval.config import Scope
from knowledge.retrieval.search import search
from knowledge.tests.ingestion import pdfs

pytestmark = pytest.mark.django_db
PLAZOS = "El préstamo ordinario dura quince días. Se renueva una sola vez por otros quince."
SANCIONES = "Cada día de retraso supone un día sin préstamo."


def rules(plazos: str = PLAZOS) -> str:
    return f"""---
title: Normas de préstamo
lang: es
modified: 2025-09-10
---
# Normas de préstamo
## Plazos
{plazos}
## Sanciones
{SANCIONES}
"""


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules", section_categories={"Plazos": ["Biblioteca"]})


@pytest.fixture
def embedded() -> Iterator[list[str]]:
    """Every text that is embedded from here on."""
    texts: list[str] = []
    real = E5.embed

    def recorded(self: E5, wanted: Sequence[str]) -> Vectors:
        texts.extend(wanted)
        return real(self, wanted)

    with patch.object(E5, "embed", recorded):
        yield texts


def put(collection: Collection, text: str | bytes, name: str = "normas.md", **said: str) -> Receipt:
    data = text if isinstance(text, bytes) else text.encode()
    return intake.receive(collection, name, data, metadata=DocumentMetadata(**said))  # type: ignore[arg-type]


def indexed(collection: Collection, text: str | bytes, name: str = "normas.md", **said: str) -> Document:
    receipt = put(collection, text, name, **said)
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def found(collection: Collection, query: str) -> list[str]:
    passages = async_to_sync(search)(query, Scope((collection.pk,), tuple(Visibility.values)), 5)
    return [passage.text for passage in passages]


def everything() -> list[int]:
    tables = (Document, DocumentContent, Section, Chunk, Embedding, Posting)
    return [table._default_manager.count() for table in tables]


def test_a_document_becomes_sections_chunks_vectors_and_postings(collection: Collection) -> None:
    document = indexed(collection, rules())
    assert (document.state, document.progress, document.error) == (State.INDEXED, 100, "")
    assert (document.title, document.language, document.modified_on) == ("Normas de préstamo", "es", date(2025, 9, 10))
    assert document.visibility == Visibility.PUBLIC
    assert document.indexed_at is not None
    assert list(document.sections.values_list("title", "text", "categories")) == [
        ("Plazos", PLAZOS, ["Biblioteca"]),
        ("Sanciones", SANCIONES, []),
    ]
    chunk = document.chunks.first()
    assert chunk is not None
    assert chunk.context == "Normas de préstamo › Plazos · 2025-09-10"
    assert chunk.text == chunk.section.text[chunk.start : chunk.end]
    vector = np.array(Embedding.objects.get(chunk=chunk).vector)
    expected = get_embedder().embed([chunk.indexed_text])[0]
    assert abs(vector - expected).max() < 1e-3
    assert found(collection, "¿Cuánto dura el préstamo ordinario?")[0] == PLAZOS


def test_a_pdf_keeps_its_pages(collection: Collection) -> None:
    story = [pdfs.heading("Plazos"), *(pdfs.paragraph(f"{PLAZOS} Caso {n}.") for n in range(90))]
    document = indexed(collection, pdfs.document(story, title="Reglamento"), "reglamento_2025-2026_es.pdf")
    assert (document.course, document.academic_year, document.page_count) == ("Reglamento", "2025-2026", 3)
    pages = list(document.chunks.values_list("page", flat=True))
    assert pages[0] == 1
    assert pages[-1] == 3
    assert pages == sorted(pages)


def test_the_same_bytes_again_do_nothing(collection: Collection, embedded: list[str]) -> None:
    document = indexed(collection, rules())
    before = list(Chunk.objects.values_list("pk", flat=True))
    embedded.clear()
    receipt = put(collection, rules())
    assert (receipt.status, receipt.document_id) == ("unchanged", document.pk)
    pipeline.index(document.pk)
    assert list(Chunk.objects.values_list("pk", flat=True)) == before
    assert embedded == []


def test_only_what_changed_is_embedded_again(collection: Collection, embedded: list[str]) -> None:
    indexed(collection, rules())
    embedded.clear()
    document = indexed(collection, rules(PLAZOS.replace("quince días", "veinte días")))
    assert len(embedded) == 1
    assert "veinte días" in embedded[0]
    assert document.chunks.count() == 2
    assert found(collection, "préstamo ordinario")[0].startswith("El préstamo ordinario dura veinte días.")
    assert PostingSegment.objects.filter(collection=collection).count() == 2


def test_metadata_that_was_given_stays_and_the_rest_follows_the_document(collection: Collection) -> None:
    document = indexed(collection, rules(), title="Mi título", visibility="staff")
    assert (document.title, document.visibility, document.given) == ("Mi título", "staff", ["title", "visibility"])
    changed = indexed(collection, rules().replace("lang: es", "lang: gl").replace("Normas de", "Outras normas de"))
    assert (changed.title, changed.visibility, changed.language) == ("Mi título", "staff", "gl")


def test_a_correction_that_stands_in_the_passages_indexes_again(collection: Collection) -> None:
    document = indexed(collection, rules())
    document.course = "Biblioteca"
    assert not intake.correct(document, ["course"])
    document.title = "Préstamos"
    assert intake.correct(document, ["title"])
    pipeline.index(document.pk)
    document.refresh_from_db()
    assert (document.title, document.course, document.state) == ("Préstamos", "Biblioteca", State.INDEXED)
    assert {chunk.context.split(" › ")[0] for chunk in document.chunks.all()} == {"Préstamos"}


def test_nobody_but_staff_sees_a_document_before_it_says_who_may(collection: Collection) -> None:
    receipt = put(collection, rules().replace("lang: es", "visibility: student"))
    assert Document.objects.get(pk=receipt.document_id).visibility == Visibility.STAFF
    pipeline.index(receipt.document_id)
    assert Document.objects.get(pk=receipt.document_id).visibility == Visibility.STUDENT


def test_a_failure_keeps_what_was_indexed_and_says_why(collection: Collection) -> None:
    good = pdfs.document([pdfs.paragraph(PLAZOS)])
    indexed(collection, good, "a.pdf")
    document = indexed(collection, pdfs.encrypted(good, "clave"), "a.pdf")
    assert document.state == State.FAILED
    assert document.error.startswith("The file is protected by a password.")
    assert document.indexed_at is not None
    assert PLAZOS in found(collection, "préstamo ordinario")
    assert indexed(collection, good, "a.pdf").state == State.INDEXED


def test_one_bad_document_does_not_take_its_group_with_it(collection: Collection) -> None:
    ids = [
        put(collection, f"El plazo número {n} es de {n} días.", f"{n}.txt", title=f"Plazo {n}").document_id
        for n in range(5)
    ]
    real = pipeline.take_over

    def failing(document: Document, cut: CutDocument) -> None:
        if document.pk == ids[2]:
            raise RuntimeError("boom")
        real(document, cut)

    with patch.object(pipeline, "take_over", failing):
        pipeline.index_group(ids)
    states = dict(Document.objects.values_list("pk", "state"))
    assert [states[pk] for pk in ids] == ["indexed", "indexed", "failed", "indexed", "indexed"]
    assert "RuntimeError: boom" in Document.objects.get(pk=ids[2]).error


def test_texts_are_embedded_while_the_next_document_is_read(collection: Collection, embedded: list[str]) -> None:
    ids = [put(collection, f"El plazo {n} es de {n} días.", f"{n}.txt").document_id for n in range(2)]
    real = sandbox.cut
    seen = []

    def slow(media_type: str, data: bytearray, plan: Plan, listener: Listener) -> CutDocument:
        if b"plazo 1" in data:
            ended = time.monotonic() + 20
            while not embedded and time.monotonic() < ended:
                time.sleep(0.01)
            seen.extend(embedded)
        return real(media_type, data, plan, listener)

    with patch.object(sandbox, "cut", slow), patch.object(vectors, "BATCH", 1):
        pipeline.index_group(ids)
    assert len(seen) == 1
    assert "El plazo 0" in seen[0]
    assert Document.objects.filter(state=State.INDEXED).count() == 2


def test_while_a_scan_is_read_its_row_says_how_far_it_is(collection: Collection) -> None:
    receipt = put(collection, PLAZOS, "scan.txt")
    real = sandbox.cut

    def slow(media_type: str, data: bytearray, plan: Plan, listener: Listener) -> CutDocument:
        listener(3, 12)
        time.sleep(0.5)
        return real(media_type, data, plan, listener)

    with (
        patch.object(sandbox, "cut", slow),
        patch.object(pipeline, "_PROGRESS_SECONDS", 0.1),
        CaptureQueriesContext(connection) as queries,
    ):
        pipeline.index(receipt.document_id)
    assert any('"progress" = 25' in query["sql"] for query in queries)
    document = Document.objects.get(pk=receipt.document_id)
    assert (document.state, document.progress) == (State.INDEXED, 100)


def test_titles_hide_nothing(collection: Collection) -> None:
    assert indexed(collection, rules(), title="Normas\u202e de pl\u200bazos").title == "Normas de plazos"


def test_a_group_shares_one_segment_of_postings(collection: Collection) -> None:
    ids = [put(collection, f"El plazo número {n}.", f"{n}.txt").document_id for n in range(5)]
    pipeline.index_group(ids)
    assert PostingSegment.objects.get(collection=collection).chunk_count == 5


def test_a_document_that_a_dead_worker_left_is_finished_without_duplicates(collection: Collection) -> None:
    document = indexed(collection, rules())
    Document.objects.filter(pk=document.pk).update(state=State.PROCESSING, progress=40)
    pipeline.index(document.pk)
    document.refresh_from_db()
    assert (document.state, document.chunks.count()) == (State.INDEXED, 2)


def test_bytes_that_arrive_while_the_old_ones_are_embedded_are_indexed_too(collection: Collection) -> None:
    receipt = put(collection, rules())
    real = Wanted.all
    arrived = []

    def slow(*arguments: object) -> object:
        if not arrived:
            arrived.append(put(collection, rules("Todo cambia: el plazo es de un mes.")))
        return real(*arguments)  # type: ignore[arg-type]

    with patch.object(Wanted, "all", slow):
        pipeline.index(receipt.document_id)
    document = Document.objects.get(pk=receipt.document_id)
    assert document.state == State.INDEXED
    assert document.sections.filter(text__startswith="Todo cambia").exists()


def test_a_document_deleted_while_it_is_embedded_stays_deleted(collection: Collection) -> None:
    receipt = put(collection, rules())
    real = Wanted.all

    def slow(*arguments: object) -> object:
        removal.remove(Document.objects.filter(pk=receipt.document_id))
        return real(*arguments)  # type: ignore[arg-type]

    with patch.object(Wanted, "all", slow):
        pipeline.index(receipt.document_id)
    assert everything() == [0] * 6


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_document_do_the_work_once(embedded: list[str]) -> None:
    collection = Collection.objects.create(slug="rules", name="Rules")
    receipt = put(collection, rules())
    begun, go_on = threading.Event(), threading.Event()
    real = Wanted.all

    def slow(*arguments: object) -> object:
        begun.set()
        assert go_on.wait(20)
        return real(*arguments)  # type: ignore[arg-type]

    def work() -> None:
        pipeline.index(receipt.document_id)
        connection.close()

    with patch.object(Wanted, "all", slow):
        first = threading.Thread(target=work)
        first.start()
        assert begun.wait(20)
        pipeline.index(receipt.document_id)
        assert Document.objects.get(pk=receipt.document_id).state == State.PROCESSING
        go_on.set()
        first.join(20)
    assert Document.objects.get(pk=receipt.document_id).state == State.INDEXED
    assert len(embedded) == Chunk.objects.count() == 2
    with locks.held(locks.Kind.DOCUMENT, [receipt.document_id]) as mine:
        assert mine == [receipt.document_id]


@pytest.mark.django_db(transaction=True)
def test_the_absence_of_the_database_is_no_fault_of_a_document() -> None:
    receipts = [put(Collection.objects.create(slug=slug, name=slug), rules()) for slug in ("rules", "others")]
    real, falls = Wanted.all, [True, True]

    def fall(*arguments: object) -> object:
        if falls and falls.pop():
            with psycopg.connect(settings.DATABASE_URL) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        return real(*arguments)  # type: ignore[arg-type]

    with patch.object(Wanted, "all", fall):
        pipeline.index_group([receipt.document_id for receipt in receipts])
    assert not falls
    assert set(Document.objects.values_list("state", "attempts", "failures")) == {(State.INDEXED, 0, 0)}


def test_removal_leaves_nothing(collection: Collection) -> None:
    kept = indexed(collection, "Otro documento sobre la matrícula.", "otro.txt")
    indexed(collection, rules())
    assert removal.remove(Document.objects.exclude(pk=kept.pk)) == 1
    assert found(collection, "préstamo ordinario quince días") == ["Otro documento sobre la matrícula."]
    assert removal.remove(Document.objects.all()) == 1
    assert everything()[:5] == [0] * 5
    assert sum(PostingSegment.objects.values_list("chunk_count", flat=True)) == 0
    assert sum(PostingSegment.objects.values_list("term_count", flat=True)) == 0


def test_a_collection_is_removed_whole(collection: Collection) -> None:
    other = Collection.objects.create(slug="other", name="Other")
    indexed(other, rules())
    before = everything()
    indexed(collection, rules())
    assert removal.remove_collection(collection) == 1
    assert everything() == before
    assert list(Collection.objects.all()) == [other]


def test_superseded_by_finds_a_document_that_was_received_in_the_same_go(collection: Collection) -> None:
    old = put(collection, rules().replace("lang: es", "superseded_by: new.md"), "old.md")
    new = put(collection, rules(), "new.md")
    pipeline.index_group([old.document_id, new.document_id])
    assert Document.objects.get(pk=old.document_id).superseded_by_id == new.document_id


def test_what_cannot_be_taken_is_refused_at_the_door(collection: Collection, settings: pytest.FixtureRequest) -> None:
    settings.MAX_UPLOAD_MB = 1  # type: ignore[attr-defined]
    for data, error in ((b"", Empty), (b"\x00\x01", UnknownFormat), (b"a" * 1_100_000, TooLarge)):
        with pytest.raises(error):
            intake.receive(collection, "a.bin", data)
    with pytest.raises(TooLarge, match=r"a\.bin: 1\.1 MB > 1 MB"):
        intake.receive(collection, "a.bin", b"a" * (2**20 + 1))
    assert not Document.objects.exists()


def test_groups_are_bounded_in_number_and_size(collection: Collection) -> None:
    sizes = [10] * 100 + [pipeline.GROUP_BYTES + 1, 10]
    Document.objects.bulk_create(
        Document(collection=collection, external_id=str(n), file_name="a", media_type="text/plain", size=size)
        for n, size in enumerate(sizes)
    )
    groups = list(pipeline.groups(Document.objects.all()))
    assert [len(group) for group in groups] == [64, 36, 1, 1]


def test_a_task_is_queued_once_the_transaction_is_committed(
    collection: Collection, django_capture_on_commit_callbacks: pytest.FixtureRequest
) -> None:
    from knowledge import tasks

    receipt = put(collection, rules())
    with (
        patch.object(tasks.index_documents, "delay") as delay,
        django_capture_on_commit_callbacks(execute=True),  # type: ignore[operator]
    ):
        intake.queue([receipt.document_id])
        assert not delay.called
    delay.assert_called_once_with([receipt.document_id])

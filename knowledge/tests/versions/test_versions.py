"""A file in another's place: the old version stays and can be cited, a new one may wait, and there is a way back."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Sum

from knowledge.editing import moving
from knowledge.ingestion import intake, pipeline, removal
from knowledge.ingestion.intake import DocumentMetadata
from knowledge.models import (
    Chunk,
    Collection,
    Document,
    DocumentChange,
    Embedding,
    Posting,
    PostingSegment,
    Publishing,
    State,
)
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.search import search
from knowledge.versions import history, waiting

pytestmark = pytest.mark.django_db


def text(days: str = "fifteen", extra: str = "") -> bytes:
    loans = f"Undergraduates may borrow ten books for {days} days.\n{extra}"
    return f"# Rules of the library\n## Loans\n{loans}\n## Fines\nEach day of delay is a day without loans.\n".encode()


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules", language="en")


def put(collection: Collection, data: bytes, **said: str) -> Document:
    receipt = intake.receive(collection, "rules.md", data, metadata=DocumentMetadata(**said))  # type: ignore[arg-type]
    for group in pipeline.groups(intake.to_index([receipt.document_id])):
        pipeline.index_group(group)
    return Document.objects.get(pk=receipt.document_id)


def found(collection: Collection, query: str) -> list[Passage]:
    return async_to_sync(search)(query, Scope((collection.pk,), ("public",)))


def test_the_old_version_stays_whole_and_superseded(collection: Collection) -> None:
    document = put(collection, text(), title="Rules of 2023")
    vectors = set(Embedding.objects.values_list("pk", flat=True))
    assert put(collection, text("thirty")).pk == document.pk
    (version,) = history.former_versions(document)
    assert (version.superseded_by_id, version.title, version.state) == (document.pk, "Rules of 2023", State.INDEXED)
    assert bytes(version.content.read()) == text()
    assert "fifteen" in version.sections.get(title="Loans").text
    assert vectors <= set(Embedding.objects.values_list("pk", flat=True)), "nothing is embedded again"
    first, second = (passage for passage in found(collection, "borrow ten books days") if "borrow" in passage.text)
    assert ("thirty" in first.text, first.in_force) == (True, True)
    assert ("fifteen" in second.text, second.in_force, second.document_id) == (True, False, version.pk)
    (change,) = DocumentChange.objects.all()
    assert (change.state, change.former, change.changed, change.added, change.removed) == (
        "published",
        version,
        1,
        0,
        0,
    )


def test_the_same_text_in_another_file_is_no_version(collection: Collection) -> None:
    document = put(collection, text())
    put(collection, text() + b"\n\n")
    assert not document.versions.exists()
    assert not DocumentChange.objects.exists()


def test_what_cannot_be_read_makes_no_version(collection: Collection) -> None:
    document = put(collection, text())
    receipt = intake.receive(collection, "rules.md", b"%PDF-1.4 and nothing more")
    pipeline.index(receipt.document_id)
    document.refresh_from_db()
    assert (document.state, document.versions.count()) == (State.FAILED, 0)
    assert "fifteen" in document.sections.get(title="Loans").text


def test_only_so_many_versions_are_kept(collection: Collection) -> None:
    Collection.objects.update(versions_kept=2)
    for days in ("one", "two", "three", "four", "five"):
        document = put(Collection.objects.get(), text(days))
    assert [version.sections.get(title="Loans").text[-10:] for version in history.former_versions(document)] == [
        "four days.",
        "hree days.",
    ]
    assert DocumentChange.objects.count() == 4


def test_none_is_kept_where_the_collection_says_so(collection: Collection) -> None:
    Collection.objects.update(versions_kept=0)
    put(Collection.objects.get(), text())
    put(Collection.objects.get(), text("thirty"))
    assert Document.objects.count() == 1
    assert DocumentChange.objects.get().changed == 1


def test_there_is_a_way_back_and_nothing_is_lost_on_it(collection: Collection) -> None:
    document = put(collection, text(), course="Library")
    put(collection, text("thirty"))
    history.go_back(document, history.former_versions(document)[0])
    pipeline.index(document.pk)
    assert "fifteen" in document.sections.get(title="Loans").text
    assert [len(version.sections.all()) for version in history.former_versions(document)] == [2, 2]
    assert [version.sections.get(title="Loans").text[-12:] for version in history.former_versions(document)] == [
        "thirty days.",
        "ifteen days.",
    ]


def test_a_document_takes_its_versions_with_it(collection: Collection) -> None:
    document = put(collection, text())
    put(collection, text("thirty"))
    removal.remove(Document.objects.filter(pk=document.pk))
    assert not Document.objects.exists()
    assert not Chunk.objects.exists()
    assert found(collection, "borrow ten books") == []


@pytest.mark.django_db(transaction=True)
def test_a_version_that_is_made_while_its_document_is_removed_goes_from_the_index_too(collection: Collection) -> None:
    """The removal waits for the worker that indexes other bytes of the document, and so keeps what it was."""
    document = put(collection, text())
    intake.receive(collection, "rules.md", text("thirty"))

    def remove() -> int:
        try:
            return removal.remove(Document.objects.filter(pk=document.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Document.objects.select_for_update().get(pk=document.pk)
            removing = pool.submit(remove)
            until_somebody_waits()
            pipeline.index(document.pk)
        assert removing.result(20) == 2
    assert not Document.objects.exists()
    assert PostingSegment.objects.aggregate(living=Sum("chunk_count"))["living"] == 0


def until_somebody_waits() -> None:
    deadline = time.monotonic() + 20
    with connection.cursor() as cursor:
        while cursor.execute("SELECT FROM pg_locks WHERE NOT granted").rowcount == 0:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_a_document_and_its_versions_are_moved_together(collection: Collection) -> None:
    document = put(collection, text())
    put(collection, text("thirty"))
    other = Collection.objects.create(slug="other", name="Other")
    (version,) = history.former_versions(document)
    assert moving.move([version.pk], other) == 2
    for model in (Document, Chunk, Embedding):
        assert set(model._default_manager.values_list("collection", flat=True)) == {other.pk}
    assert [version.document for version in history.history(document)] == [version]


def test_whoever_may_not_see_a_document_does_not_see_what_it_was(collection: Collection) -> None:
    document = put(collection, text())
    document = put(collection, text("thirty"))
    document.visibility = "staff"
    intake.correct(document, ["visibility"])
    assert {one.visibility for one in document.versions.all()} == {"staff"}
    assert found(collection, "borrow ten books") == []


def waiting_change(collection: Collection) -> DocumentChange:
    put(collection, text())
    Collection.objects.update(publishing=Publishing.CHANGES_WAIT)
    put(Collection.objects.get(), text("thirty", "Books for reading rooms are not lent."))
    return DocumentChange.objects.waiting().get()


def test_while_a_version_waits_the_one_before_answers(collection: Collection) -> None:
    change = waiting_change(collection)
    assert (change.changed, change.added) == (1, 1)
    assert {passage.document_id for passage in found(collection, "borrow ten books")} == {change.document_id}
    assert "fifteen" in found(collection, "borrow ten books")[0].text
    reachable = Document.objects.visible_to(AnonymousUser())
    assert not reachable.filter(pk=change.proposed_id).exists()


def test_a_version_is_published_whole(collection: Collection) -> None:
    change = waiting_change(collection)
    embedded = Embedding.objects.count()
    waiting.publish(change)
    first, second = found(collection, "may borrow ten books for days")[:2]
    assert ("thirty" in first.text, first.document_id) == (True, change.document_id)
    assert (second.in_force, second.document_id) == (False, change.former_id)
    assert (Embedding.objects.count(), Document.objects.count()) == (embedded, 2)
    assert bytes(change.document.content.read()) == text("thirty", "Books for reading rooms are not lent.")


def test_a_rejected_version_leaves_no_trace_but_the_record(collection: Collection) -> None:
    change = waiting_change(collection)
    waiting.reject(change)
    assert Document.objects.get().pk == change.document_id
    assert DocumentChange.objects.get().state == "rejected"
    assert "thirty" not in " ".join(passage.text for passage in found(collection, "borrow ten books"))
    assert Posting.objects.exists()


def test_a_newer_version_takes_the_place_of_the_one_that_waits(collection: Collection) -> None:
    waiting_change(collection)
    put(Collection.objects.get(), text("sixty"))
    change = DocumentChange.objects.get()
    assert (change.state, change.changed, change.added) == ("waiting", 1, 0)
    put(Collection.objects.get(), text())
    assert not DocumentChange.objects.exists(), "the file is again what readers see"
    assert Document.objects.count() == 1


def test_a_version_that_says_the_same_needs_no_approval(collection: Collection) -> None:
    put(collection, text())
    Collection.objects.update(publishing=Publishing.CHANGES_WAIT)
    document = put(Collection.objects.get(), text() + b"\n\n\n")
    assert Document.objects.count() == 1
    assert bytes(document.content.read()) == text() + b"\n\n\n"


def test_new_documents_of_a_careful_collection_are_drafts(collection: Collection) -> None:
    Collection.objects.update(publishing=Publishing.ALL_WAIT)
    document = put(Collection.objects.get(), text())
    assert (document.is_draft, document.state) == (True, State.INDEXED)
    assert found(collection, "borrow ten books") == []

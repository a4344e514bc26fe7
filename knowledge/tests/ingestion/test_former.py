"""Other bytes in a document's place: readers see the old ones until the new ones were read, and who may see them is
never fewer people's secret on the way."""

from pathlib import Path

import pytest

from knowledge.ingestion import feeds, former, intake, pipeline
from knowledge.ingestion.intake import DocumentMetadata
from knowledge.models import Collection, Document, FormerVersion, State

pytestmark = pytest.mark.django_db
OLD = "---\nvisibility: public\n---\n# Rules\nThe reading room opens at nine in the morning, every working day."
NEW = "---\nvisibility: staff\n---\n# Rules\nThe alarm of the reading room is switched off at half past seven."
UNREADABLE = b"%PDF-1.4 and nothing that a PDF is made of"


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules", language="en")


def put(collection: Collection, data: str | bytes, **said: str) -> Document:
    raw = data.encode() if isinstance(data, str) else data
    receipt = intake.receive(collection, "rules.md", raw, external_id="rules", metadata=DocumentMetadata(**said))  # type: ignore[arg-type]
    return Document.objects.get(pk=receipt.document_id)


def read(document: Document) -> Document:
    pipeline.index(document.pk)
    document.refresh_from_db()
    return document


def shown(document: Document) -> tuple[bytes | None, str, str]:
    found = former.as_shown(Document.objects.get(pk=document.pk))
    return former.shown_bytes(found), found.content_hash, found.visibility


@pytest.fixture
def document(collection: Collection) -> Document:
    return read(put(collection, OLD.encode()))


def test_new_bytes_are_shown_to_nobody_before_they_say_who_may_see_them(
    collection: Collection, document: Document
) -> None:
    before = shown(document)
    put(collection, NEW)
    assert shown(document) == before
    read(document)
    data, _hash, visibility = shown(document)
    assert (data, visibility) == (NEW.encode(), "staff")
    assert not FormerVersion.objects.exists()


def test_a_document_whose_new_bytes_cannot_be_read_stays_as_it_was(collection: Collection, document: Document) -> None:
    before = shown(document)
    put(collection, UNREADABLE, visibility="staff", title="Broken")
    assert shown(document)[2] == "staff"
    read(document)
    assert (document.state, bool(document.error)) == (State.FAILED, True)
    assert shown(document) == before
    assert (document.title, document.given) == ("Rules", [])
    assert document.content.read() == OLD.encode()
    assert document.sections.get().text.startswith("The reading room opens")


def test_the_stricter_visibility_holds_until_the_new_bytes_were_read(collection: Collection) -> None:
    document = read(put(collection, OLD, visibility="staff"))
    put(collection, NEW.replace("half past", "quarter past"), visibility="public")
    assert shown(document)[2] == "staff"
    assert read(document).visibility == "public"


def test_several_in_a_row_leave_what_readers_saw(collection: Collection, document: Document) -> None:
    before = shown(document)
    put(collection, NEW)
    put(collection, UNREADABLE)
    assert shown(document) == before
    read(document)
    assert shown(document) == before


def test_a_document_that_says_no_more_who_may_see_it_is_not_opened_by_that(collection: Collection) -> None:
    document = read(put(collection, NEW))
    put(collection, OLD.replace("visibility: public\n", ""))
    assert read(document).visibility == "staff"
    put(collection, OLD, visibility="public")
    assert read(document).visibility == "public"


def test_what_a_person_corrects_meanwhile_stays(collection: Collection, document: Document) -> None:
    put(collection, UNREADABLE)
    document.refresh_from_db()
    document.visibility = "student"
    intake.correct(document, ["visibility"])
    assert read(document).visibility == "student"


def test_a_collection_says_who_sees_documents_that_say_nothing(collection: Collection) -> None:
    Collection.objects.update(visibility="student")
    collection.refresh_from_db()
    assert read(put(collection, "# Rules\nThe reading room opens at nine.")).visibility == "student"


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    folder, secret = tmp_path / "folder", tmp_path / "secret.md"
    folder.mkdir()
    secret.write_text("# Secret")
    (folder / "own.md").write_text("# Own")
    (folder / "linked.md").symlink_to(secret)
    (folder / "within.md").symlink_to(folder / "own.md")
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    offered = {Path(offer.label).name: offer.error is None for offer in feeds.offers(folder)}
    assert offered == {"own.md": True, "within.md": True, "linked.md": False}

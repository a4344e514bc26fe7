"""Files that are sent one by one, and the list of them that stays."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from knowledge.ingestion import pipeline, sent
from knowledge.models import Collection, Document, State, Upload
from koalarag.request_bodies import limit_of

pytestmark = pytest.mark.django_db
PAGE = reverse("admin:knowledge_document_add")
SEND = reverse("admin:knowledge_document_upload")


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules")


def send(client: Client, collection: Collection, name: str, data: bytes, **fields: str) -> Any:
    file = SimpleUploadedFile(name, data)
    response = client.post(SEND, {"collection": collection.pk, "files": [file], **fields})
    return response.status_code, json.loads(response.content)


def metadata(client: Client, pk: int, **fields: str) -> Any:
    return client.post(reverse("admin:knowledge_document_uploads_metadata", args=[pk]), fields)


def test_each_file_is_answered_alone_and_stays_in_the_list(admin_client: Client, collection: Collection) -> None:
    status, answer = send(admin_client, collection, "a.md", b"# Loans", language="gl", published_on="2026-01-31")
    assert (status, answer["refused"]) == (200, [])
    document = Document.objects.get()
    assert (document.language, str(document.published_on)) == ("gl", "2026-01-31")
    status, answer = send(admin_client, collection, "b.pdf", b"")
    assert (status, answer["taken"]) == (200, [])
    assert answer["refused"] == ["The file is empty. Upload one with text."]
    page = admin_client.get(PAGE).content.decode()
    assert "1 refused" in page
    assert "1 being read" in page
    assert "data-working" in page


def test_limits_are_told_before_and_hold_for_the_form(admin_client: Client, settings: Any) -> None:
    page = admin_client.get(PAGE).content.decode()
    assert f"Up to {settings.MAX_UPLOAD_MB} MB a file." in page
    assert f"Together up to {4 * settings.MAX_UPLOAD_MB} MB" in page
    assert limit_of(PAGE) > 4 * settings.MAX_UPLOAD_MB * 2**20
    assert limit_of(SEND) > settings.MAX_UPLOAD_MB * 2**20


def test_the_list_is_sorted_by_what_needs_a_person(admin_client: Client, collection: Collection) -> None:
    for name, data in (("done.md", b"# Done"), ("broken.pdf", b"%PDF-1.4 x"), ("refused.md", b""), ("wait.md", b"# W")):
        send(admin_client, collection, name, data)
    for document in Document.objects.exclude(file_name="wait.md"):
        pipeline.index(document.pk)
    user = User.objects.get()
    assert [row.name for row in sent.listed(user, "state")] == ["refused.md", "broken.pdf", "wait.md", "done.md"]
    assert [row.name for row in sent.listed(user, "name")] == ["broken.pdf", "done.md", "refused.md", "wait.md"]
    assert sent.tally(user) == sent.Tally(refused=1, failed=1, going=1, indexed=1)
    admin_client.post(reverse("admin:knowledge_document_uploads_clear"))
    assert [row.name for row in sent.listed(user, "state")] == ["wait.md"]


def test_metadata_changed_on_the_way_is_kept(admin_client: Client, collection: Collection) -> None:
    _status, answer = send(admin_client, collection, "a.md", b"# Loans")
    (upload,) = answer["taken"]
    assert metadata(admin_client, upload, course="Algebra", visibility="staff").status_code == 200
    document = Document.objects.get()
    assert (document.course, document.visibility) == ("Algebra", "staff")
    assert {"course", "visibility"} <= set(document.given)
    pipeline.index(document.pk)
    document.refresh_from_db()
    assert (document.state, document.visibility) == (State.INDEXED, "staff")
    wrong = metadata(admin_client, upload, academic_year="twenty")
    assert (wrong.status_code, "2025-2026" in json.loads(wrong.content)["error"]) == (400, True)


def test_nobody_changes_what_another_sent(admin_client: Client, collection: Collection) -> None:
    _status, answer = send(admin_client, collection, "a.md", b"# Loans")
    Upload.objects.update(user=User.objects.create_user("other"))
    assert metadata(admin_client, answer["taken"][0], course="Algebra").status_code == 404
    assert "a.md" not in admin_client.get(PAGE).content.decode()


def test_a_file_sent_again_is_one_line_of_the_list(admin_client: Client, collection: Collection) -> None:
    for _ in range(2):
        send(admin_client, collection, "a.md", b"# Loans")
    pipeline.index(Document.objects.get().pk)
    send(admin_client, collection, "a.md", b"# Loans")
    assert Upload.objects.count() == 1
    assert "It was here already, unchanged." in admin_client.get(PAGE).content.decode()


def test_a_new_version_is_told_from_a_new_file(admin_client: Client, collection: Collection) -> None:
    said = "A new version; the former one is kept."
    send(admin_client, collection, "a.md", b"# Loans\n\nBooks are lent for fifteen days.")
    pipeline.index(Document.objects.get().pk)
    assert said not in admin_client.get(PAGE).content.decode()
    send(admin_client, collection, "a.md", b"# Loans\n\nBooks are lent for thirty days.")
    assert said not in admin_client.get(PAGE).content.decode()
    pipeline.index(Document.objects.get(version_of=None).pk)
    assert admin_client.get(PAGE).content.decode().count(said) == 1


def test_the_same_bytes_under_another_name_are_told(admin_client: Client, collection: Collection) -> None:
    elsewhere = Collection.objects.create(slug="other", name="Other")
    send(admin_client, elsewhere, "b.md", b"# Loans")
    send(admin_client, collection, "a.md", b"# Loans")
    assert "The same file is in this collection" not in admin_client.get(PAGE).content.decode()
    send(admin_client, collection, "copy.md", b"# Loans")
    page = admin_client.get(PAGE).content.decode()
    assert "as “a.md”" in page
    assert "as “copy.md”" in page
    assert "as “b.md”" not in page


def test_without_a_collection_it_is_said_what_is_missing(admin_client: Client, collection: Collection) -> None:
    response = admin_client.post(SEND, {"files": [SimpleUploadedFile("a.md", b"# A")]})
    assert response.status_code == 400
    assert json.loads(response.content)["error"] == "Collection: This field is required."
    assert not Document.objects.exists()

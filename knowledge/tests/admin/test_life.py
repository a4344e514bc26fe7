"""Versions, what changed and drafts, as staff handle them."""

from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from knowledge.ingestion import intake, pipeline
from knowledge.models import Collection, Document, DocumentChange, Publishing

pytestmark = pytest.mark.django_db
OLD = b"# Rules\n## Loans\nUndergraduates may borrow ten books for fifteen days."
NEW = OLD.replace(b"fifteen", b"thirty")


@pytest.fixture
def document() -> Document:
    collection = Collection.objects.create(slug="rules", name="Rules", language="en")
    receipt = intake.receive(collection, "rules.md", OLD)
    pipeline.index(receipt.document_id)
    return Document.objects.get()


def index_all() -> None:
    for document in Document.objects.exclude(state="indexed"):
        pipeline.index(document.pk)


def send(client: Client, name: str, document: Document, **data: object) -> str:
    address = reverse(f"admin:knowledge_document_{name}", args=[document.pk])
    return client.post(address, data, follow=True).content.decode()


def test_a_file_is_replaced_and_the_way_back_is_on_the_page(admin_client: Client, document: Document) -> None:
    said = send(admin_client, "replace", document, file=SimpleUploadedFile("other.md", NEW))
    assert "The new version is being read" in said
    index_all()
    page = admin_client.get(reverse("admin:knowledge_document_change", args=[document.pk])).content.decode()
    assert "1 changed, 0 added, 0 removed" in page
    (version,) = document.versions.all()
    send(admin_client, "go-back", document, version=version.pk)
    index_all()
    assert "fifteen" in document.sections.get().text
    assert document.versions.count() == 2


def test_a_file_that_cannot_be_taken_changes_nothing(admin_client: Client, document: Document) -> None:
    assert "other.exe" in send(admin_client, "replace", document, file=SimpleUploadedFile("other.exe", b"MZ\x00\x01"))
    assert "Choose the file" in send(admin_client, "replace", document)
    document.refresh_from_db()
    assert (document.state, bytes(document.content.read())) == ("indexed", OLD)


def test_what_changed_is_shown_with_its_words_and_decided(admin_client: Client, document: Document) -> None:
    Collection.objects.update(publishing=Publishing.CHANGES_WAIT)
    send(admin_client, "replace", document, file=SimpleUploadedFile("rules.md", NEW))
    index_all()
    change = DocumentChange.objects.get()
    page = admin_client.get(reverse("admin:knowledge_documentchange_change", args=[change.pk])).content.decode()
    assert "<del>fifteen </del><ins>thirty </ins>" in page
    decide = reverse("admin:knowledge_documentchange_decide", args=[change.pk])
    assert "is published" in admin_client.post(decide, {"do": "publish"}, follow=True).content.decode()
    assert "thirty" in document.sections.get().text
    assert "decided already" in admin_client.post(decide, {"do": "reject"}, follow=True).content.decode()
    change.refresh_from_db()
    assert (change.state, change.decided_by) == ("published", User.objects.get(username="admin"))


def test_a_draft_is_reached_by_staff_alone(client: Client, admin_client: Client, document: Document) -> None:
    send(admin_client, "publish", document, do="withdraw")
    document.refresh_from_db()
    assert document.is_draft
    source = reverse("source", args=[document.pk])
    assert (client.get(source).status_code, admin_client.get(source).status_code) == (404, 200)
    send(admin_client, "publish", document, do="publish")
    assert not Document.objects.get().is_draft


def test_former_versions_are_listed_where_they_are_asked_for(admin_client: Client, document: Document) -> None:
    intake.receive(document.collection, "rules.md", NEW)
    index_all()
    address = reverse("admin:knowledge_document_changelist")
    listed = [admin_client.get(address, query).context["cl"].result_count for query in ({}, {"version": "former"})]
    assert listed == [1, 1]
    found = admin_client.get(
        reverse("admin:autocomplete"),
        {"term": "Rules", "app_label": "knowledge", "model_name": "document", "field_name": "superseded_by"},
    )
    assert [one["id"] for one in found.json()["results"]] == [str(document.pk)]


def test_a_reviewer_reads_and_decides_nothing(client: Client, document: Document) -> None:
    reviewer = User.objects.create_user("r", is_staff=True)
    reviewer.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(reviewer)
    page = client.get(reverse("admin:knowledge_document_change", args=[document.pk])).content.decode()
    assert "Another file in its place" not in page
    assert client.post(reverse("admin:knowledge_document_publish", args=[document.pk])).status_code == 403


def test_attachments_of_a_message_that_were_not_read_are_named(admin_client: Client, document: Document) -> None:
    message = EmailMessage()
    message["Subject"], message["From"] = "Deadlines", "office@example.edu"
    message.set_content("Enrolment ends on 20 September.")
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="calendar.pdf")
    message.add_attachment("Level,Fee\nMaster,30 €", subtype="csv", filename="fees.csv")
    receipt = intake.receive(document.collection, "deadlines.eml", message.as_bytes())
    intake.receive(document.collection, "fees.csv", b"Level,Fee\nMaster,30", external_id="deadlines.eml/fees.csv")
    index_all()
    page = admin_client.get(reverse("admin:knowledge_document_change", args=[receipt.document_id])).content.decode()
    assert "attachments that were not read; save and upload them by themselves: calendar.pdf<" in page


def test_when_it_was_indexed_and_when_replaced_are_told_in_local_time(admin_client: Client, document: Document) -> None:
    send(admin_client, "replace", document, file=SimpleUploadedFile("other.md", NEW))
    index_all()
    moment = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    Document.objects.update(indexed_at=moment, replaced_at=moment)
    page = admin_client.get(reverse("admin:knowledge_document_change", args=[document.pk])).content.decode()
    told = date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
    assert told != date_format(moment, "SHORT_DATETIME_FORMAT")
    assert page.count(told) == 2

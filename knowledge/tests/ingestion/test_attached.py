"""What is attached to a message, as documents of their own."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from knowledge.ingestion import attached, feeds, uploads
from knowledge.ingestion.extract import formats
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import Collection, Document
from knowledge.tests.ingestion import packages

FEES = "Level,Fee\nMaster,30 €\n"


def message(*names: str) -> bytes:
    made = EmailMessage()
    made["Subject"], made["From"] = "Prazos de matrícula", "sec@example.edu"
    made.set_content("Amplíase o prazo ata o 20 de setembro.")
    for name in names:
        made.add_attachment(FEES.encode(), maintype="application", subtype="octet-stream", filename=name)
    return made.as_bytes()


def test_files_of_a_known_format_are_taken_each_under_a_name_of_its_own() -> None:
    data = message("taxas.csv", "virus.exe", "../../taxas.csv", "C:\\rúa\\táboa.txt", "outra.eml", "todo.zip")
    assert [name for name, _data in attached.files(data)] == ["taxas.csv", "2-taxas.csv", "táboa.txt"]
    assert {data.decode() for _name, data in attached.files(data)} == {FEES}


def test_a_picture_within_the_text_is_no_document() -> None:
    made = EmailMessage()
    made.set_content("<p>Saúdos</p>", subtype="html")
    made.add_related(b"\x89PNG", "image", "png", cid="<logo>", filename="logo.png", disposition="inline")
    assert not list(attached.files(made.as_bytes()))


NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth) for depth in range(3000))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"Content-Type: multipart/mixed; boundary=\n\n--\n", NESTED])
def test_what_is_no_message_has_none(data: bytes) -> None:
    assert not list(attached.files(data))


def test_no_more_than_a_limit() -> None:
    data = message(*(f"{number}.csv" for number in range(attached.MAX_FILES + 3)))
    assert len(list(attached.files(data))) == attached.MAX_FILES


@pytest.mark.django_db
def test_uploaded_each_is_a_document_beside_the_message() -> None:
    collection = Collection.objects.create(slug="rules", name="Rules")
    archive = packages.packed({"in/outro.eml": message("táboa.csv")})
    sent = [
        SimpleUploadedFile("aviso.eml", message("taxas.csv", "roto.docx")), SimpleUploadedFile("all.zip", archive)
    ]  # fmt: skip
    uploaded = uploads.take_in(sent, collection, DocumentMetadata())
    assert dict(Document.objects.values_list("external_id", "media_type")) == {
        "aviso.eml": formats.EML, "aviso.eml/taxas.csv": formats.CSV,
        "in/outro.eml": formats.EML, "in/outro.eml/táboa.csv": formats.CSV,
    }  # fmt: skip
    assert [refusal.name for refusal in uploaded.refused] == ["aviso.eml/roto.docx"]
    uploads.take_in([SimpleUploadedFile("aviso.eml", message("taxas.csv"))], collection, DocumentMetadata())
    assert Document.objects.count() == 4


def test_a_folders_messages_bring_theirs(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "aviso.eml").write_bytes(message("taxas.csv"))
    assert [(offer.external_id, offer.file_name) for offer in feeds.offers(tmp_path)] == [
        ("in/aviso.eml", "aviso.eml"), ("in/aviso.eml/taxas.csv", "taxas.csv"),
    ]  # fmt: skip

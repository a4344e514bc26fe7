"""Archives, packages and records that somebody sends: the process that takes them in reads nothing of them."""

import io
import json
import struct
import threading
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from knowledge.ingestion import feeds, unpacking, uploads
from knowledge.ingestion.extract import errors, formats, package
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import Collection, Document
from knowledge.tests.ingestion import packages
from koalarag import apart

RECORDS = [
    {"id": "a", "text": "Duran quince días.", "year": "2025-2026", "modified": "2026-05-01", "categories": ["x", "y"]},
    {"id": "b", "text": 7},
]
DOCX = packages.packed({"[Content_Types].xml": "", "word/document.xml": ""})


def no_more(*_arguments: object, **_named: object) -> None:
    raise AssertionError("this process reads it")


@pytest.mark.django_db
def test_what_is_sent_is_not_read_by_who_takes_it_in(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(json.dumps(record) for record in RECORDS)
    archive = packages.packed({"in/one.txt": "uno", "in/two": DOCX, "records.jsonl": lines, "no.docx": "text"})
    monkeypatch.setattr(zipfile, "ZipFile", no_more)
    monkeypatch.setattr(feeds, "record", no_more)
    collection = Collection.objects.create(slug="rules", name="Rules")
    sent = [SimpleUploadedFile(name, data) for name, data in (("all.zip", archive), ("three.docx", DOCX))]
    uploaded = uploads.take_in(sent, collection, DocumentMetadata())
    assert [(refusal.name, refusal.reason.partition("\n")[0]) for refusal in uploaded.refused] == [
        ("all.zip/records.jsonl:2", errors.BadMetadata.message), ("all.zip/no.docx", errors.Broken.message),
    ]  # fmt: skip
    assert dict(Document.objects.values_list("external_id", "media_type")) == {
        "in/one.txt": formats.TEXT, "in/two": formats.DOCX, "a": formats.TEXT, "three.docx": formats.DOCX,
    }  # fmt: skip
    record = Document.objects.get(external_id="a")
    assert (record.academic_year, record.modified_on.isoformat()) == ("2025-2026", "2026-05-01")
    assert record.categories == ["x", "y"]
    assert bytes(record.content.data).decode() == RECORDS[0]["text"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (packages.packed({"a.txt": "x"}), errors.SeveralDocuments),
        (packages.packed({"word/document.xml": b"0" * 30_000_000}), errors.TooMuchUnpacked),
        (b"PK\x03\x04rubbish", errors.Broken),
    ],
)
def test_what_is_no_document_is_refused_at_the_door(data: bytes, error: type[errors.ExtractionError]) -> None:
    with pytest.raises(error):
        unpacking.media_type("a.docx", data)


def test_a_directory_that_hides_its_size_is_not_read() -> None:
    """The usual end says that it is empty; the other one, which is believed, that it has 120,000 entries."""
    names = [b"%06d" % number for number in range(120_000)]
    directory = b"".join(b"PK\x01\x02" + bytes(24) + struct.pack("<H", 6) + bytes(16) + name for name in names)
    other = b"PK\x06\x06" + struct.pack("<QHHLLQQQQ", 44, 45, 45, 0, 0, 120_000, 120_000, len(directory), 0)
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, len(directory), 1)
    file = io.BytesIO(directory + other + locator + b"PK\x05\x06" + bytes(18))
    assert len(zipfile.ZipFile(file).infolist()) == 120_000
    with pytest.raises(errors.TooMuchUnpacked):
        package.check_directory(file)


def test_who_comes_while_others_are_read_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(apart, "WAIT_SECONDS", 0)
    apart._places.acquire()
    with pytest.raises(errors.NotNow):
        unpacking.media_type("a.docx", DOCX)
    assert [type(offer.error) for offer in unpacking.several("a.zip", DOCX, 50)] == [errors.NotNow]

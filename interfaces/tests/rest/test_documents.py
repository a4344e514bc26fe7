"""Documents: sent, read by a worker, found; corrected, replaced, deleted; sent twice and taken in once."""

import json
from email.message import EmailMessage
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from interfaces.tests.people import Program
from knowledge.ingestion import pipeline
from knowledge.models import Collection, Document, DocumentContent

pytestmark = pytest.mark.django_db(transaction=True)
RULES = b"# Sports\n\nThe swimming pool opens at seven in the morning on weekdays."


@pytest.fixture
def staff(programs: dict[str, Program]) -> Program:
    Collection.objects.create(slug="rules", name="Rules", language="en")
    return programs["staff"]


def upload(program: Program, data: bytes = RULES, name: str = "sports.md", key: str = "", **said: Any) -> HttpResponse:
    headers = {"idempotency-key": key} if key else {}
    form = {"collection": "rules", "file": SimpleUploadedFile(name, data), **said}
    return program.client.post("/api/v1/documents", form, headers=headers)


def put_file(program: Program, pk: int, data: bytes) -> HttpResponse:
    body = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("new.md", data)})
    return program.client.put(f"/api/v1/documents/{pk}/file", body, MULTIPART_CONTENT)


def read(pk: int) -> None:
    """What a worker does with it."""
    pipeline.index(pk)


def test_from_a_file_to_a_search(staff: Program) -> None:
    sent = upload(staff, title="Sports centre", visibility="student", categories=["sport", "water"])
    assert sent.status_code == 201
    assert sent.json()["status"] == "created"
    document = sent.json()["document"]
    assert (document["state"], document["visibility"]) == ("waiting", "student")
    assert sent["Location"] == f"http://testserver/api/v1/documents/{document['id']}"
    read(document["id"])
    after = staff.get(f"documents/{document['id']}").json()
    assert (after["state"], after["progress"], after["title"]) == ("indexed", 100, "Sports centre")
    assert after["categories"] == ["sport", "water"]
    (section,) = staff.get(f"documents/{document['id']}/text").json()["results"]
    assert "swimming pool" in section["text"]
    assert staff.get(f"documents/{document['id']}/file").content == RULES
    (found,) = staff.post("search", {"query": "when does the pool open?"}).json()["results"]
    assert found["document_id"] == document["id"]


def test_what_is_attached_to_a_message_are_documents_of_their_own(staff: Program) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Opening hours"
    mail.set_content("The hours of the pool are attached.")
    for name, data in (("pool.md", RULES), ("photo.pdf", b"no PDF")):
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    sent = upload(staff, mail.as_bytes(), "hours.eml", title="Hours", visibility="student").json()
    taken, refused = sent["attached"]
    assert (taken["name"], taken["error"]) == ("pool.md", "")
    document = Document.objects.get(pk=taken["document"])
    assert (document.external_id, document.visibility) == ("hours.eml/pool.md", "student")
    assert document.title != "Hours"
    assert (refused["name"], refused["document"]) == ("photo.pdf", None)
    assert refused["error"]
    assert "attached" not in upload(staff).json()


def test_text_is_a_document_too(staff: Program) -> None:
    record = {"collection": "rules", "id": "news/1", "text": "The pool is closed in August.", "language": "en"}
    sent = staff.post("documents", {**record, "academic_year": "2025/26", "url": "https://example.edu/pool"})
    assert sent.status_code == 201
    document = sent.json()["document"]
    assert (document["external_id"], document["academic_year"]) == ("news/1", "2025-2026")
    assert staff.post("documents", record).status_code == 200
    assert staff.get("documents", external_id="news/1").json()["results"][0]["id"] == document["id"]


def test_the_same_again_is_unchanged(staff: Program) -> None:
    first = upload(staff).json()["document"]["id"]
    read(first)
    again = upload(staff)
    assert (again.status_code, again.json()["status"], again.json()["document"]["id"]) == (200, "unchanged", first)


def test_another_file_in_its_place(staff: Program) -> None:
    pk = upload(staff, id="pool", title="The pool").json()["document"]["id"]
    read(pk)
    replaced = put_file(staff, pk, b"The pool opens at nine.")
    assert (replaced.status_code, replaced.json()["status"]) == (200, "updated")
    after = replaced.json()["document"]
    assert (after["id"], after["external_id"], after["title"], after["state"]) == (pk, "pool", "The pool", "waiting")
    read(pk)
    assert "nine" in staff.get(f"documents/{pk}/text").json()["results"][0]["text"]
    assert [one["id"] for one in staff.get("documents").json()["results"]] == [pk]
    (version,) = staff.get("documents", version_of=pk).json()["results"]
    assert (version["version_of"], version["superseded_by"]) == (pk, "pool")


def test_what_is_said_of_it_is_corrected_and_stays(staff: Program) -> None:
    pk = upload(staff).json()["document"]["id"]
    read(pk)
    corrected = staff.send("patch", f"documents/{pk}", {"title": "Pool", "course": "", "valid_until": "2026-08-31"})
    assert corrected.status_code == 200
    assert (corrected.json()["title"], corrected.json()["state"]) == ("Pool", "waiting")
    read(pk)
    assert staff.get(f"documents/{pk}").json()["title"] == "Pool"
    wrong = staff.send("patch", f"documents/{pk}", {"academic_year": "soon", "visibility": "all"})
    assert set(wrong.json()["errors"]) == {"academic_year", "visibility"}


def test_deleted_it_is_gone(staff: Program) -> None:
    pk = upload(staff).json()["document"]["id"]
    read(pk)
    assert staff.send("delete", f"documents/{pk}").status_code == 204
    assert staff.get(f"documents/{pk}").status_code == 404
    assert staff.post("search", {"query": "pool"}).json()["results"] == []
    assert not DocumentContent.objects.exists()


def test_it_is_read_again(staff: Program) -> None:
    pk = upload(staff).json()["document"]["id"]
    read(pk)
    assert staff.post(f"documents/{pk}/index").json()["state"] == "waiting"


@pytest.mark.parametrize(
    ("data", "name", "status"),
    [(b"", "empty.md", 422), (b"\x00\x01\x02", "x.bin", 415), (b"no pdf", "x.pdf", 422)],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(staff: Program, data: bytes, name: str, status: int) -> None:
    refused = upload(staff, data, name)
    assert (refused.status_code, refused.json()["code"]) == (status, "document_refused")
    assert "pload" in refused.json()["detail"]
    assert not Document.objects.exists()


def test_what_is_too_large_is_refused(staff: Program, settings: Any) -> None:
    settings.MAX_UPLOAD_MB = 0
    assert upload(staff).status_code == 413
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    record = {"collection": "rules", "id": "1", "text": "a" * 2000}
    assert staff.post("documents", record).status_code == 413


def test_a_document_that_failed_says_why(staff: Program) -> None:
    pk = upload(staff, b"%PDF-1.7 broken", "x.pdf").json()["document"]["id"]
    read(pk)
    after = staff.get(f"documents/{pk}").json()
    assert after["state"] == "failed"
    assert "damaged" in after["error"]
    assert [row["id"] for row in staff.get("documents", state="failed").json()["results"]] == [pk]


def test_a_key_makes_a_write_happen_once(staff: Program) -> None:
    first = upload(staff, key="a")
    again = upload(staff, key="a")
    assert (again.status_code, again.json(), again["Location"]) == (201, first.json(), first["Location"])
    assert again["Idempotent-Replayed"] == "true"
    assert not first.has_header("Idempotent-Replayed")
    other = upload(staff, b"Something else.", key="a")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


def test_nobody_but_staff_sends_documents(programs: dict[str, Program], staff: Program) -> None:
    pk = upload(staff).json()["document"]["id"]
    read(pk)
    for name in ("student", "reviewer"):
        program = programs[name]
        assert upload(program, b"Mine.").status_code == 403
        assert put_file(program, pk, b"Mine.").status_code == 403
        assert program.send("patch", f"documents/{pk}", {"title": "Mine"}).status_code == 403
        assert program.send("delete", f"documents/{pk}").status_code == 403
        assert program.post(f"documents/{pk}/index").status_code == 403
    assert json.loads(staff.get(f"documents/{pk}").content)["title"] == "Sports"


def test_what_replaces_a_document_is_named_to_whoever_may_see_it(
    programs: dict[str, Program], documents: dict[str, Document]
) -> None:
    Document.objects.filter(pk=documents["public"].pk).update(superseded_by=documents["staff"])
    named = {name: programs[name].get(f"documents/{documents['public'].pk}").json() for name in ("student", "staff")}
    assert {name: row["superseded_by"] for name, row in named.items()} == {"student": "", "staff": "staff.md"}

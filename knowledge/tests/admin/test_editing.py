"""Metadata of many documents: the form for those that are chosen, and the table that goes out and comes back."""

import csv
import io
from datetime import date
from typing import Any

import pytest
import tablib
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from knowledge.editing import importing, moving
from knowledge.ingestion import intake, pipeline
from knowledge.models import Chunk, Collection, Document, Embedding, Source, State
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.search import search

pytestmark = pytest.mark.django_db
LIST = reverse("admin:knowledge_document_changelist")
IMPORT = reverse("admin:knowledge_document_import")


def collection(slug: str = "rules") -> Collection:
    return Collection.objects.create(slug=slug, name=slug.title())


def indexed(where: Collection, name: str = "a.md", text: str = "# Préstamo\n\nDura quince días.") -> Document:
    receipt = intake.receive(where, name, text.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def act(client: Client, action: str, *documents: Document, **fields: Any) -> Any:
    chosen = [str(document.pk) for document in documents]
    return client.post(LIST, {"action": action, "_selected_action": chosen, **fields}, follow=True)


def exported(client: Client, *documents: Document) -> list[dict[str, str]]:
    text = act(client, "export_csv", *documents).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def written(rows: list[dict[str, str]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def previewed(client: Client, data: bytes, name: str = "table.csv") -> str:
    return client.post(IMPORT, {"file": SimpleUploadedFile(name, data)}).content.decode()


def test_only_what_is_ticked_is_changed(admin_client: Client) -> None:
    first, second = indexed(collection()), indexed(Collection.objects.get(), "b.md", "# Multas\n\nNon hai.")
    page = act(admin_client, "edit_metadata", first, second).content.decode()
    assert "changed in 2 documents:" in page
    fields = {"apply": "1", "change_visibility": "on", "visibility": "staff", "course": "Algebra"}
    page = act(admin_client, "edit_metadata", first, second, **fields).content.decode()
    assert "2 documents were changed." in page
    assert set(Document.objects.values_list("visibility", "course")) == {("staff", "")}
    assert all("visibility" in document.given for document in Document.objects.all())


def test_a_wrong_bulk_edit_says_why_and_changes_nothing(admin_client: Client) -> None:
    document = indexed(collection())
    for fields, said in (
        ({}, "Tick what is to be changed."),
        ({"change_visibility": "on"}, "This cannot be emptied"),
        ({"change_academic_year": "on", "academic_year": "twenty"}, "for example 2025-2026"),
        (
            {
                "change_valid_from": "on",
                "valid_from": "2026-02-01",
                "change_valid_until": "on",
                "valid_until": "2026-01-01",
            },
            "before the day",
        ),
    ):
        assert said in act(admin_client, "edit_metadata", document, apply="1", **fields).content.decode()
    assert Document.objects.get().updated_at == document.updated_at


def test_a_document_that_is_moved_is_found_where_it_is_now(admin_client: Client) -> None:
    document = indexed(collection())
    other = collection("other")
    act(admin_client, "edit_metadata", document, apply="1", change_collection="on", collection=str(other.pk))
    document.refresh_from_db()
    assert (document.collection, document.source.collection) == (other, other)
    assert document.state == State.INDEXED
    for model in (Chunk, Embedding):
        assert set(model.objects.values_list("collection", flat=True)) == {other.pk}
    assert [passage.document for passage in found(other)] == ["a.md"]
    assert not found(Collection.objects.get(slug="rules"))


def found(where: Collection) -> list[Passage]:
    return async_to_sync(search)("préstamo quince días", Scope((where.pk,), ("public",)))


def test_a_move_that_cannot_be_moves_nothing() -> None:
    first, other = indexed(collection()), collection("other")
    second = indexed(first.collection, "b.md", "# Multas\n\nNon hai.")
    indexed(other, "b.md", "# Outra")
    with pytest.raises(moving.NotMovable, match=r"b\.md"):
        moving.move([first.pk, second.pk], other)
    website = Source.objects.create(collection=first.collection, kind=Source.Kind.WEB)
    Document.objects.filter(pk=first.pk).update(source=website)
    with pytest.raises(moving.NotMovable, match="website"):
        moving.move([first.pk], other)
    first.refresh_from_db()
    assert first.collection.slug == "rules"


def test_a_table_goes_out_and_comes_back_with_a_preview(admin_client: Client) -> None:
    first, second = indexed(collection()), indexed(Collection.objects.get(), "b.md", "# Multas\n\nNon hai.")
    rows = exported(admin_client, first, second)
    rows[0] |= {"course": "Álxebra", "valid_until": "31/12/2026", "categories": "Prices | Rules"}
    page = previewed(admin_client, written(rows))
    assert "1 document would be changed," in page
    assert "<ins>Álxebra</ins>" in page
    first.refresh_from_db()
    assert first.course == ""
    text = importing.read(written(rows))
    assert "1 document was changed." in admin_client.post(IMPORT, {"text": text}, follow=True).content.decode()
    first.refresh_from_db()
    assert (first.course, first.valid_until, first.categories) == ("Álxebra", date(2026, 12, 31), ["Prices", "Rules"])
    assert set(first.given) == {"course", "valid_until", "categories"}


def test_a_wrong_row_is_named_and_nothing_is_written(admin_client: Client) -> None:
    first = indexed(collection())
    (row,) = exported(admin_client, first)
    bad = [
        row | {"course": "Algebra"},
        row | {"id": "99999"},
        row,
        row | {"id": "1" * 30},
    ]
    page = previewed(admin_client, written(bad))
    assert "Row 3, “id”: There is no document “99999”." in page
    assert "Row 4, “id”: The document stands in two rows." in page
    for column, value, said in (
        ("visibility", "everyone", "“everyone” is none of the choices: public, student, staff."),
        ("valid_from", "soon", "“soon” is no date"),
        ("academic_year", "2025", "two years"),
        ("language", "Galician!", "no code of a language"),
        ("identifier", "b.md", "export the table anew"),
        ("title", "x" * 600, "title"),
    ):
        text = importing.read(written([row | {column: value}]))
        response = admin_client.post(IMPORT, {"text": text})
        assert said in response.content.decode()
    admin_client.post(IMPORT, {"text": importing.read(written(bad))})
    first.refresh_from_db()
    assert first.course == ""


@pytest.mark.parametrize("title", ["=1+1", "@cmd", "-2 points", "+34 981", "'=quoted"])
def test_no_cell_is_a_formula_and_none_is_changed_by_that(admin_client: Client, title: str) -> None:
    document = indexed(collection())
    intake.correct(_titled(document, title), ["title"])
    (row,) = exported(admin_client, document)
    assert not row["title"].startswith(("=", "@", "-", "+"))
    book = act(admin_client, "export_xlsx", document).content
    (shown,) = tablib.Dataset().load(book, format="xlsx").dict
    assert shown["title"] == row["title"]
    for data in (written([row]), book):
        assert importing.plan(importing.read(data)).unchanged == 1


def _titled(document: Document, title: str) -> Document:
    document.title = title
    return document


def test_a_workbook_with_real_dates_is_read(admin_client: Client) -> None:
    document = indexed(collection())
    table = tablib.Dataset((document.pk, date(2026, 9, 1), 12.0), headers=("id", "published_on", "course"))
    (change,) = importing.plan(importing.read(table.export("xlsx"))).changes
    assert change.fields == (("course", "", "12"), ("published_on", "", "2026-09-01"))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("t.csv", b"", "The submitted file is empty."),
        ("t.csv", b"\n\n", "The file is empty."),
        ("t.csv", b"title\nx", "must name the columns"),
        ("t.csv", b"id,colour\n1,red", "“colour” is not known"),
        ("t.csv", b"\xff\xfe\x00", "not in UTF-8"),
        ("t.xlsx", b"PK\x03\x04rubbish", "The workbook is damaged"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_a_reason(
    admin_client: Client, name: str, data: bytes, said: str
) -> None:
    assert said in previewed(admin_client, data, name)


def test_who_may_only_read_does_not_edit(client: Client, django_user_model: Any) -> None:
    user = django_user_model.objects.create_user("reader", is_staff=True)
    client.force_login(user)
    assert client.get(IMPORT).status_code == 403

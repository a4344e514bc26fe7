from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from knowledge import tasks
from knowledge.ingestion import intake, pipeline, uploads
from knowledge.models import Chunk, Collection, Document, DocumentContent, Posting, State, Visibility
from knowledge.tests.ingestion import packages, pdfs

pytestmark = pytest.mark.django_db
LIST = reverse("admin:knowledge_document_changelist")
ADD = reverse("admin:knowledge_document_add")


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules")


@pytest.fixture
def staff(admin_client: Client) -> Client:
    return admin_client


def indexed(collection: Collection, text: str = "# Préstamo\n\nDura quince días.", name: str = "a.md") -> Document:
    receipt = intake.receive(collection, name, text.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def upload(client: Client, collection: Collection, *files: tuple[str, bytes], **fields: str) -> Any:
    data = {
        "collection": collection.pk,
        "files": [SimpleUploadedFile(name, content) for name, content in files],
        **fields,
    }
    return client.post(ADD, data, follow=True)


def test_several_files_are_taken_in_and_each_refusal_is_told(
    staff: Client, collection: Collection, django_capture_on_commit_callbacks: Any
) -> None:
    good = pdfs.document([pdfs.paragraph("El plazo es de quince días.")])
    with patch.object(tasks.index_documents, "delay") as delay, django_capture_on_commit_callbacks(execute=True):
        response = upload(
            staff, collection, ("algebra_2025-2026_es.pdf", good), ("b.md", b"# Hola"), ("c.pdf", b""),
            ("d.xlsx", b"PK\x03\x04\x00"), visibility="student",
        )  # fmt: skip
    documents = Document.objects.all()
    assert sorted(document.external_id for document in documents) == ["algebra_2025-2026_es.pdf", "b.md"]
    assert {document.visibility for document in documents} == {Visibility.STUDENT}
    delay.assert_called_once_with(sorted(document.pk for document in documents))
    page = response.content.decode()
    assert "2 files are being read." in page
    assert "“c.pdf”: The file is empty." in page
    assert "“d.xlsx”: The file is damaged or incomplete." in page
    assert page.count("data-working") == 2


def test_records_and_archives_are_split_into_documents(staff: Client, collection: Collection) -> None:
    records = b'{"id": "r/1", "text": "Un prazo.", "lang": "gl"}\nrubbish\n{"id": 2, "text": "Outro prazo."}'
    archive = packages.packed(
        {
            "normas/a.md": "# Normas",
            "more.jsonl": b'{"id": 3, "text": "Un terceiro."}',
            "b.zip": b"PK",
            ".hidden.md": "x",
        }
    )
    page = upload(staff, collection, ("all.jsonl", records), ("todo.zip", archive), course="Física").content.decode()
    assert list(collection.documents.order_by("pk").values_list("external_id", "course")) == [
        ("r/1", "Física"), ("2", "Física"), ("normas/a.md", "Física"), ("3", "Física"),
    ]  # fmt: skip
    assert bytes(DocumentContent.objects.get(document__external_id="r/1").read()) == b"Un prazo."
    assert "“all.jsonl:2”: The document&#x27;s metadata cannot be understood." in page
    assert "“todo.zip/b.zip”: An archive within an archive is not opened." in page


def test_an_upload_stops_at_a_limit_and_says_so(staff: Client, collection: Collection) -> None:
    records = b"\n".join(b'{"id": %d, "text": "Prazo."}' % number for number in range(30))
    broken = b"\n".join([b"x"] * 30)
    with patch.object(uploads, "MAX_DOCUMENTS", 25):
        page = upload(staff, collection, ("all.jsonl", records), ("b.jsonl", broken)).content.decode()
    assert collection.documents.count() == 25
    assert "holds more documents than one upload takes in" in page
    assert "7 more files were refused." in page


def test_an_upload_without_files_or_with_a_bad_year_is_refused(staff: Client, collection: Collection) -> None:
    page = upload(staff, collection, academic_year="2025").content.decode()
    assert "This field is required." in page
    assert "for example 2025-2026." in page
    assert not Document.objects.exists()


def test_the_same_file_again_is_said_to_be_here(staff: Client, collection: Collection) -> None:
    indexed(collection)
    page = upload(staff, collection, ("a.md", "# Préstamo\n\nDura quince días.".encode())).content.decode()
    assert "1 file was here already." in page


def test_the_list_shows_progress_and_errors(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    Document.objects.filter(pk=document.pk).update(state=State.PROCESSING, progress=40)
    broken = intake.receive(collection, "b.pdf", b"%PDF-1.4 rubbish")
    pipeline.index(broken.document_id)
    page = staff.get(LIST).content.decode()
    assert 'value="40"' in page
    assert "The file is damaged or incomplete." in page


def test_the_list_costs_the_same_for_many_documents(
    staff: Client, collection: Collection, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        intake.receive(collection, f"{number}.md", b"# Hola")
    with django_assert_max_num_queries(12):
        staff.get(LIST)


def test_the_page_shows_sections_and_the_original(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    page = staff.get(reverse("admin:knowledge_document_change", args=[document.pk])).content.decode()
    assert "Dura quince días." in page
    assert reverse("source-file", args=[document.pk]) in page
    assert reverse("source", args=[document.pk]) in page


def form_of(document: Document, **changes: str) -> dict[str, str]:
    fields = {
        "title": document.title, "course": document.course, "academic_year": document.academic_year,
        "programme": document.programme, "publisher": document.publisher, "language": document.language,
        "categories": "", "url": document.url,
        "visibility": document.visibility, "published_on": "", "modified_on": "", "valid_from": "", "valid_until": "",
        "superseded_by": "",
    }  # fmt: skip
    return fields | changes


def test_a_corrected_title_is_indexed_again_and_stays(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    address = reverse("admin:knowledge_document_change", args=[document.pk])
    response = staff.post(address, form_of(document, title="Normas", academic_year="2025/26"), follow=True)
    assert "being indexed again" in response.content.decode()
    pipeline.index(document.pk)
    document.refresh_from_db()
    assert (document.title, document.academic_year, document.state) == ("Normas", "2025-2026", State.INDEXED)
    assert Chunk.objects.get(document=document).context.startswith("Normas")


def test_a_corrected_institution_stays(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    address = reverse("admin:knowledge_document_change", args=[document.pk])
    staff.post(address, form_of(document, publisher="Universidade de Lanzal"))
    pipeline.index(document.pk)
    document.refresh_from_db()
    assert (document.publisher, document.given) == ("Universidade de Lanzal", ["publisher"])


def test_a_change_of_visibility_alone_indexes_nothing(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    staff.post(LIST, {"action": "show_to_staff", "_selected_action": [document.pk]})
    document.refresh_from_db()
    assert (document.visibility, document.given, document.state) == ("staff", ["visibility"], State.INDEXED)


def test_index_again_waits_for_a_worker(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    staff.post(LIST, {"action": "index_again", "_selected_action": [document.pk]})
    document.refresh_from_db()
    assert document.state == State.WAITING


def test_deletion_from_list_and_page_takes_the_postings_too(staff: Client, collection: Collection) -> None:
    first, second = indexed(collection), indexed(collection, "Otro texto sobre matrícula.", "b.txt")
    asked = staff.post(LIST, {"action": "delete_selected", "_selected_action": [first.pk]})
    assert str(first) in asked.content.decode()
    staff.post(LIST, {"action": "delete_selected", "_selected_action": [first.pk], "post": "yes"})
    address = reverse("admin:knowledge_document_delete", args=[second.pk])
    staff.post(address, {"post": "yes"})
    assert not Document.objects.exists()
    assert not Chunk.objects.exists()


def test_a_collection_is_deleted_with_its_documents(staff: Client, collection: Collection) -> None:
    indexed(collection)
    page = reverse("admin:knowledge_collection_delete", args=[collection.pk])
    assert "Documents: 1" in staff.get(page).content.decode()
    staff.post(page, {"post": "yes"})
    assert not Collection.objects.exists()
    assert not Document.objects.exists()
    assert not Posting.objects.exists()


def test_the_collections_say_what_they_hold(staff: Client, collection: Collection) -> None:
    indexed(collection)
    page = staff.get(reverse("admin:knowledge_collection_changelist")).content.decode()
    assert f"?collection__id__exact={collection.pk}" in page


def test_a_collection_counts_the_documents_that_its_link_lists(staff: Client, collection: Collection) -> None:
    indexed(collection)
    indexed(collection, "# Préstamo\n\nDura treinta días.")
    assert Document.objects.filter(collection=collection).count() == 2
    page = staff.get(reverse("admin:knowledge_collection_changelist")).content.decode()
    assert f'?collection__id__exact={collection.pk}">1</a>' in page
    assert staff.get(f"{LIST}?collection__id__exact={collection.pk}").context["cl"].result_count == 1


def test_documents_of_one_title_are_told_apart_in_the_list(staff: Client, collection: Collection) -> None:
    indexed(collection)
    indexed(collection, name="b.md")
    page = staff.get(LIST).content.decode()
    assert "a.md</span>" in page
    assert "b.md</span>" in page


def test_what_is_no_column_of_the_list_stands_under_the_title(staff: Client, collection: Collection) -> None:
    document = indexed(collection)
    Document.objects.update(course="Física", academic_year="2025-2026", visibility=Visibility.STAFF)
    page = staff.get(LIST).content.decode()
    assert f"Markdown · {document.chunks.count()} passage · Física · 2025-2026 · for staff<" in page
    assert [column for column in ("name", "status", "collection", "date") if f"column-{column}" not in page] == []


def test_a_new_cutting_asks_for_indexing_again(staff: Client, collection: Collection) -> None:
    indexed(collection)
    fields = {
        "name": "Rules", "slug": "rules", "language": "es", "description": "", "visibility": "public", "alpha": "1.6",
        "chunk_tokens": "100", "chunk_overlap": "20", "section_tokens": "2048", "section_categories": "{}",
            "publishing": "at_once", "versions_kept": "10",
    }  # fmt: skip
    address = reverse("admin:knowledge_collection_change", args=[collection.pk])
    assert "until they are indexed again" in staff.post(address, fields, follow=True).content.decode()


def test_who_may_only_view_can_change_nothing(client: Client, collection: Collection) -> None:
    document = indexed(collection)
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_document"))
    client.force_login(reader)
    page = client.get(LIST).content.decode()
    assert "Upload files" not in page
    assert "index_again" not in page
    assert client.get(ADD).status_code == 403
    client.post(LIST, {"action": "index_again", "_selected_action": [document.pk]})
    client.post(LIST, {"action": "delete_selected", "_selected_action": [document.pk], "post": "yes"})
    document.refresh_from_db()
    assert document.state == State.INDEXED


def test_front_matter_that_nobody_understands_is_named(staff: Client, collection: Collection) -> None:
    text = "---\npublished: soon\nvalid_until: 2030-05-01\n---\n# Fees\nThe fee is 30 euros."
    receipt = intake.receive(collection, "fees.md", text.encode())
    pipeline.index(receipt.document_id)
    page = staff.get(reverse("admin:knowledge_document_change", args=[receipt.document_id])).content.decode()
    assert "not understood in its front matter, and ignored: published: soon<" in page
    # Sent again without it, nothing is left to say.
    intake.receive(collection, "fees.md", text.replace("published: soon\n", "").encode())
    pipeline.index(receipt.document_id)
    assert Document.objects.get(pk=receipt.document_id).ignored_metadata == []


def test_the_filters_name_languages_and_documents_without_one(staff: Client, collection: Collection) -> None:
    indexed(collection)
    intake.receive(collection, "b.md", b"# Hola")
    page = staff.get(LIST).content.decode()
    assert '<a href="?language=es">Spanish</a>' in page
    assert '<a href="?language=">none</a>' in page
    assert staff.get(f"{LIST}?language=").context["cl"].result_count == 1


def test_the_language_of_the_admin_is_changed_on_each_of_its_pages(staff: Client) -> None:
    staff.post(reverse("set_language"), {"language": "gl", "next": LIST})
    page = staff.get(LIST).content.decode()
    assert '<html lang="gl"' in page
    assert f'name="next" value="{LIST}"' in " ".join(page.split())

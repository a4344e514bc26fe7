"""The picture of a page, and the original file."""

import pytest
from django.test import Client
from django.urls import reverse

from knowledge.models import Document
from knowledge.tests.highlighting import pdfs
from knowledge.tests.views.conftest import MakeDocument


def picture_url(document: Document, page: int) -> str:
    return reverse("source-page", args=[document.pk, page])


def test_a_picture_is_kept_by_the_browser(client: Client, regulations: Document) -> None:
    first = client.get(picture_url(regulations, 2), {"scale": "1"})
    assert first["Content-Type"] == "image/png"
    assert first.content.startswith(b"\x89PNG")
    assert first["Cache-Control"] == "private, max-age=3600"
    again = client.get(picture_url(regulations, 2), {"scale": "1"}, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(("page", "scale"), [(0, "1"), (3, "1"), (1, "9"), (1, "x"), (1, "1000000")])
def test_no_such_picture(client: Client, regulations: Document, page: int, scale: str) -> None:
    assert client.get(picture_url(regulations, page), {"scale": scale}).status_code == 404


def test_other_formats_have_no_pictures(client: Client, web_page: Document) -> None:
    assert client.get(picture_url(web_page, 1)).status_code == 404


def test_a_broken_pdf_has_no_picture(client: Client, make_document: MakeDocument) -> None:
    response = client.get(picture_url(make_document(b"%PDF-1.7 broken", []), 1))
    assert (response.status_code, response.has_header("ETag")) == (422, False)


def test_the_original_comes_back_as_it_went_in(client: Client, regulations: Document) -> None:
    response = client.get(reverse("source-file", args=[regulations.pk]))
    assert response.content == pdfs.regulations()
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'attachment; filename="regulamento.pdf"'


def test_an_uploaded_page_cannot_run_scripts_here(client: Client, web_page: Document) -> None:
    response = client.get(reverse("source-file", args=[web_page.pk]))
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Content-Security-Policy"].startswith("sandbox")
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ['a"b.pdf', "ñandú\r\nX-Evil: 1.pdf", "\n"])
def test_no_file_name_breaks_the_headers(client: Client, make_document: MakeDocument, name: str) -> None:
    document = make_document(b"data", [], file_name=name)
    response = client.get(reverse("source-file", args=[document.pk]))
    assert response.status_code == 200
    assert not response.has_header("X-Evil")

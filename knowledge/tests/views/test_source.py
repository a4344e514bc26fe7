"""The page of a cited source."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from knowledge.models import Document, DocumentContent, Visibility
from knowledge.tests.highlighting import pdfs
from knowledge.tests.views.conftest import MakeDocument


def opened(client: Client, document: Document, **query: Any) -> str:
    response = client.get(reverse("source", args=[document.pk]), query)
    assert response.status_code == 200
    return str(response.content.decode())


def marks(html: str) -> list[str]:
    return [unescape(text) for text in re.findall(r"<mark[^>]*>(.*?)</mark>", html, re.DOTALL)]


def highlights(html: str) -> int:
    return html.count('class="quote-line"')


def notice(html: str) -> str:
    return " ".join(unescape(" ".join(re.findall(r'class="notice"[^>]*>(.*?)</(?:p|div)>', html, re.DOTALL))).split())


@pytest.fixture
def readers(student: User, editor: User) -> list[Client]:
    """Somebody anonymous, a student, an editor."""
    clients = [Client(), Client(), Client()]
    clients[1].force_login(student)
    clients[2].force_login(editor)
    return clients


def test_the_quote_is_marked_in_the_text_and_on_the_picture(client: Client, regulations: Document) -> None:
    html = opened(client, regulations, page=1, quote=pdfs.LOANS)
    assert marks(html) == [pdfs.LOANS]
    assert html.count('id="quote"') == 1
    assert highlights(html) == 2
    assert not notice(html)


def test_pages_are_turned_with_the_quote_kept(client: Client, regulations: Document) -> None:
    first = opened(client, regulations, page=1, quote="trinta días")
    assert 'rel="prev"' not in first
    (following,) = re.findall(r'rel="next"\s+href="([^"]+)"', first)
    assert following.endswith("?page=2&amp;quote=trinta+d%C3%ADas")
    second = opened(client, regulations, page=2, quote="trinta días")
    assert 'rel="next"' not in second
    assert "The quoted passage is <a" in notice(second)
    assert pdfs.FINES in second


def test_without_a_page_the_quote_opens_its_own(client: Client, regulations: Document) -> None:
    html = opened(client, regulations, quote=pdfs.FINES)
    assert marks(html) == [pdfs.FINES]
    assert f"/source/{regulations.pk}/page/2.png" in html


def test_a_table_row_is_marked(client: Client, make_document: MakeDocument) -> None:
    document = make_document(pdfs.timetable(), [("Horario", f"[Materia] Física\n{pdfs.ROW}", [[0, 1]])])
    html = opened(client, document, page=1, quote=pdfs.ROW)
    assert (marks(html), highlights(html)) == (["Álxebra lineal", "6", "A-12"], 1)
    assert '<th scope="col">Créditos</th>' in html


def test_a_quote_that_only_the_text_has(client: Client, make_document: MakeDocument) -> None:
    document = make_document(pdfs.timetable(), [("", "Told by optical recognition", [[0, 1]])])
    html = opened(client, document, page=1, quote="optical recognition")
    assert (marks(html), highlights(html)) == (["optical recognition"], 0)
    assert "could not be determined" in notice(html)


def test_a_quote_that_only_the_picture_has(client: Client, make_document: MakeDocument) -> None:
    html = opened(client, make_document(pdfs.timetable(), []), page=1, quote="Álxebra lineal")
    assert (marks(html), highlights(html)) == ([], 1)
    assert html.count('id="quote"') == 1


def test_a_quote_that_is_nowhere_is_said_so(client: Client, regulations: Document) -> None:
    html = opened(client, regulations, page=1, quote="A hundred <b>books</b>")
    assert (marks(html), highlights(html)) == ([], 0)
    assert "was not found here word for word" in notice(html)
    assert "A hundred &lt;b&gt;books&lt;/b&gt;" in html


def test_after_the_last_page_the_last_is_shown(client: Client, regulations: Document) -> None:
    html = opened(client, regulations, page=99)
    assert pdfs.FINES in html
    assert "not that long" in notice(html)


@pytest.mark.parametrize("page", ["0", "-1", "two", "٣", "9" * 5000])
def test_a_page_that_is_no_number_is_the_first(client: Client, regulations: Document, page: str) -> None:
    assert pdfs.LOANS in opened(client, regulations, page=page)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 broken", pdfs.locked()])
def test_a_broken_pdf_still_shows_its_text(client: Client, make_document: MakeDocument, data: bytes) -> None:
    document = make_document(data, [("", pdfs.LOANS, [[0, 1]])])
    html = opened(client, document, page=1, quote="vinte exemplares")
    assert marks(html) == ["vinte exemplares"]
    assert "could not be drawn" in notice(html)
    assert '<img src="/source/' not in html


def test_a_document_that_waits(client: Client, make_document: MakeDocument) -> None:
    document = make_document(pdfs.regulations(), [], indexed_at=None)
    assert "no text of this document yet" in notice(opened(client, document, quote="vinte"))


def test_other_formats_show_their_text_escaped(client: Client, web_page: Document) -> None:
    html = opened(client, web_page, quote="<script>alert(1)</script> & more")
    assert marks(html) == ["<script>alert(1)</script> & more"]
    assert "<script>alert(1)" not in html
    assert "viewer-pages" not in html


def test_a_very_long_quote_is_cut_and_still_found(client: Client, make_document: MakeDocument) -> None:
    text = "word for word " * 500
    document = make_document(b"text", [("", text, [])], media_type="text/plain", file_name="long.txt")
    (mark,) = marks(opened(client, document, quote=text))
    assert 1900 < len(mark) <= 2000


@pytest.mark.parametrize(
    ("visibility", "statuses"),
    [
        (Visibility.PUBLIC, (200, 200, 200)),
        (Visibility.STUDENT, (404, 200, 200)),
        (Visibility.STAFF, (404, 404, 200)),
    ],
)
@pytest.mark.parametrize("name", ["source", "source-page", "source-file"])
def test_nobody_sees_more_than_they_may(
    regulations: Document, readers: list[Client], visibility: str, statuses: tuple[int, ...], name: str
) -> None:
    Document.objects.filter(pk=regulations.pk).update(visibility=visibility)
    url = reverse(name, args=[regulations.pk, 1] if name == "source-page" else [regulations.pk])
    assert tuple(reader.get(url).status_code for reader in readers) == statuses


@pytest.mark.parametrize("name", ["source", "source-page", "source-file"])
def test_what_no_assistant_reads_is_reached_by_those_who_manage_it_alone(
    regulations: Document, readers: list[Client], name: str
) -> None:
    regulations.collection.assistants.update(is_active=False)  # type: ignore[attr-defined]
    url = reverse(name, args=[regulations.pk, 1] if name == "source-page" else [regulations.pk])
    assert tuple(reader.get(url).status_code for reader in readers) == (404, 404, 200)


def test_staff_get_a_link_to_the_admin(client: Client, regulations: Document, student: User, editor: User) -> None:
    link = f"/admin/knowledge/document/{regulations.pk}/change/"
    client.force_login(student)
    assert link not in opened(client, regulations)
    client.force_login(editor)
    assert link in opened(client, regulations)


def test_metadata_are_told_in_words(client: Client, regulations: Document) -> None:
    Document.objects.filter(pk=regulations.pk).update(
        language="gl", course="Álxebra", academic_year="2024-2025", published_on=date(2024, 9, 2)
    )
    html = opened(client, regulations)
    for words in ("Galician", "Álxebra", "Academic year 2024-2025", "2 September 2024"):
        assert words in html


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({}, ""),
        ({"valid_from": -9}, "In force"),
        ({"valid_from": 9}, "In force from"),
        ({"valid_until": -9}, "No longer"),
    ],
)
def test_validity_is_told(client: Client, regulations: Document, fields: dict[str, int], label: str) -> None:
    days = {name: timezone.localdate() + timedelta(days=offset) for name, offset in fields.items()}
    Document.objects.filter(pk=regulations.pk).update(**days)
    badges = re.findall(r'class="badge[^>]*>\s*(.*?)\s*</li>', opened(client, regulations), re.DOTALL)
    assert len(badges) == bool(label)
    assert all(badge.startswith(label) for badge in badges)


def test_what_supersedes_it_is_linked_for_those_who_may_see_it(
    client: Client, regulations: Document, web_page: Document
) -> None:
    Document.objects.filter(pk=regulations.pk).update(superseded_by=web_page)
    assert f'Superseded by <a href="/source/{web_page.pk}/">Library</a>' in opened(client, regulations)
    Document.objects.filter(pk=web_page.pk).update(visibility=Visibility.STAFF)
    html = opened(client, regulations)
    assert "Superseded" in html
    assert "Library" not in html


def test_a_document_without_its_bytes(client: Client, regulations: Document) -> None:
    DocumentContent.objects.all().delete()
    assert "could not be drawn" in notice(opened(client, regulations, page=1))

"""The search page: documents with their passages, narrowed by what they are, at an address that can be kept."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from chat.models import Assistant
from knowledge.ingestion.extract import formats
from knowledge.models import Course, Document, Section
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def documents() -> dict[str, Document]:
    where = collection()
    Assistant.objects.create(slug="rules").collections.add(where)
    loans = "La biblioteca presta libros.\n[Grupo] Doctorado · [Libros] 35 libros"
    made = {
        "loans": add(where, Text("Préstamo", "Libros", loans), academic_year="2025-2026"),
        "algebra": add(where, Text("Álgebra", "Libros", "Los libros de Álgebra."), course="Álgebra"),
        "secret": add(where, Text("Secreto", "Libros", "Libros para el personal."), visibility="staff"),
    }
    Document.objects.filter(pk=made["loans"].pk).update(media_type="text/html")
    add(collection("unread"), Text("Otra", "Libros", "Libros de otra colección."))
    return made


def opened(client: Client, **query: str) -> str:
    response = client.get("/search/", query)
    assert response.status_code == 200
    return unescape(response.content.decode())


def titles(html: str) -> set[str]:
    return set(re.findall(r"<h2[^>]*>\s*<a [^>]*>([^<]*)</a>", html))


def test_documents_come_with_passages_and_rows_as_tables(client: Client) -> None:
    html = opened(client, q="libros")
    assert titles(html) == {"Préstamo", "Álgebra"}
    assert '<th scope="col">Libros</th>' in html
    assert "<td>35 libros</td>" in html.replace("\n", "")
    assert re.search(r'href="/source/\d+/\?[^"]*quote=', html)


def test_a_passage_of_a_sheet_says_its_row(client: Client, documents: dict[str, Document]) -> None:
    Document.objects.filter(pk=documents["loans"].pk).update(media_type=formats.ODS)
    Section.objects.filter(document=documents["loans"]).update(places=[[0, 7]])
    assert "· row 7" in " ".join(opened(client, q="libros").split())


def test_what_one_may_not_see_is_not_found(client: Client) -> None:
    client.force_login(User.objects.create_superuser("chief"))
    assert "Secreto" in titles(opened(client, q="libros"))
    client.logout()
    assert "Secreto" not in opened(client, q="libros")


def test_facets_narrow_and_their_addresses_say_so(client: Client) -> None:
    Course.objects.create(code="A1", name_es="Álgebra", name_en="Linear algebra", source="s")
    html = opened(client, q="libros")
    (address,) = re.findall(r'href="([^"]*course=[^"]*)"[^>]*>Linear algebra', html)
    narrowed = unescape(client.get(address).content.decode())
    assert titles(narrowed) == {"Álgebra"}
    assert 'aria-current="true"' in narrowed
    assert titles(opened(client, q="libros", academic_year="2025-2026")) == {"Préstamo"}
    assert titles(opened(client, q="libros", type="page")) == {"Préstamo"}


def test_kinds_of_documents_are_called_as_readers_call_them(client: Client, documents: dict[str, Document]) -> None:
    Document.objects.filter(pk=documents["algebra"].pk).update(media_type=formats.MARKDOWN)
    html = opened(client, q="libros")
    assert sorted(re.findall(r">(Web page|Text|HTML|Markdown)\b", html)) == ["Text", "Web page"]


def test_a_collection_is_called_as_the_assistant_that_reads_it(client: Client) -> None:
    other = add(collection("guides"), Text("Guía", "Libros", "Libros recomendados."))
    assistant = Assistant.objects.create(slug="guides")
    assistant.collections.add(other.collection)
    assistant.texts.create(language="gl", name="Guías docentes")
    assistant.texts.create(language="en", name="Course guides")
    html = " ".join(opened(client, q="libros").split())
    assert re.search(r'href="[^"]*collection=guides[^"]*"[^>]*>Course guides', html)
    assert '<p class="small muted"> Course guides' in html
    assert '<p class="small muted"> Rules' in html, "its assistant has no name"


@pytest.mark.parametrize("query", ["", "   ", "\x00", "qwertyuiop", "x" * 5000, "' OR 1=1 --"])
def test_any_query_has_a_page(client: Client, query: str) -> None:
    opened(client, q=query, course="nothing", collection="nowhere", academic_year="9", language="xx")

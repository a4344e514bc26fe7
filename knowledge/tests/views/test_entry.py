"""The page of an entry of the catalogue, which a citation of it opens."""

import re

import pytest
from django.test import Client

from knowledge.models import Visibility
from knowledge.tests.catalogue import sample
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
ADDRESS = "/catalogue/person/roi-xistral-penas/es/"


@pytest.fixture(autouse=True)
def _catalogue() -> None:
    sample.load()


def opened(client: Client, quote: str = "") -> str:
    response = client.get(ADDRESS, {"quote": quote})
    assert response.status_code == 200
    return str(response.content.decode())


def test_anybody_reads_the_facts_and_where_they_come_from(client: Client) -> None:
    html = opened(client, "Despacho: I-1.16")
    assert '<h1 lang="es">Catálogo: Roi Xistral Penas</h1>' in html
    assert "Correo: roi.xistral@bretema.example" in html
    assert "Directorio do profesorado da Facultade de Informática" in html
    assert re.findall(r"<mark[^>]*>(.*?)</mark>", html) == ["Despacho: I-1.16"]


def test_what_it_no_longer_says_is_told(client: Client) -> None:
    html = opened(client, "Despacho: Z-9.99")
    assert "<mark" not in html
    assert "Z-9.99" in html, "as the quote that was not found"


def test_the_publication_is_linked_to_those_who_may_see_it(client: Client) -> None:
    published = add(collection(), Text("directory.md", "Profesorado", "Roi Xistral Penas"))
    published.title = "Directorio do profesorado da Facultade de Informática"
    published.save()
    assert f'href="/source/{published.pk}/"' not in opened(client), "no assistant reads it"
    published.collection.assistants.create(slug="reader")
    assert f'href="/source/{published.pk}/"' in opened(client)
    published.visibility = Visibility.STAFF
    published.save()
    assert f'href="/source/{published.pk}/"' not in opened(client)


@pytest.mark.parametrize("path", ["person/nobody/es", "course/roi-xistral-penas/es", "person/roi-xistral-penas/fr"])
def test_no_such_entry(client: Client, path: str) -> None:
    assert client.get(f"/catalogue/{path}/").status_code == 404

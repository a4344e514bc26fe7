"""Documents for everybody, for students and for staff: who sees which, at every address that shows any of one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from chat.models import Assistant
from interfaces.tests.conftest import TEXTS
from interfaces.tests.matrix.routes import CALLERS, Route, routes
from interfaces.tests.people import Program
from knowledge.ingestion.extract.formats import PDF
from knowledge.models import Document, DocumentContent, Section
from knowledge.tests.highlighting import pdfs

SEES = {
    "public": set(CALLERS),
    "student": {"student", "another", "staff", "reviewer"},
    "staff": {"staff", "reviewer"},
}
BY_TOKEN = set(CALLERS) - {"anonymous"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def clients(people: dict[str, User], documents: dict[str, Document]) -> dict[str, Client]:
    """Signed in, and with a token: each address looks at one of them."""
    for document in documents.values():
        DocumentContent.objects.create(document=document, data=pdfs.regulations())
    Document.objects.update(media_type=PDF)
    Section.objects.update(page_breaks=[[0, 1]])
    made = {"anonymous": Client()}
    for name, user in people.items():
        made[name] = Client(headers=Program(user).headers)
        made[name].force_login(user)
    return made


def shows_a_document(route: Route) -> str:
    """The name of its parameter that names one."""
    if "<int:document_id>" in route.pattern:
        return "document_id"
    return "pk" if route.pattern.startswith("api/v1/documents/<") else ""


def _admitted(route: Route) -> set[str]:
    """Whoever gets in at all: by a token, or as one of those who work in the administration."""
    if route.name.startswith("admin:"):
        return {"staff", "reviewer"}
    return BY_TOKEN if route.name.startswith("api-") else set(CALLERS)


@pytest.mark.parametrize("visibility", SEES)
def test_a_document_is_shown_to_whom_it_is_for(
    clients: dict[str, Client], documents: dict[str, Document], visibility: str
) -> None:
    checked = 0
    for route in routes():
        parameter = shows_a_document(route)
        if not parameter or (route.methods and "GET" not in route.methods):
            continue
        others = {"page": 1} if "<int:page>" in route.pattern else {}
        address = reverse(route.name, kwargs={parameter: documents[visibility].pk, **others})
        allowed = SEES[visibility] & _admitted(route)
        codes = {name: client.get(address).status_code for name, client in clients.items()}
        assert {name for name, code in codes.items() if code == 200} == allowed, route.name
        hidden = 401 if route.name.startswith("api-") else 404
        assert {code for name, code in codes.items() if name not in allowed} <= {302, 404, hidden}
        checked += 1
    assert checked >= 6


@pytest.mark.parametrize("visibility", SEES)
def test_a_change_of_what_one_may_not_see_is_no_different_from_one_of_nothing(
    people: dict[str, User], documents: dict[str, Document], visibility: str
) -> None:
    """Whoever may change documents sees all of them; for the rest there is no telling whether it exists."""
    student = Program(people["student"])
    pks = (documents[visibility].pk, 999_999)
    for method, path in (("delete", "documents/{}"), ("patch", "documents/{}"), ("post", "documents/{}/index")):
        codes = {student.send(method, path.format(pk), {}).status_code for pk in pks}
        assert codes == {403}
    assert Document.objects.filter(pk=pks[0]).exists()


def listed(client: Client, address: str, **sent: Any) -> str:
    response = client.post(address, json.dumps(sent), "application/json") if sent else client.get(address)
    return response.content.decode()


@pytest.mark.parametrize("visibility", SEES)
@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/api/v1/documents", {}),
        ("/api/v1/documents?limit=1&external_id={}.md", {}),
        ("/api/v1/search", {"query": "library"}),
    ],
)
def test_a_document_is_listed_for_whom_it_is_for(
    clients: dict[str, Client], visibility: str, address: str, sent: dict[str, Any]
) -> None:
    told = {name: listed(client, address.format(visibility), **sent) for name, client in clients.items()}
    assert {name for name, text in told.items() if f"{visibility}.md" in text} == SEES[visibility] & BY_TOKEN


def test_a_draft_for_everybody_is_for_nobody_yet(clients: dict[str, Client], documents: dict[str, Document]) -> None:
    draft = documents["public"]
    Document.objects.filter(pk=draft.pk).update(is_draft=True, version_of=documents["staff"], course="Cryptography")
    for route in routes():
        parameter = shows_a_document(route)
        if parameter and (not route.methods or "GET" in route.methods):
            others = {"page": 1} if "<int:page>" in route.pattern else {}
            address = reverse(route.name, kwargs={parameter: draft.pk, **others})
            allowed = SEES["staff"] & (BY_TOKEN if route.name.startswith("api-") else set(CALLERS))
            told = {name for name, client in clients.items() if client.get(address).status_code == 200}
            assert told == allowed, route.name
    asked = (("/api/v1/documents", {}), ("/api/v1/search", {"query": "library"}), ("/search/?q=library", {}), ("/", {}))
    for address, sent in asked:
        for name, client in clients.items():
            told_of = any(word in listed(client, address, **sent) for word in ("public.md", "Cryptography"))
            assert not told_of or name in SEES["staff"], (address, name)


@pytest.mark.parametrize("visibility", SEES)
def test_the_courses_of_hidden_documents_are_not_offered(
    clients: dict[str, Client], assistant: Assistant, documents: dict[str, Document], visibility: str
) -> None:
    Document.objects.filter(pk=documents[visibility].pk).update(course="Cryptography")
    shown = {name for name, client in clients.items() if "Cryptography" in client.get("/").content.decode()}
    assert shown == SEES[visibility]


def test_the_texts_differ() -> None:
    assert set(TEXTS) == set(SEES)

"""Documents as ingestion leaves them, with the bytes of real files."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from knowledge.ingestion.extract.formats import PDF
from knowledge.models import Collection, Document, DocumentContent, Section, State
from knowledge.tests.highlighting import pdfs

MakeDocument = Callable[..., Document]


@pytest.fixture
def make_document(db: None) -> MakeDocument:
    collection = Collection.objects.create(slug="guides", name="Guides")
    collection.assistants.create(slug="guides")  # type: ignore[attr-defined]  # of the chat, which reads it

    def make(data: bytes, sections: list[tuple[str, str, list[list[int]]]], **fields: Any) -> Document:
        number = Document.objects.count()
        defaults: dict[str, Any] = {
            "external_id": f"document-{number}",
            "title": "Regulamento",
            "file_name": "regulamento.pdf",
        }
        defaults |= {"media_type": PDF, "content_hash": hashlib.sha256(data).hexdigest(), "state": State.INDEXED}
        defaults |= {"indexed_at": timezone.now()} | fields
        document = Document.objects.create(collection=collection, **defaults)
        DocumentContent.objects.create(document=document, data=data)
        for position, (title, text, breaks) in enumerate(sections):
            Section.objects.create(
                document=document, position=position, title=title, path=title, text=text, page_breaks=breaks
            )
        return document

    return make


@pytest.fixture
def regulations(make_document: MakeDocument) -> Document:
    sections = [("Artigo 3. Préstamo", pdfs.LOANS, [[0, 1]]), ("Artigo 4. Sancións", pdfs.FINES, [[0, 2]])]
    return make_document(pdfs.regulations(), sections, page_count=2)


@pytest.fixture
def web_page(make_document: MakeDocument) -> Document:
    data = b"<h1>Library</h1><p>Open from 9 to 21.</p><script>alert(1)</script>"
    sections = [("Library", "Open from 9 to 21.\n<script>alert(1)</script> & more", [])]
    return make_document(data, sections, title="Library", file_name="library.html", media_type="text/html")


@pytest.fixture
def student(db: None) -> User:
    return User.objects.create_user("student")


@pytest.fixture
def editor(db: None) -> User:
    user = User.objects.create_user("editor", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_document"))
    return user

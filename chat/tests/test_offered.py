"""Questions that the page offers are such as the documents answer."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from chat import suggestions
from chat.follow_ups import follow_ups
from chat.models import Assistant, Citation, Conversation, Message, Trace
from knowledge.models import Document, Section
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
LOANS = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
ASKED = "¿Cuántos libros puede llevarse el alumnado de doctorado?"


@pytest.fixture
def document() -> Document:
    return add(collection(), Text("Normas de préstamo", "Préstamo", LOANS))


@pytest.fixture
def assistant(document: Document) -> Assistant:
    made = Assistant.objects.create(slug="rules", min_relevance=0.25)
    made.collections.add(document.collection)
    made.texts.create(language="es", name="Normativa", suggestions=f"{ASKED}\n¿Quién ganó la regata de 1987?")
    return made


def test_a_suggestion_that_is_not_answered_is_dropped_until_it_is(client: Client, assistant: Assistant) -> None:
    suggestions.check_all()
    (text,) = assistant.texts.all()
    assert text.suggested_questions == [ASKED]
    assert not Trace.objects.exists()
    add(document_of(assistant).collection, Text("Regata", "1987", "La regata de 1987 la ganó Breixo Poalla."))
    suggestions.check_all()
    (text,) = Assistant.objects.get().texts.all()
    assert text.suggested_questions == [ASKED, "¿Quién ganó la regata de 1987?"]


def document_of(assistant: Assistant) -> Document:
    return Document.objects.filter(collection__in=assistant.collections.all()).earliest("pk")


def test_follow_ups_are_sections_that_would_answer(assistant: Assistant, document: Document) -> None:
    Assistant.objects.update(min_relevance=0.05)
    fines = add(document.collection, Text("x", "Sanciones", "El retraso se sanciona con dos días por libro."))
    fines.sections.update(document=document, position=7)
    fines.chunks.update(document=document, position=7)
    Section.objects.create(document=document, position=8, title="Índice", text="")
    conversation = Conversation.objects.create(assistant=assistant)
    answer = Message.objects.create(
        conversation=conversation, role="assistant", text=LOANS, status="answered", intent="search", language="es"
    )
    Citation.objects.create(message=answer, number=1, document=document, section="Préstamo", quote=LOANS)
    found = follow_ups(answer, AnonymousUser())
    assert found == ["¿Qué dice «Normas de préstamo» sobre «Sanciones»?"]
    assert Message.objects.get().options["follow_ups"] == found
    assert not Trace.objects.exists()
    # They name what is in the document: kept or not, they are for who may open it.
    Document.objects.filter(pk=document.pk).update(visibility="staff")
    assert follow_ups(answer, AnonymousUser()) == []

"""The page of all differences between two versions of a document, and the way to it from an answer."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from chat import changes, presentation
from chat.models import Assistant, Conversation, Message
from knowledge.models import Document, Visibility
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
NOW = "La fianza de la taquilla es de 30 euros. Las taquillas se vacían en julio."


@pytest.fixture
def versions() -> tuple[Document, Document]:
    Assistant.objects.create(slug="rules").collections.add(collection())
    new = add(collection(), Text("Normas de las taquillas (2025)", "Fianza", NOW), valid_from=date(2025, 9, 1))
    old = add(
        collection(), Text("Normas de las taquillas (2022)", "Fianza", NOW.replace("30", "20")),
        valid_from=date(2022, 9, 1), valid_until=date(2025, 8, 31), superseded_by=new,
    )  # fmt: skip
    return old, new


def address(old: Document, new: Document) -> str:
    return reverse("differences", args=(old.pk, new.pk))


def test_each_difference_has_both_sides_with_their_sources(client: Client, versions: tuple[Document, Document]) -> None:
    page = client.get(address(*versions)).content.decode()
    assert '<span lang="es">La fianza de la taquilla es de <del>20</del> euros.</span>' in page
    assert '<span lang="es">La fianza de la taquilla es de <ins>30</ins> euros.</span>' in page
    assert all(f'href="/source/{one.pk}/?' in page for one in versions)
    assert "julio" not in page


def test_an_answer_that_does_not_tell_all_leads_there_in_its_language(versions: tuple[Document, Document]) -> None:
    known = {"conversation": Conversation.objects.create(assistant=Assistant.objects.get()), "role": "assistant"}
    details = {"compared": [one.pk for one in versions]}
    message = Message.objects.create(**known, state="done", language="gl", options={"details": details})
    shown = presentation.final_event(message)["html"]
    there = f"{address(*versions)}?answer={message.pk}"
    assert shown == f'<p><a href="{there}" target="_blank">Ver todas as diferenzas</a></p>'


def test_the_page_names_both_documents_with_their_years_and_leads_back_to_whoever_was_answered(
    client: Client, versions: tuple[Document, Document], django_user_model: type[User]
) -> None:
    Document.objects.filter(pk=versions[0].pk).update(academic_year="2022-2023")
    ana, eva = (django_user_model.objects.create_user(name) for name in ("ana", "eva"))
    conversation = Conversation.objects.create(assistant=Assistant.objects.get(), user=ana)
    answer = Message.objects.create(conversation=conversation, role="assistant", state="done")
    back = f'href="{reverse("conversation", args=[conversation.pk])}#m-{answer.pk}"'
    for reader, asked, leads in ((ana, str(answer.pk), True), (eva, str(answer.pk), False), (ana, "x", False)):
        client.force_login(reader)
        page = client.get(address(*versions), {"answer": asked}).content.decode()
        assert (back in page) is leads
    old, new = (page.index(f'href="/source/{one.pk}/"') for one in versions)
    assert page.index("· 2022-2023", old) < new
    assert "1 de setembro de 2025" in page[new:] or "September 2025" in page[new:]


def test_only_versions_of_one_document_are_compared(client: Client, versions: tuple[Document, Document]) -> None:
    other = add(collection(), Text("Biblioteca del campus (2025)", "Horario", "La biblioteca abre a las ocho."))
    assert client.get(address(versions[0], other)).status_code == 404
    assert client.get(address(versions[0], versions[0])).status_code == 404


def test_nobody_sees_or_is_led_to_what_is_of_a_version_that_he_may_not_see(
    client: Client, versions: tuple[Document, Document], django_user_model: type[User]
) -> None:
    student = django_user_model.objects.create_user("ana")
    pair, asked = [two.pk for two in versions], Message(language="es")
    for one in versions:
        Document.objects.update(visibility=Visibility.PUBLIC)
        assert changes.link_to_all(pair, asked, None)
        Document.objects.filter(pk=one.pk).update(visibility=Visibility.STUDENT)
        assert client.get(address(*versions)).status_code == 404
        assert not changes.link_to_all(pair, asked, None)
        assert changes.link_to_all(pair, asked, student)
    client.force_login(student)
    assert client.get(address(*versions)).status_code == 200

"""What somebody does with conversations: find, rename, take along, share."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pypdfium2
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.agent import phrases
from chat.models import Assistant, Citation, Conversation, Message, Share
from chat.tests.web.test_views import visitor
from knowledge.models import Document

QUESTION = "¿Canto custa a tarxeta?"
ANSWER = "**Custa** 6 euros. [1]\n\n- unha copia [1]\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n*"
ANSWER += phrases.source_note([("Normas", "2023")], "gl") + "*"


def talk(assistant: Assistant, document: Document | None = None, **owner: Any) -> Conversation:
    conversation = Conversation.objects.create(assistant=assistant, title=QUESTION, **owner)
    Message.objects.create(conversation=conversation, role="user", text=QUESTION)
    answer = Message.objects.create(
        conversation=conversation, role="assistant", text=ANSWER, status="answered", language="gl"
    )
    if document:
        Citation.objects.create(
            message=answer, number=1, title="Normas", quote="6 euros", document=document, document_name="rules.md"
        )
    return conversation


@pytest.fixture
def conversation(client: Client, assistant: Assistant, document: Document) -> Conversation:
    return talk(assistant, document, session_key=visitor(client))


def at(name: str, conversation: Conversation) -> str:
    return reverse(name, args=[conversation.pk])


def test_whoever_opens_the_lists_address_gets_a_page(client: Client, assistant: Assistant) -> None:
    opened = client.get(reverse("find_conversations"), headers={"Sec-Fetch-Mode": "navigate"}, follow=True)
    assert opened.redirect_chain == [("/", 302)]
    assert "<html" in opened.content.decode()
    fetched = client.get(reverse("find_conversations"), headers={"Sec-Fetch-Mode": "cors"})
    assert "<html" not in fetched.content.decode()


def test_conversations_are_grouped_by_day_with_their_assistant(client: Client, assistant: Assistant) -> None:
    mine = visitor(client)
    for days in (0, 1, 3, 400):
        made = talk(assistant, session_key=mine)
        Conversation.objects.filter(pk=made.pk).update(updated_at=timezone.now() - timedelta(days=days))
    content = client.get(reverse("find_conversations")).content.decode()
    places = [content.index(label) for label in ("Today", "Yesterday", "In the last seven days")]
    assert places == sorted(places)
    assert content.count("<h3>") == 4
    assert content.count(">Library<") == 4


def test_a_conversation_is_found_by_its_words_and_by_its_owner_alone(
    client: Client, conversation: Conversation
) -> None:
    def found(words: str, who: Client = client) -> bool:
        return QUESTION in who.get(reverse("find_conversations"), {"q": words}).content.decode()

    assert found("tarxeta")
    assert found("COPIA custa")
    assert not found("tarxeta helicóptero")
    assert not found("tarxeta", Client())


def test_accents_and_capitals_do_not_matter_in_the_search(client: Client, conversation: Conversation) -> None:
    Conversation.objects.update(title="A MATRÍCULA en Álxebra")
    Message.objects.filter(role="assistant").update(text="O 50 % da cualificación, na canción do sábado.")

    def found(words: str) -> bool:
        return "MATRÍCULA" in client.get(reverse("find_conversations"), {"q": words}).content.decode()

    assert all(map(found, ("matricula", "matrícula", "ALXEBRA matri", "cancion sabado", "canción", "50 %")))
    assert not any(map(found, ("60 %", "mat_icula", "matricula lunar")))


def test_a_conversation_is_renamed_and_keeps_its_place(client: Client, conversation: Conversation) -> None:
    url = at("rename_conversation", conversation)
    assert client.post(url, {"title": " A tarxeta "}).status_code == 204
    assert client.post(url, {"title": " "}).status_code == 400
    assert Client().post(url, {"title": "Mine"}).status_code == 404
    kept = Conversation.objects.get()
    assert (kept.title, kept.updated_at) == ("A tarxeta", conversation.updated_at)


def test_an_answer_is_taken_along_as_markdown(client: Client, conversation: Conversation) -> None:
    response = client.get(reverse("export_answer_md", args=[conversation.messages.last().pk]))
    assert response["Content-Disposition"] == 'attachment; filename="canto-custa-a-tarxeta.md"'
    text = response.content.decode()
    assert text.startswith(f"# {QUESTION}\n\n*Library · ")
    assert "**Custa** 6 euros. [1]" in text
    assert "[1] Normas\n\n> 6 euros\n\nhttp://testserver/source/" in text
    assert phrases.source_note([("Normas", "2023")], "gl") not in text
    assert Client().get(reverse("export_answer_md", args=[conversation.messages.last().pk])).status_code == 404


def test_a_file_is_of_the_day_that_it_was_where_one_asked(client: Client, conversation: Conversation) -> None:
    late = datetime(2026, 11, 25, 23, 54, tzinfo=UTC)  # in Galicia it is tomorrow already
    Conversation.objects.update(created_at=late)
    text = client.get(at("export_conversation_md", conversation), headers={"Accept-Language": "es"}).content.decode()
    assert "· 26 de noviembre de 2026*" in text


def taken(client: Client, conversation: Conversation, kind: str) -> str:
    """The text of its file."""
    data = client.get(at(f"export_conversation_{kind}", conversation)).content
    if kind == "pdf":
        return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    if kind == "docx":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read("word/document.xml").decode()
    return data.decode()


ROWS = "[Modalidade] Completa · [Importe] 450 euros\n- unha copia"


@pytest.mark.parametrize("kind", ["md", "pdf", "docx"])
def test_a_quoted_row_is_taken_along_without_brackets(client: Client, conversation: Conversation, kind: str) -> None:
    Citation.objects.update(quote=ROWS)
    text = taken(client, conversation, kind)
    assert "Modalidade: Completa · Importe: 450 euros" in text
    assert "• unha copia" in text
    assert "[Importe" not in text.replace("\\", "")


@pytest.mark.parametrize("kind", ["md", "pdf", "docx"])
def test_a_file_says_too_that_its_source_no_longer_holds(
    client: Client, conversation: Conversation, document: Document, kind: str
) -> None:
    assert "no longer holds" not in taken(client, conversation, kind)
    Document.objects.filter(pk=document.pk).update(valid_until=timezone.localdate() - timedelta(days=1))
    assert "Careful: this no longer holds. It comes from: " in taken(client, conversation, kind)


def test_a_conversation_is_taken_along_as_pdf(client: Client, conversation: Conversation) -> None:
    Message.objects.filter(role="assistant").update(
        text=ANSWER + "\n\n<b>no</b> markup & \x07 50 € ≥ …" + "\n\nx" * 300
    )
    response = client.get(at("export_conversation_pdf", conversation))
    pdf = pypdfium2.PdfDocument(response.content)
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert len(pdf) > 1
    assert QUESTION in text
    assert "Custa 6 euros. [1]" in text
    assert "<b>no</b> markup & 50 €" in text.replace("  ", " ")


def test_a_conversation_is_taken_along_as_a_word_document(client: Client, conversation: Conversation) -> None:
    response = client.get(at("export_conversation_docx", conversation))
    assert response["Content-Disposition"].endswith('canto-custa-a-tarxeta.docx"')
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        xml = archive.read("word/document.xml").decode()
    assert "Custa" in xml
    assert "**" not in xml
    assert "<w:tbl>" in xml


def shared(client: Client, conversation: Conversation, days: str = "7") -> str:
    response = client.post(at("share_conversation", conversation), {"days": days})
    return str(json.loads(response.content)["url"]).removeprefix("http://testserver")


def test_a_link_shows_others_the_conversation_until_it_ends(client: Client, conversation: Conversation) -> None:
    url = shared(client, conversation)
    Message.objects.create(conversation=conversation, role="user", text="Asked later")
    stranger = Client()
    content = stranger.get(url).content.decode()
    assert "<strong>Custa</strong> 6 euros." in content
    assert "Asked later" not in content
    Share.objects.update(expires_at=timezone.now())
    assert stranger.get(url).status_code == 404


def test_a_link_is_taken_back_by_its_owner(client: Client, conversation: Conversation) -> None:
    url = shared(client, conversation)
    assert Client().post(at("unshare_conversation", conversation)).status_code == 404
    assert client.post(at("unshare_conversation", conversation)).status_code == 204
    assert client.get(url).status_code == 404
    assert client.post(at("share_conversation", conversation), {"days": "400"}).status_code == 400


def test_links_are_not_made_without_end(
    client: Client, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.PAGES_PER_MINUTE, "anonymous", 2)
    made = [client.post(at("share_conversation", conversation), {"days": "1"}).status_code for _link in range(3)]
    assert made[-1] == 429
    assert Share.objects.count() == made.count(200)


@pytest.mark.parametrize("change", ["hidden", "gone"])
def test_a_link_shows_nothing_that_its_reader_may_not_see(
    client: Client, conversation: Conversation, document: Document, change: str
) -> None:
    url = shared(client, conversation)
    # The link never shows more than its owner may see.
    Conversation.objects.update(user=User.objects.create_user("owner"), session_key="")
    if change == "gone":
        document.delete()
    else:
        Document.objects.update(visibility="student")
    stranger = Client()
    content = stranger.get(url).content.decode()
    assert "6 euros" not in content
    assert "not for everybody" in content
    stranger.force_login(User.objects.create_user("ana"))
    assert ("6 euros" in stranger.get(url).content.decode()) is (change == "hidden")

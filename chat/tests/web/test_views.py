"""The pages: whose they are, and what they are told."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from markdown_it import MarkdownIt

from chat import owners
from chat.models import Assistant, AssistantText, Citation, Conversation, Feedback, Message
from chat.presentation import final_event
from knowledge.models import Document
from koalarag.visitors import SHARED_BY


def told(client: Client, url: str) -> dict[str, Any]:
    content = client.get(url).content.decode()
    found = re.search(r'<script id="page" type="application/json">(.*?)</script>', content, re.DOTALL)
    assert found
    page: dict[str, Any] = json.loads(found.group(1))
    return page


def visitor(client: Client) -> str:
    client.get(reverse("home"))
    return str(client.session[owners.SESSION_KEY])


def talk(assistant: Assistant, **owner: Any) -> Message:
    """A conversation of one question; its answer."""
    conversation = Conversation.objects.create(assistant=assistant, title="Books?", **owner)
    Message.objects.create(
        conversation=conversation, role="user", text="Books?", options={"academic_year": "2025-2026"}
    )
    answer = Message.objects.create(conversation=conversation, role="assistant", text="Eight. [1]", status="answered")
    document, _created = Document.objects.get_or_create(collection=assistant.collections.get(), external_id="rules.md")
    Citation.objects.create(
        message=answer, number=1, title="Rules", quote="eight books", document_name="rules.md", document=document
    )
    return answer


def test_the_first_assistant_is_at_home(client: Client, assistant: Assistant) -> None:
    content = client.get("/").content.decode()
    assert "<h1>Library</h1>" in content
    assert 'data-ask="How many books?"' in content
    assert told(client, "/")["assistant"] == "library"


def test_without_assistants_the_page_says_what_to_do(client: Client, transactional_db: None) -> None:
    assert "Nothing to ask yet" in client.get("/").content.decode()


def test_an_inactive_assistant_is_not_there(client: Client, assistant: Assistant) -> None:
    Assistant.objects.update(is_active=False)
    assert client.get("/a/library/").status_code == 404


def test_the_page_speaks_the_reader_s_language(client: Client, assistant: Assistant) -> None:
    AssistantText.objects.create(assistant=assistant, language="gl", name="Biblioteca")
    client.post(reverse("set_language"), {"language": "gl", "next": "/"})
    content = client.get("/").content.decode()
    assert '<html lang="gl">' in content
    assert "<h1>Biblioteca</h1>" in content


def test_filters_are_those_of_documents_one_may_see(client: Client, assistant: Assistant) -> None:
    collection = assistant.collections.get()
    made = {"collection": collection, "indexed_at": datetime.now(UTC)}
    Document.objects.create(external_id="a", course="Algebra", academic_year="2025-2026", **made)
    Document.objects.create(external_id="b", course="Secrets", visibility="staff", **made)
    Document.objects.create(external_id="c", course="Unfinished", collection=collection)
    content = client.get("/").content.decode()
    assert '<option value="Algebra">Algebra</option>' in content
    assert "<option>2025-2026</option>" in content
    assert "Secrets" not in content
    assert "Unfinished" not in content


def test_the_form_is_the_assistant_s(client: Client, assistant: Assistant) -> None:
    form = {"interests": ["Beaches"], "days": {"min": 1, "max": 30, "default": 3}, "budget": ["Low", "High"]}
    Assistant.objects.update(form=form)
    content = client.get("/").content.decode()
    order = [content.index(text) for text in ('name="days"', 'name="budget"', 'name="interests"')]
    assert order == sorted(order)
    assert re.search(r'max="30"\s+value="3"', content)


def test_nobody_gets_any_number_of_sessions(
    client: Client, assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.PAGES_PER_MINUTE, "anonymous", 1)
    assert [Client().get(reverse("home")).status_code for _visit in range(SHARED_BY + 1)] == [200] * SHARED_BY + [429]
    assert Session.objects.count() == SHARED_BY


def test_who_has_a_session_reloads_the_page_as_often_as_he_likes(
    client: Client, assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.PAGES_PER_MINUTE, "anonymous", 1)
    assert {client.get(reverse("home")).status_code for _visit in range(SHARED_BY + 1)} == {200}


def test_a_conversation_is_shown_to_its_visitor_alone(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    url = reverse("conversation", args=[answer.conversation_id])
    question, shown = told(client, url)["messages"]
    assert question["options"] == {"academic_year": "2025-2026"}
    assert shown["event"]["citations"][0]["quote"] == "eight books"
    assert Client().get(url).status_code == 404


def test_signing_in_keeps_what_was_asked_before(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    User.objects.create_user("ana", password="secret")
    client.post(reverse("login"), {"username": "ana", "password": "secret"})
    assert client.get(reverse("conversation", args=[answer.conversation_id])).status_code == 200
    client.post(reverse("logout"))
    assert client.get(reverse("conversation", args=[answer.conversation_id])).status_code == 404


def test_a_conversation_is_deleted_by_its_owner_alone(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    url = reverse("delete_conversation", args=[answer.conversation_id])
    assert Client().post(url).status_code == 404
    assert client.get(url).status_code == 405
    assert client.post(url).headers["Location"] == "/a/library/"
    assert not Message.objects.exists()


def test_a_comment_is_redacted_as_a_trace_is(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    comment = "Write to ana@example.org or 612 345 678; 12345678Z; record 2025/114, page 4."
    client.post(reverse("feedback", args=[answer.pk]), {"verdict": "down", "comment": comment})
    assert Feedback.objects.get().comment == (
        "Write to [e-mail] or [telephone]; [identity number]; record 2025/114, page 4."
    )


def test_feedback_is_kept_changed_and_taken_back(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    url = reverse("feedback", args=[answer.pk])
    assert client.post(url, {"verdict": "up"}).status_code == 204
    assert client.post(url, {"verdict": "wrong_citation", "comment": "page 4"}).status_code == 204
    kept = Feedback.objects.get()
    assert (kept.message, kept.verdict, kept.comment) == (answer, "wrong_citation", "page 4")
    assert client.post(url, {"verdict": "sideways"}).status_code == 400
    assert Client().post(url, {"verdict": "down"}).status_code == 404
    assert client.post(url, {"verdict": ""}).status_code == 204
    assert not Feedback.objects.exists()


WITHDRAWN = {
    "deleted": lambda document: document.delete(),
    "for staff": lambda document: Document.objects.update(visibility="staff"),
    "read by no assistant": lambda document: document.collection.assistants.update(is_active=False),
}


@pytest.mark.parametrize("withdraw", WITHDRAWN.values(), ids=WITHDRAWN)
def test_what_was_withdrawn_since_is_quoted_no_more(
    client: Client, assistant: Assistant, withdraw: Callable[[Document], Any]
) -> None:
    answer = talk(assistant, session_key=visitor(client))
    Message.objects.filter(pk=answer.pk).update(text="Eight books. [1]\n\nThey cost nothing. [1]\n\nAsk at the desk.")
    withdraw(Document.objects.get())
    event = final_event(Message.objects.get(pk=answer.pk))
    taken_along = client.get(reverse("export_answer_md", args=[answer.pk])).content.decode()
    for shown in (json.dumps(event), taken_along):
        assert "ight books" not in shown
        assert "Rules" not in shown
        assert shown.count("you cannot open any more") == (3 if shown is not taken_along else 1)
        assert "Ask at the desk." in shown
    assert event["citations"] == []


def test_what_documents_say_is_text_in_what_is_taken_along(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    Message.objects.filter(role="user").update(text="# [Click](https://evil.example)\n<script>")
    Message.objects.filter(pk=answer.pk).update(text="**Eight** <img src=x onerror=alert(1)> [1]")
    Citation.objects.update(title="[a](javascript:alert(1))", quote="# one\n1. <b>two</b> ![x](y) *z*\n```")
    text = client.get(reverse("export_answer_md", args=[answer.pk])).content.decode()
    html = MarkdownIt("commonmark", {"html": True}).render(text)
    assert set(re.findall(r"<(\w+)", html)) <= {"h1", "h2", "p", "strong", "em", "blockquote", "br"}
    assert "[Click](https://evil.example) &lt;script&gt;</h1>" in html
    assert "# one" in html


def test_tokens_are_counted_exactly(client: Client, assistant: Assistant) -> None:
    assert client.post(reverse("tokens", args=["library"]), {"text": "How many books?"}).json() == {"tokens": 4}


def test_a_message_cannot_break_out_of_the_page(client: Client, assistant: Assistant) -> None:
    answer = talk(assistant, session_key=visitor(client))
    Message.objects.update(text="</script><script>alert(1)</script>")
    Conversation.objects.update(title="<script>alert(1)</script>")
    content = client.get(reverse("conversation", args=[answer.conversation_id])).content.decode()
    assert "<script>alert(1)" not in content


def test_no_script_or_style_stands_in_the_page(client: Client, assistant: Assistant) -> None:
    content = client.get("/").content.decode()
    assert not re.search(r"<script(?![^>]*(src=|application/json))", content)
    assert not re.search(r'\s(style|on[a-z]+)="', content)
    assert "needs JavaScript" in content


def test_a_lost_address_has_a_page_of_its_own(client: Client, transactional_db: None) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert b"Page not found" in response.content

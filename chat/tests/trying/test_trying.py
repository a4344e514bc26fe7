"""Staff ask one document, and why a question does not find it."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from chat.models import Assistant, AssistantText, Conversation, Message, Trace
from chat.trying.sentences import verdict
from knowledge.ingestion import intake, pipeline
from knowledge.models import Collection, Document, Visibility

pytestmark = pytest.mark.django_db
LOANS = (
    "# Loans\n\nUndergraduates may borrow ten books for fifteen days.\n\nDoctoral students may borrow 35 books.\n\n"
    "# Fines\n\nWhoever returns a book late cannot borrow another one for two days."
)
GATES = "# Opening hours\n\nThe main building opens from Monday to Friday, from 8:15 to 21:45."
QUESTION = "How many books may doctoral students borrow?"


@pytest.fixture
def collection() -> Collection:
    made = Collection.objects.create(slug="rules", name="Rules", language="en")
    assistant = Assistant.objects.create(slug="rules")
    assistant.collections.add(made)
    AssistantText.objects.create(assistant=assistant, language="en", name="Rules", channel="the library's desk")
    return made


@pytest.fixture
def loans(collection: Collection) -> Document:
    return add(collection, "loans.md", LOANS)


@pytest.fixture
def gates(collection: Collection) -> Document:
    return add(collection, "gates.md", GATES)


def add(collection: Collection, name: str, text: str) -> Document:
    receipt = intake.receive(collection, name, text.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def send(client: Client, document: Document, do: str, question: str = QUESTION) -> Any:
    asked = {"question": question, "assistant": Assistant.objects.get().pk, "do": do}
    return client.post(reverse("admin:chat_document_try", args=[document.pk]), asked)


def change(document: Document, **values: object) -> None:
    Document.objects.filter(pk=document.pk).update(**values)


def test_a_draft_answers_staff_and_nothing_of_it_is_kept(admin_client: Client, loans: Document) -> None:
    change(loans, is_draft=True)
    response = send(admin_client, loans, "ask")
    tried = response.context["tried"]
    assert tried.answer.status == "answered"
    assert [source["quote"] for source in tried.sources] == ["Doctoral students may borrow 35 books."]
    assert f"/source/{loans.pk}/" in tried.sources[0]["url"]
    assert "Doctoral students may borrow 35 books." in response.content.decode()
    assert not any(model.objects.exists() for model in (Trace, Conversation, Message))


def test_only_that_document_answers(admin_client: Client, loans: Document, gates: Document) -> None:
    tried = send(admin_client, gates, "ask").context["tried"]
    assert tried.answer.status == "not_found"
    assert {passage.document_id for passage in tried.answer.retrieved} == {gates.pk}


def test_the_trace_of_what_is_found_says_so(admin_client: Client, loans: Document, gates: Document) -> None:
    response = send(admin_client, loans, "why")
    assert response.context["verdict"] == "It is found: the answer quotes it."
    trace, page = response.context["trace"], response.content.decode()
    first = trace.passages[0]
    assert (first.is_read, first.ranks.by_words, first.ranks.reranked) == (True, 1, 1)
    assert "By words it is at rank 1" in page
    assert "Doctoral students may borrow 35 books." in page


def test_what_hides_it_is_named_first_and_what_would_be_otherwise(
    admin_client: Client, loans: Document, gates: Document
) -> None:
    change(loans, is_draft=True)
    said = send(admin_client, loans, "why").context["verdict"]
    assert "It is a draft" in said
    assert said.endswith("Otherwise the answer would quote it.")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"gone_since": "2026-01-02T12:00Z"}, "no longer on its website"),
        ({"visibility": Visibility.STAFF}, "Only staff may see it"),
        ({"valid_until": "2020-01-01"}, "no longer in force since"),
        ({"indexed_at": None, "state": "failed", "error": "broken"}, "It could not be read"),
    ],
)
def test_every_state_that_matters_is_said(
    admin_client: Client, loans: Document, values: dict[str, object], said: str
) -> None:
    change(loans, **values)
    assert said in send(admin_client, loans, "why").content.decode()


def test_a_collection_that_no_assistant_reads_is_said(admin_client: Client, loans: Document) -> None:
    Assistant.objects.get().collections.set([Collection.objects.create(slug="other", name="Other")])
    response = send(admin_client, loans, "why")
    assert "does not read the collection “Rules”" in response.context["verdict"]
    assert response.context["trace"].passages[0].ranks.by_meaning == 1


def test_another_academic_year_of_the_question_is_said(admin_client: Client, loans: Document) -> None:
    change(loans, academic_year="2019-2020")
    add(loans.collection, "new.md", "---\nacademic_year: 2025-2026\n---\n" + LOANS)
    said = send(admin_client, loans, "why", f"{QUESTION} 2025-2026").content.decode()
    assert "academic year 2025-2026, and the document is of 2019-2020" in said


def test_a_document_that_says_nothing_of_it_is_told_the_words(
    admin_client: Client, loans: Document, gates: Document
) -> None:
    response = send(admin_client, gates, "why")
    trace, page = response.context["trace"], response.content.decode()
    assert set(trace.unsaid) == {"books", "doctoral", "students", "borrow"}
    assert "no word of the question stands in it" in page
    assert "another document answers more surely" in response.context["verdict"]
    assert "What answers best of all that is read stands in “Loans”" in page


def test_a_greeting_is_not_searched_for(admin_client: Client, loans: Document) -> None:
    assert "nothing is searched" in send(admin_client, loans, "why", "Hello!").context["verdict"]


def test_a_former_version_names_the_one_in_force(admin_client: Client, loans: Document) -> None:
    add(loans.collection, "loans.md", LOANS.replace("35", "40"))
    former = loans.versions.get()
    response = send(admin_client, former, "why")
    assert "“Loans” supersedes it: it counts half as much" in response.content.decode()
    trace = response.context["trace"]
    unquoted = replace(trace, answer=replace(trace.answer, citations=()))
    assert verdict(unquoted, former) == "“Loans”, which supersedes it, is read instead."


def test_whoever_may_not_read_documents_may_not_ask_them(client: Client, loans: Document) -> None:
    other = User.objects.create_user("o", is_staff=True)
    other.user_permissions.set(Permission.objects.filter(codename="view_assistant"))
    client.force_login(other)
    assert send(client, loans, "ask").status_code == 403

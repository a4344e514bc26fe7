"""A reader is told where what is cited no longer holds."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from chat import presentation
from chat.models import Assistant, Citation, Conversation, Message
from knowledge.models import Document

pytestmark = pytest.mark.django_db


def cited(assistant: Assistant, *documents: Document) -> Message:
    conversation = Conversation.objects.create(assistant=assistant)
    answer = Message.objects.create(conversation=conversation, role="assistant", text="Ten. [1]", status="answered")
    for number, document in enumerate(documents, 1):
        Citation.objects.create(message=answer, number=number, document=document, title=str(document), quote="ten")
    return answer


def test_a_superseded_document_is_marked_unless_its_successor_stands_beside_it(
    assistant: Assistant, document: Document
) -> None:
    new = Document.objects.create(collection=document.collection, external_id="new.md", title="New rules")
    Document.objects.filter(pk=document.pk).update(superseded_by=new, language="gl")
    document.refresh_from_db()
    alone = presentation.final_event(cited(assistant, document))
    assert alone["outdated"] == ["Library rules"]
    assert (alone["citations"][0]["standing"], alone["citations"][0]["language"]) == ("superseded", "gl")
    assert presentation.final_event(cited(assistant, new, document))["outdated"] == []


def test_a_document_that_ended_since_the_answer_is_marked(assistant: Assistant, document: Document) -> None:
    answer = cited(assistant, document)
    assert presentation.final_event(answer)["outdated"] == []
    Document.objects.update(valid_until=timezone.localdate() - timedelta(days=1))
    assert presentation.final_event(Message.objects.get())["outdated"] == ["Library rules"]


def test_an_earlier_year_s_edition_is_marked_where_a_newer_one_has_begun(
    assistant: Assistant, document: Document, client: Client
) -> None:
    def guide(year: int, course: str = "Algebra", **changed: Any) -> Document:
        name, years = f"{course}_{year}.pdf", f"{year}-{year + 1}"
        of = {"course": course, "academic_year": years, "title": f"Guide: {course} ({years})"} | changed
        return Document.objects.create(
            collection=document.collection, external_id=name, file_name=name, indexed_at=timezone.now(), **of
        )

    past, held = guide(2020), guide(2021)
    coming, other = guide(2199), guide(2020, "Networks")
    guide(2021, "Networks", visibility="staff")
    kept = guide(2019, valid_until=timezone.localdate() + timedelta(days=9))
    event = presentation.final_event(cited(assistant, past, held, coming, other, kept))
    assert [one["standing"] for one in event["citations"]] == ["superseded", "", "", "", ""]
    assert (event["outdated"], event["older_editions"]) == ([], [])
    assert presentation.final_event(cited(assistant, past))["older_editions"] == [str(past)]
    page = client.get(f"/source/{past.pk}/").content.decode()
    assert f'<a href="/source/{held.pk}/">Guide: Algebra (2021-2022)</a>' in page
    assert "Superseded" not in client.get(f"/source/{other.pk}/").content.decode()

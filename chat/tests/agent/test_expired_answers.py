"""A price list whose time is over answers, marked as expired, until there is a newer one."""

from datetime import date

import pytest
from asgiref.sync import async_to_sync

from chat import standing
from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
ASKED = "¿Cuánto cuesta la tarjeta de la biblioteca?"


@pytest.fixture
def expired() -> Document:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    said = "La tarjeta de la biblioteca cuesta cinco euros al año."
    return add(collection(), Text("Tarifas de la biblioteca 2023", "Tarjeta", said), valid_until=date(2023, 12, 31))


def ask() -> Answer:
    return async_to_sync(run.untraced)(Question(ASKED), async_to_sync(context.load)("rules"))


def test_what_has_expired_answers_and_says_so(expired: Document) -> None:
    answer = ask()
    assert (answer.status, [citation.document_id for citation in answer.citations]) == ("answered", [expired.pk])
    assert standing.of([expired])[expired.pk]["standing"] == "ended"
    assert standing.outdated([expired]) == [expired.title]


def test_a_newer_one_answers_instead(expired: Document) -> None:
    said = "La tarjeta de la biblioteca cuesta siete euros al año."
    new = add(collection(), Text("Tarifas de la biblioteca 2025", "Tarjeta", said), valid_from=date(2025, 1, 1))
    assert ask().citations[0].document_id == new.pk

"""A question for a change is answered from two versions of one document."""

from datetime import date

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
NOW = "La fianza de la taquilla es de 30 euros. Las taquillas se vacían en julio."


@pytest.fixture
def rules() -> Document:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    new = add(collection(), Text("Normas de uso de las taquillas", "Fianza", NOW), valid_from=date(2025, 9, 1))
    add(collection(), Text("Biblioteca del campus", "Horario", "La biblioteca abre a las ocho de la mañana."))
    return new


def ask(text: str) -> Answer:
    return async_to_sync(run.untraced)(Question(text), async_to_sync(context.load)("rules"))


def test_both_versions_are_told_with_what_differs(rules: Document) -> None:
    said = NOW.replace("30", "20")
    old = add(
        collection(), Text("Normas de uso de las taquillas (2022)", "Fianza", said),
        valid_from=date(2022, 9, 1), valid_until=date(2025, 8, 31), superseded_by=rules,
    )  # fmt: skip
    answer = ask("¿Qué ha cambiado en las normas de las taquillas?")
    assert (answer.status, answer.intent) == ("answered", "comparison")
    assert (
        "| La fianza de la taquilla es de 20 euros. [1] | La fianza de la taquilla es de 30 euros. [2] |" in answer.text
    )
    assert [one.document_id for one in answer.citations] == [old.pk, rules.pk]
    assert "julio" not in answer.text
    assert not answer.details  # all is told


def test_one_version_is_said_to_be_the_only_one(rules: Document) -> None:
    answer = ask("¿Qué ha cambiado en las normas de las taquillas?")
    assert answer.status == "not_found"
    assert "solo hay aquí una versión" in answer.text

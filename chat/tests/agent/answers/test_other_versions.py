"""What a version that does not hold says otherwise is quoted below the answer; where it says the same, nothing is."""

from datetime import date
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Question
from chat.models import Assistant
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
PENALTY = "Por cada día de retraso el carné se bloquea dos días."


def ask(old: str, new: str) -> Any:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    for year, said in (("2022-2023", old), ("2023-2024", new)):
        add(collection(), Text(f"Normas de préstamo {year}", "Plazos", said), academic_year=year)
    question = Question("¿Cuántos días dura el préstamo de un libro?")
    return async_to_sync(run.untraced)(question, async_to_sync(context.load)("rules"))


def test_another_number_is_another_version() -> None:
    old, new = "El préstamo de un libro dura siete días.", "El préstamo de un libro dura quince días (15)."
    answer = ask(f"{old.replace('siete', '7')} {PENALTY}", f"{new.replace('quince', '15')} {PENALTY}")
    assert [citation.dated for citation in answer.citations] == ["2023-2024", "2022-2023"]
    assert "Una versión anterior, Normas de préstamo 2022-2023, decía:" in answer.text


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "No longer in force: the former version, Normas de préstamo (1 September 2025), said: El préstamo"),
        (
            {"superseded_by": None, "valid_until": date(2025, 9, 30)},
            "No longer in force: the former version, Normas de préstamo (1 September 2025), said: El préstamo",
        ),
    ],
)
def test_a_superseded_file_of_the_same_title_and_date_is_called_so(changed: dict[str, Any], said: str) -> None:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    texts = [f"El préstamo de un libro dura {days} días. {PENALTY}" for days in (7, 15)]
    old, new = (add(collection(), Text(str(number), "Plazos", text)) for number, text in enumerate(texts))
    Document.objects.update(title="Normas de préstamo", academic_year="2025-2026" if changed else "")
    Document.objects.filter(pk=old.pk).update(**{"superseded_by": new, **changed})
    question = Question("¿Cuántos días dura el préstamo de un libro?", language="en")
    answer = async_to_sync(run.untraced)(question, async_to_sync(context.load)("rules"))
    assert [citation.document_id for citation in answer.citations] == [new.pk, old.pk]
    assert said.replace("1 September 2025", answer.citations[1].dated) in answer.text


def test_a_sentence_more_is_no_difference_of_the_others() -> None:
    same = "El préstamo de un libro dura 15 días, prorrogables si nadie lo ha reservado."
    answer = ask(f"{same} {PENALTY}", f"{same} Las revistas se prestan 3 días.")
    assert [citation.dated for citation in answer.citations] == ["2023-2024"]

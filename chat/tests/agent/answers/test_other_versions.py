"""What a version that does not hold says otherwise is quoted below the answer; where it says the same, nothing is."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Question
from chat.models import Assistant
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


def test_a_sentence_more_is_no_difference_of_the_others() -> None:
    same = "El préstamo de un libro dura 15 días, prorrogables si nadie lo ha reservado."
    answer = ask(f"{same} {PENALTY}", f"{same} Las revistas se prestan 3 días.")
    assert [citation.dated for citation in answer.citations] == ["2023-2024"]

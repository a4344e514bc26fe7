"""A question with several slips is answered as the question without them, and the answer says what it searched for."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Question, Turn
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
LOANS = "Los estudiantes de doctorado pueden sacar de la biblioteca hasta quince libros durante un mes."


@pytest.fixture(autouse=True)
def assistant() -> None:
    made = Assistant.objects.create(slug="rules", min_relevance=0.25)
    made.collections.add(collection())
    add(collection(), Text("Normas de préstamo", "Préstamo", LOANS))


def ask(text: str, **options: Any) -> Any:
    loaded = async_to_sync(context.load)("rules")
    return async_to_sync(run.untraced)(Question(text, **options), loaded)


def test_several_slips_are_repaired_as_one_is() -> None:
    right = ask("¿Cuántos libros pueden sacar de la biblioteca los estudiantes de doctorado?")
    wrong = ask("¿Cuántos lirbos pueden sacar de la bibilioteca los estduiantes de dotcorado?")
    assert "quince libros" in right.text
    said = "«libros biblioteca estudiantes doctorado» en lugar de «lirbos bibilioteca estduiantes dotcorado»"
    assert wrong.text == f"{right.text}\n\n*He buscado {said}.*"
    assert "He buscado" not in right.text


def test_a_name_is_nobody_s_slip() -> None:
    assert "en lugar de" not in ask("¿Cuántos libros puede sacar de la biblioteca Ana Bibilioteca?").text


def test_slips_of_before_do_not_come_back() -> None:
    before = (Turn("user", "¿Cuántos lirbos pueden sacar de la bibilioteca?"), Turn("assistant", "…", "not_found"))
    answer = ask("¿y los de dotcorado?", history=before)
    assert "quince libros" in answer.text
    assert "He buscado «doctorado» en lugar de «dotcorado»." in answer.text

"""A question that names an academic year, and documents of other years that speak of it."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
TAUGHT = "En 2020-2021 la profesora impartió Ecuaciones Algebraicas; en 2021-2022, Topología."
NOW = "La profesora imparte Geometría Lineal y Análisis."
ASKED = "¿Qué asignaturas impartió la profesora en el curso 2020-2021?"


def ask(academic_year: str = "") -> Answer:
    question = Question(ASKED, academic_year=academic_year)
    return async_to_sync(run.untraced)(question, async_to_sync(context.load)("rules"))


@pytest.fixture(autouse=True)
def _page() -> None:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    add(collection(), Text("Docencia", "Años anteriores", TAUGHT), academic_year="2024-2025")
    add(collection(), Text("Docencia actual", "Este curso", NOW), academic_year="2024-2025")


def test_what_another_years_document_says_of_the_year_answers() -> None:
    answer = ask()
    assert (answer.status, [citation.document for citation in answer.citations]) == ("answered", ["Docencia"])


def test_a_year_that_was_chosen_is_the_only_one_searched() -> None:
    assert ask("2020-2021").status == "not_found"

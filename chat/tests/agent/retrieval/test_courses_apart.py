import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.models import Course
from knowledge.tests.corpus import Text, add, collection


@pytest.fixture
def assistant() -> Assistant:
    Course.objects.create(code="101", name_es="Álgebra", source="x")
    Course.objects.create(code="102", name_es="Bases de Datos", name_en="Databases", source="x")
    where = collection()
    for course, year, says in (
        ("Álgebra", "2024-2025", "El examen final vale el 60 % de la nota."),
        ("Álgebra", "2025-2026", "El examen final vale el 50 % de la nota."),
        ("Databases", "2025-2026", "The final exam counts for 45 % of the mark."),
    ):
        add(where, Text(f"{course} {year}", "Evaluación", says), course=course, academic_year=year, published_on=None)
    made = Assistant.objects.create(slug="rules", min_relevance=0.2)
    made.collections.add(where)
    return made


def ask(text: str) -> Answer:
    async def asked() -> Answer:
        return await run.answer(Question(text), await context.load("rules"))

    return async_to_sync(asked)()


@pytest.mark.django_db
def test_each_course_answers_under_its_name_in_the_version_that_holds(assistant: Assistant) -> None:
    answer = ask("¿El examen final vale lo mismo en Álgebra y en Bases de Datos?")
    assert answer.status == "answered"
    assert answer.text.index("Álgebra") < answer.text.index("50 %") < answer.text.index("45 %")
    assert "60 %" not in answer.text


@pytest.mark.django_db
def test_two_courses_without_and_or_or_between_are_not_told_apart(assistant: Assistant) -> None:
    answer = ask("Si he aprobado Álgebra, ¿cuánto vale el examen final de Bases de Datos?")
    assert "###" not in answer.text

"""What an answer of a form of its own needs is brought from the answering document."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from chat.tests.agent.sections import further
from knowledge.models import Course
from knowledge.tests.corpus import Text, add, collection

ROWS = "[Part] Written examination · [Weight] {} %\n[Part] Project · [Weight] {} %"


@pytest.fixture
def assistant() -> Assistant:
    where = collection("guides")
    for course, year, shares in (("Databases", "2024-2025", (60, 40)), ("Databases", "2025-2026", (45, 55)),
                                 ("Compilers", "2025-2026", (70, 30))):  # fmt: skip
        title = f"Course guide: {course} ({year})"
        text = f"The assessment of {course} is described in this guide for everybody. How {course} is assessed."
        document = add(where, Text(title, "1. Facts", text, "en"), course=course, academic_year=year)
        further(document, 1, "9. Assessment", ROWS.format(*shares))
        further(document, 2, "10. Second opportunity", "In July the examination is repeated.")
        further(document, 3, "11. Library", "- Oak, O. Basics.\n- Elm, E. More.")
    Course.objects.create(code="G01", name_en="Databases", name_es="Bases de Datos", name_gl="Bases de Datos")
    Course.objects.create(code="G02", name_en="Compilers", name_es="Compiladores", name_gl="Compiladores")
    made = Assistant.objects.create(slug="courses", top_k=1, min_relevance=0.3)
    made.collections.add(where)
    return made


def ask(text: str) -> Answer:
    return async_to_sync(_ask)(text)


async def _ask(text: str) -> Answer:
    return await run.answer(Question(text), await context.load("courses", origin="command"))


@pytest.mark.django_db
def test_an_assessment_is_read_whole_whatever_ranked_first(assistant: Assistant) -> None:
    answer = ask("How is Databases assessed?")
    assert "- Written examination — Weight: 45 %" in answer.text
    assert "In July the examination is repeated." in answer.text
    assert "70 %" not in answer.text


@pytest.mark.django_db
def test_a_course_is_called_as_its_documents_call_it(assistant: Assistant) -> None:
    answer = ask("¿Cómo se evalúa Bases de Datos?")
    assert (answer.status, answer.language) == ("answered", "es")
    assert "- Written examination — Weight: 45 %" in answer.text


@pytest.mark.django_db
def test_assessments_are_compared_by_their_tables(assistant: Assistant) -> None:
    answer = ask("Compare the assessment of Databases and Compilers")
    assert "Written examination (45 % / 70 %)" in answer.text
    assert {citation.title[-10:-1] for citation in answer.citations} == {"2025-2026"}


@pytest.mark.django_db
def test_two_years_of_one_course_are_compared(assistant: Assistant) -> None:
    answer = ask("What are the differences between 2024-2025 and 2025-2026 in the assessment of Databases?")
    assert answer.text.startswith("### 2024-2025")
    assert "Written examination (60 % / 45 %)" in answer.text
    assert {citation.document for citation in answer.citations} == {
        "Course guide: Databases (2024-2025)",
        "Course guide: Databases (2025-2026)",
    }

"""Asked back once, where courses differ; versions named; what is said to those who have not signed in."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.models import Assistant, Trace
from chat.tracing import presentation
from knowledge.models import Visibility
from knowledge.tests.corpus import Text, add, collection

ASKED = "¿Cuánto vale el examen final de la asignatura?"
OPEN = "¿Cuánto vale el examen final?"
EXAMS = {
    ("Álgebra", "2024-2025"): 60,
    ("Álgebra", "2025-2026"): 50,
    ("Sistemas Operativos", "2025-2026"): 40,
    ("Estadística", "2025-2026"): 70,
}


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    for (course, year), share in EXAMS.items():
        says = f"El examen final de {course} vale el {share} % de la nota en el curso {year}. Tiene 6 créditos ECTS."
        guide = Text(f"Guía de {course} ({year})", "Evaluación", says)
        add(where, guide, course=course, academic_year=year, published_on=None)
    add(where, Text("sala.md", "Salas", "Las salas de estudio se reservan con un día de antelación."))
    made = Assistant.objects.create(slug="rules", min_relevance=0.25)
    made.collections.add(where)
    return made


def ask(text: str, *history: Turn, **options: Any) -> Answer:
    async def asked() -> Answer:
        return await run.answer(Question(text, history=history, **options), await context.load("rules"))

    return async_to_sync(asked)()


@pytest.mark.django_db
def test_where_courses_differ_one_question_is_asked_and_its_answer_answers_the_first(assistant: Assistant) -> None:
    back = ask(ASKED)
    assert (back.status, back.choices) == ("clarify", ("Álgebra", "Estadística", "Sistemas Operativos"))
    answer = ask("Sistemas Operativos", Turn("user", ASKED), Turn("assistant", back.text, "clarify"))
    assert answer.status == "answered"
    assert "40 %" in answer.text
    assert (
        Trace.objects.latest("created_at").spans[0]["detail"]["asked"]
        == "¿Cuánto vale el examen final de la asignatura (Sistemas Operativos)?"
    )


@pytest.mark.django_db
def test_the_course_of_the_conversation_is_taken_over(assistant: Assistant) -> None:
    about = Turn("user", "¿Cuántos créditos tiene Estadística?")
    said = Turn("assistant", "Tiene 6 créditos ECTS.", "answered")
    answer = ask(OPEN, about, said)
    assert (answer.status, answer.citations[0].document) == ("answered", "Guía de Estadística (2025-2026)")
    assert "Estadística" in answer.text.splitlines()[-1]
    both = Turn("user", "¿Cuántos créditos tienen Estadística y Álgebra?")
    assert ask(OPEN, both, said).status == "clarify"
    later = about, said, Turn("user", "¿Cuántos trimestres dura la liga?"), Turn("assistant", "…", "not_found")
    answer = ask("¿y cuánto cuenta hacer la prueba final?", *later)
    assert (answer.status, answer.citations[0].document) == ("answered", "Guía de Estadística (2025-2026)")
    other = Turn("user", "¿Cuántos créditos tiene Estadística?"), said, Turn("user", "¿Y las salas de estudio?"), said
    assert ask(OPEN, *other).status == "answered"


@pytest.mark.django_db
def test_the_course_that_the_last_answer_quotes_is_taken_over_though_nobody_named_it(assistant: Assistant) -> None:
    asked = Turn("user", "¿Cuánto cuenta la última prueba?")
    answer = ask(OPEN, asked, Turn("assistant", "Cuenta un 70 %. [1]", "answered", course="Estadística"))
    assert (answer.status, answer.citations[0].document) == ("answered", "Guía de Estadística (2025-2026)")
    assert ask(OPEN, asked, Turn("assistant", "Cuenta un 70 %. [1]", "answered")).status == "clarify"
    said = Turn("user", OPEN), Turn("assistant", answer.text, "answered", course="Estadística")
    again = ask("¿de dónde lo sacas?", asked, *said)
    assert again.text.startswith("Lo he sacado de aquí")
    assert again.citations[0].document == "Guía de Estadística (2025-2026)"


@pytest.mark.django_db
def test_what_neither_the_course_nor_anything_says_is_not_found_as_it_was_asked(assistant: Assistant) -> None:
    about = (
        Turn("user", "¿Cuántos créditos tiene Estadística?"),
        Turn("assistant", "Tiene 6 créditos ECTS.", "answered"),
    )
    answer = ask("¿Quién ganó la liga de baloncesto?", *about)
    assert answer.status == "not_found"
    assert "Estadística" not in answer.text


@pytest.mark.django_db
def test_a_course_that_does_not_say_it_is_not_taken_over(assistant: Assistant) -> None:
    add(assistant.collections.get(), Text("Guía de Latín (2025-2026)", "Temario", "El programa sigue a Cicerón."),
        course="Latín", academic_year="2025-2026", published_on=None)  # fmt: skip
    about = Turn("user", "¿Qué programa sigue Latín?"), Turn("assistant", "A Cicerón.", "answered")
    answer = ask(OPEN, *about)
    assert answer.status == "clarify"
    assert "Latín" not in answer.choices
    assert len(answer.choices) > 1


@pytest.mark.django_db
def test_never_asked_twice_in_a_row(assistant: Assistant) -> None:
    turns = (Turn("user", ASKED), Turn("assistant", "¿A qué asignatura?", "clarify"))
    assert ask("¿Cuánto vale el examen final este año?", *turns).status == "answered"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("¿Cuánto vale el examen final de Sistemas Operativos?", {}),
        (ASKED, {"course": "Álgebra"}),
        ("¿Cuánto vale el examen final de esa asignatura de sistemas?", {}),
        ("¿Cuántos créditos ECTS tiene la asignatura?", {}),
        ("¿Con cuánta antelación se reservan las salas de estudio?", {}),
    ],
)
def test_what_is_clear_is_not_asked_back(assistant: Assistant, text: str, options: dict[str, str]) -> None:
    assert ask(text, **options).status == "answered"


@pytest.mark.django_db
def test_the_version_that_holds_answers_and_the_other_is_named(assistant: Assistant) -> None:
    answer = ask("¿Cuánto vale el examen final de Álgebra?")
    assert answer.text.startswith("El examen final de Álgebra vale el 50 %")
    assert [citation.document for citation in answer.citations][-1] == "Guía de Álgebra (2024-2025)"
    assert "60 %" in answer.text
    assert {citation.chunk_id for citation in answer.citations} <= {passage.chunk_id for passage in answer.retrieved}
    shown = [citation["number"] for citation in presentation.citations(Trace.objects.get())]
    assert shown == [citation.number for citation in answer.citations]
    named = ask("¿Cuánto valía el examen final de Álgebra en 2024-2025?")
    assert "60 %" in named.text
    assert "50 %" not in named.text


@pytest.mark.django_db
def test_a_refusal_is_not_got_around_by_a_continuation(assistant: Assistant) -> None:
    turns = (Turn("user", "¿Qué nota sacó Martín Souto en Álgebra?"), Turn("assistant", "No.", "refused"))
    assert ask("¿y en Sistemas Operativos?", *turns).status == "refused"


@pytest.mark.django_db
def test_history_beyond_its_length_is_forgotten(assistant: Assistant) -> None:
    turns = (Turn("user", "¿Cuánto vale el examen final de Álgebra?"), Turn("assistant", "El 50 %.", "answered"))
    ask("¿y en Sistemas Operativos?", *turns)
    Assistant.objects.update(history_length=0)
    ask("¿y en Sistemas Operativos?", *turns)
    asked = [trace.spans[0]["detail"]["asked"] for trace in Trace.objects.order_by("created_at")]
    assert asked == ["¿Cuánto vale el examen final en Sistemas Operativos?", "¿y en Sistemas Operativos?"]


@pytest.mark.django_db
def test_who_has_not_signed_in_is_told_that_there_may_be_more_and_never_what(assistant: Assistant) -> None:
    nothing = "¿Qué menú hay hoy en el comedor de Medicina?"
    assert "sign in" not in ask(nothing, language="en").text
    add(
        collection(),
        Text("menu.md", "Menú", "El comedor de Medicina ofrece hoy lentejas."),
        visibility=Visibility.STUDENT,
    )
    told = ask(nothing, language="en")
    assert told.status == "not_found"
    assert told.text.endswith("If you sign in, there may be more to find.")
    assert "lentejas" not in told.text


@pytest.mark.django_db
def test_a_document_that_answers_for_all_courses_is_not_asked_about(assistant: Assistant) -> None:
    everybody = "En todas las asignaturas el examen final vale como mínimo el 30 % de la nota final."
    add(assistant.collections.get(), Text("rules.md", "Cuánto vale el examen final", everybody))
    assert ask("¿Cuánto vale como mínimo el examen final en todas las asignaturas?").status == "answered"

"""Comparisons and summaries through the whole graph, without a model."""

import re

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant, Trace
from knowledge.tests.corpus import Text, add, collection

TEXTS = (
    Text("grado.md", "Préstamo de grado", "El alumnado de grado puede llevarse en préstamo 10 libros durante 15 días."),
    Text(
        "doctorado.md", "Préstamo de doctorado", "Quien cursa doctorado puede llevarse en préstamo 35 libros 30 días."
    ),
    Text("salas.md", "Salas", "Las salas de la biblioteca se reservan en la página web con un día de antelación."),
    Text(
        "multas.md",
        "Retrasos",
        "Devolver tarde un libro de la biblioteca supone un día sin préstamo por día de retraso.",
    ),
    Text("horario.md", "Horario", "La biblioteca abre de lunes a viernes de 8:30 a 21:00 y los sábados por la mañana."),
    Text("menu.md", "Menú", "El comedor ofrece dos menús diarios y una opción vegetariana."),
)


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    for text in TEXTS:
        add(where, text)
    made = Assistant.objects.create(slug="rules", min_relevance=0.6)
    made.collections.add(where)
    return made


def ask(text: str) -> Answer:
    return async_to_sync(_ask)(text)


async def _ask(text: str) -> Answer:
    return await run.answer(Question(text), await context.load("rules", origin="command"))


@pytest.mark.django_db
def test_a_comparison_quotes_both_sides_and_tells_them_apart(assistant: Assistant) -> None:
    answer = ask("¿Qué diferencia hay entre el préstamo de grado y el de doctorado?")
    assert (answer.status, answer.intent) == ("answered", "comparison")
    assert {"grado.md", "doctorado.md"} <= {citation.document for citation in answer.citations}
    assert "Grado: 10, 15 [1]; Doctorado: 35, 30 [2]" in answer.text
    texts = {text.name: text.text for text in TEXTS}
    assert all(citation.quote in texts[citation.document] for citation in answer.citations)
    queries = [
        "¿Qué diferencia hay entre el préstamo de grado?",
        "¿Qué diferencia hay entre el préstamo de doctorado?",
    ]
    assert Trace.objects.get().queries == queries


@pytest.mark.django_db
def test_a_comparison_with_a_side_that_is_absent_is_not_found(assistant: Assistant) -> None:
    assert ask("¿Qué diferencia hay entre el préstamo de grado y el aparcamiento del puerto?").status == "not_found"


@pytest.mark.django_db
def test_a_summary_takes_its_points_from_distinct_documents(assistant: Assistant) -> None:
    assistant.min_relevance = Assistant._meta.get_field("min_relevance").default
    assistant.save()
    answer = ask("Resume las normas de préstamo de la biblioteca")
    assert (answer.status, answer.intent) == ("answered", "summary")
    cited = [citation.document for citation in answer.citations]
    assert 3 <= len(cited) <= 5
    assert len(set(cited)) == len(cited)
    assert "menu.md" not in cited
    assert answer.text.count("\n- ") + answer.text.startswith("- ") == len(cited)


@pytest.mark.django_db
def test_rows_under_the_same_headers_are_told_apart_by_their_cells(assistant: Assistant) -> None:
    for level, credits in (("grado", 240), ("máster", 60)):
        add(
            collection(),
            Text(f"creditos-{level}.csv", "Créditos", f"[Nivel] {level} · [Créditos] {credits} · [Acceso] prueba"),
        )
    answer = ask("Compara los créditos de grado y de máster")
    assert "Acceso: prueba" in answer.text
    assert "Créditos (240 / 60)" in answer.text


@pytest.mark.django_db
def test_a_row_of_another_group_speaks_for_no_side(assistant: Assistant) -> None:
    rows = "\n".join(
        f"[Grupo] {group} · [Obras en préstamo] {books} · [Días] {days}"
        for group, books, days in (("Grado", 10, 15), ("Máster", 15, 21), ("Doctorado", 35, 30))
    )
    add(collection(), Text("cuadro.md", "Cuadro", rows))
    answer = ask("Compara las obras en préstamo de grado y de doctorado")
    assert "15 · [Días] 21" not in "".join(citation.quote for citation in answer.citations)
    assert {"35", "10"} <= set(re.findall(r"\d+", answer.text))


@pytest.mark.django_db
def test_what_may_be_chosen_is_answered_by_the_document_of_each(assistant: Assistant) -> None:
    assistant.min_relevance = Assistant._meta.get_field("min_relevance").default
    assistant.save()
    answer = ask("¿Cuándo se pueden llevar más libros, cursando un grado o cursando el doctorado?")
    assert (answer.status, answer.intent) == ("answered", "comparison")
    assert answer.text.index("10 libros") < answer.text.index("35 libros")

"""What versions say alike is read, and cited, in the one that holds."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.agent.retrieval.comparing import compare
from chat.agent.retrieval.families import asks_what_holds, latest, past_year, split
from chat.agent.retrieval.searches import Searcher
from chat.agent.retrieval.sides import sides
from chat.models import Assistant
from chat.tests.agent.passages import passage
from knowledge.models import Document, Visibility
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection

CREDITS = "La asignatura tiene 6 créditos ECTS y se imparte en el primer cuatrimestre."
YEARS = ("2024-2025", "2025-2026")


@pytest.fixture
def scope() -> Scope:
    where = collection()
    for course in ("Álgebra", "Estadística"):
        for year in YEARS:
            guide = Text(f"Guía de {course} ({year})", "Datos", f"{CREDITS} Se llama {course}.")
            add(where, guide, course=course, academic_year=year, published_on=None)
    return Scope((where.pk,), (Visibility.PUBLIC,))


def found(scope: Scope) -> Sequence[Passage]:
    return async_to_sync(search)("¿Cuántos créditos tiene Álgebra?", scope, 10)


@pytest.mark.django_db
def test_the_version_that_holds_takes_the_place_of_its_twin(scope: Scope) -> None:
    passages = found(scope)
    assert len(passages) == 2, "a search shows what two versions say alike once"
    evidence, _others = split(passages, 5, "¿Cuántos créditos tiene?", "")
    assert [passage.academic_year for passage in evidence] == ["2025-2026", "2025-2026"]
    assert [passage.score for passage in evidence] == [passage.score for passage in passages]
    assert all(passage.in_force and CREDITS in passage.text for passage in evidence)


@pytest.mark.django_db
def test_a_comparison_reads_what_holds_on_both_sides(scope: Scope) -> None:
    question = "Compara los créditos de Álgebra y de Estadística"
    retrieved = async_to_sync(compare)(Searcher(search, scope, SearchConfig()), question, sides(question), 0.3)
    assert {passage.academic_year for passage in retrieved.evidence} == {"2025-2026"}
    assert len({passage.title for passage in retrieved.evidence}) == 2


@pytest.mark.django_db
def test_a_comparison_of_two_years_reads_both(scope: Scope) -> None:
    question = "Compara Álgebra en 2024-2025 y en 2025-2026"
    retrieved = async_to_sync(compare)(Searcher(search, scope, SearchConfig()), question, sides(question), 0.3)
    assert {passage.academic_year for passage in retrieved.evidence} == set(YEARS)


@pytest.fixture
def replaced() -> Scope:
    """A rule of 2018 that another took the place of in 2024, and the part of it that stayed."""
    where = collection()
    same = "Las peticiones se presentan en el registro de la universidad."
    new = add(
        where,
        Text("Normas de préstamo", "Plazos", f"El préstamo dura treinta días naturales. {same}"),
        published_on=date(2024, 4, 25),
    )
    old = add(
        where, Text("Normas de préstamo@2024", "Plazos", f"El préstamo dura quince días naturales. {same}"),
        published_on=date(2018, 6, 21), superseded_by=new, version_of=new,
    )  # fmt: skip
    Document.objects.filter(pk=old.pk).update(title=new.title)
    return Scope((where.pk,), (Visibility.PUBLIC,))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("¿Cuántos días duraba el préstamo en 2020?", "quince"),
        ("¿Cuántos días dura el préstamo?", "treinta"),
        ("¿Cuántos días dura el préstamo según el Decreto 12/2019?", "treinta"),
        ("¿Cuántos días duraba el préstamo en 2024?", "treinta"),
    ],
)
def test_who_names_a_past_year_is_answered_from_what_held_then(replaced: Scope, question: str, answered: str) -> None:
    year = past_year(question, "")
    passages = async_to_sync(search)(question, replaced, 10, SearchConfig(out_of_force=1.0 if year else 0.5))
    evidence, _others = split(passages, 5, question, "")
    assert answered in evidence[0].text


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("¿Qué rector aprobó la política ambiental vigente?", True),
        ("Cal é a última versión do regulamento?", True),
        ("Who approved the policy currently in force?", True),
        ("¿Quién aprobó la política ambiental?", False),
        ("¿Qué se vigila en el examen?", False),
    ],
)
def test_who_asks_what_holds_says_so(question: str, holds: bool) -> None:
    assert asks_what_holds(question) is holds


def test_of_one_title_the_newest_is_read() -> None:
    dates = (date(2007, 6, 21), date(2024, 4, 25), None)
    old, new, undated = (replace(passage("Texto.", title="Política ambiental"), dated=day) for day in dates)
    other = replace(passage("Texto.", title="Normas"), dated=date(2001, 1, 1))
    assert latest([old, other, new, undated]) == [other, new, undated]


@pytest.mark.django_db
def test_the_agent_answers_from_a_version_that_no_longer_holds(replaced: Scope) -> None:
    Assistant.objects.create(slug="loans").collections.set(replaced.collections)
    assert "quince" in async_to_sync(_ask)("loans", "¿Cuántos días duraba el préstamo en 2020?").text


async def _ask(assistant: str, question: str) -> Answer:
    return await run.answer(Question(question), await context.load(assistant, origin="command"))

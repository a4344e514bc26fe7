"""Names of a question that no passage says."""

from dataclasses import replace

import pytest

from chat.agent.understanding.mentions import Known
from chat.agent.understanding.unsaid_names import called_courses, unsaid_names, unsaid_years
from chat.tests.agent.verification.standing import passage
from knowledge.tests.corpus import Text, add, collection

SAID = "La puerta de la sala cierra a las ocho en punto."
ASKED = "¿A qué hora cierran en el instituto Puerto de la Cruz?"


def unsaid(asked: str, **values: object) -> tuple[str, ...]:
    return unsaid_names(asked, Known().mentions(asked), [passage(SAID, **values)])


def test_a_name_that_nothing_says_is_missing() -> None:
    assert unsaid(ASKED) == ("Puerto de la Cruz",)


def test_its_publisher_may_say_it() -> None:
    assert unsaid(ASKED, publisher="IES Puerto de la Cruz · Biblioteca") == ()


@pytest.mark.parametrize(("title", "missing"), [("Sala de estudos da ULugo", ()), ("Sala de DeLugo", ("Lugo",))])
def test_a_name_with_an_initial_before_it_is_said(title: str, missing: tuple[str, ...]) -> None:
    assert unsaid("A que hora pecha a sala en Lugo?", title=title) == missing


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({"file_words": "gsa library"}, ()),
        ({"url": "https://www.gsa.example/library"}, ()),
        ({"file_words": "gas library"}, ("Glenmoor School of Art",)),
        ({}, ("Glenmoor School of Art",)),
    ],
)
def test_a_file_or_a_site_may_say_it_in_initials(values: dict[str, object], names: tuple[str, ...]) -> None:
    assert unsaid("When does the library of Glenmoor School of Art close?", **values) == names


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "title", "years"),
    [
        ("¿Cuándo se dan los premios de 2018?", "Premios de lectura", ("2018",)),
        ("¿Cuándo se dan los premios de 2018?", "Premios de lectura 2018", ()),
        ("¿Cuándo se dan los premios de 2019?", "Premios de lectura", ()),
        ("¿Cuándo se dan los premios?", "Premios de lectura", ()),
    ],
)
def test_a_year_that_the_document_says_nowhere_is_missing(asked: str, title: str, years: tuple[str, ...]) -> None:
    document = add(collection(), Text(title, "Entrega", "Los premios se dan el 3 de mayo de 2019 en la biblioteca."))
    one = replace(passage("Los premios se dan en mayo.", title=title), document_id=document.pk)
    assert unsaid_years(asked, one) == years
    assert unsaid_years(asked, replace(one, in_force=False)) == ()


@pytest.mark.parametrize(
    "asked",
    [
        "Cal é a bibliografía da materia de Computación Cuántica?",
        "¿Quién da la asignatura Computación Cuántica?",
        "Who teaches the course in Computación Cuántica?",
    ],
)
def test_a_name_may_be_called_a_course(asked: str) -> None:
    assert called_courses(asked, ["Computación Cuántica"]) == ("Computación Cuántica",)


def test_other_names_are_not() -> None:
    assert called_courses("¿En qué asignaturas se puede ir a Computación Cuántica?", ["Computación Cuántica"]) == ()

"""Whether it is asked when something is, and what says so."""

import pytest

from chat.agent.answers.answer_kinds import asks_when, tells_when
from chat.agent.answers.reading import read
from chat.tests.agent.passages import passage


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("cuando es el examen de quimica", True),
        ("Ola, sabes cando abre a piscina?", True),
        ("hasta qué día puedo apuntarme", True),
        ("when's the chemistry exam", True),
        ("By what date must I pay?", True),
        ("fecha del torneo", True),
        ("Me han admitido: ¿cuándo empiezo?", True),
        ("cuando suspendo un examen, qué hago", False),
        ("cando falto a clase que pasa", False),
        ("When I miss a class, what happens?", False),
        ("¿Qué día tiene el plan?", True),
        ("¿Cuánto vale el examen?", False),
    ],
)
def test_asking_when(question: str, asks: bool) -> None:
    assert asks_when(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("El 3 de junio, a las 9:30.", True),
        ("Abre los lunes.", True),
        ("In the second week.", True),
        ("Se publica en marzo.", True),
        ("Dous días antes da proba.", True),
        ("Páganse o día 15 de cada mes.", True),
        ("El examen vale un 50 % en el curso 2025-2026.", False),
        ("Aula 12, segundo piso.", False),
    ],
)
def test_telling_when(text: str, tells: bool) -> None:
    assert tells_when(text) is tells


COUNTS = "El examen final de Química cuenta un 60 % de la nota en el curso 2025-2026."
DATE = "Química: 14 de junio, a las 10:00, aula 3."


def test_what_says_a_date_comes_before_what_says_none_where_one_is_asked_for() -> None:
    evidence = [passage(COUNTS, section="Examen de Química"), passage(DATE, section="Calendario de exámenes")]
    assert read("¿Cuándo es el examen de Química?", evidence)[0].text == DATE
    asked, other = read("¿Cuándo es el examen de Química?", evidence), read("¿Es el examen de Química?", evidence)
    share = {one.text: one.score / asked[0].score for one in asked}
    before = {one.text: one.score for one in other}
    assert share[COUNTS] < before[COUNTS] / before[DATE]

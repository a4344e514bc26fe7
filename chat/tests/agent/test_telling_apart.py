"""The figures that tell what is said of two sides apart."""

import pytest

from chat.agent.answers.citations import Drafting
from chat.agent.answers.formats.comparison import figures_apart, told_apart
from chat.agent.answers.passages import Quote
from chat.agent.retrieval.sides import Side
from chat.tests.agent.passages import passage


def test_only_figures_that_the_other_does_not_say() -> None:
    told = figures_apart(
        ["El grado puede llevarse 10 libros 15 días.", "El doctorado puede llevarse 35 libros 15 días."]
    )
    assert told == [["10"], ["35"]]


def test_a_year_is_none_but_in_a_date() -> None:
    told = figures_apart(["El 8 de enero de 2024, hasta el 19/04/2024.", "El 8 de enero de 2025, hasta el 17/04/2025."])
    assert told == [["19/04/2024"], ["17/04/2025"]]


def test_the_header_of_a_cell_is_none() -> None:
    assert figures_apart(["[Curso 2024] 60 %", "[Curso 2025] 45 %"]) == [["60 %"], ["45 %"]]


@pytest.mark.parametrize(
    ("other", "are_told"),
    [
        ("El máster puede llevarse 15 libros 30 días.", True),
        ("La biblioteca de la ciudad presta 15 a quien empieza.", True),
        ("Se fundó en 1956 con 12 aulas en la otra ciudad.", False),
    ],
    ids=["alike", "one figure each", "several of unlike sentences"],
)
def test_figures_are_told_where_it_is_plain_what_they_are_of(other: str, are_told: bool) -> None:
    best = {}
    for name, text in (("grado", "El grado puede llevarse 10 libros."), ("máster", other)):
        best[Side(name, text)] = Quote(passage(text), 0, len(text), 0.9)
    assert bool(told_apart(best, Drafting("es"))) == are_told

"""The figures that tell what is said of two sides apart."""

import pytest

from chat.agent.answers.citations import Drafting
from chat.agent.answers.formats.telling_apart import Found, figures_apart, told_apart
from chat.agent.answers.passages import Quote
from chat.agent.retrieval.sides import Side
from chat.tests.agent.passages import passage


def test_only_figures_that_the_other_does_not_say() -> None:
    told = figures_apart(
        ["El grado puede llevarse 10 libros 15 días.", "El doctorado puede llevarse 35 libros 15 días."]
    )
    assert told == [["10"], ["35"]]


def test_the_header_of_a_cell_is_none() -> None:
    assert figures_apart(["[Curso 2024] 60 %", "[Curso 2025] 45 %"]) == [["60 %"], ["45 %"]]


@pytest.mark.parametrize(
    ("other", "are_told"),
    [("El máster puede llevarse 15 libros.", True), ("El máster se fundó en 1956 en la otra ciudad.", False)],
)
def test_figures_of_unlike_sentences_are_of_different_things(other: str, are_told: bool) -> None:
    found = []
    for name, text in (("grado", "El grado puede llevarse 10 libros."), ("máster", other)):
        quote = Quote(passage(text), 0, len(text), 0.9)
        found.append(Found(Side(name, text), (quote,), quote))
    assert bool(told_apart(found, Drafting("es"))) == are_told

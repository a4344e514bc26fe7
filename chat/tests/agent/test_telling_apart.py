"""The figures that tell what is said of two sides apart."""

from chat.agent.answers.formats.telling_apart import figures_apart


def test_only_figures_that_the_other_does_not_say() -> None:
    told = figures_apart(
        ["El grado puede llevarse 10 libros 15 días.", "El doctorado puede llevarse 35 libros 15 días."]
    )
    assert told == [["10"], ["35"]]


def test_the_header_of_a_cell_is_none() -> None:
    assert figures_apart(["[Curso 2024] 60 %", "[Curso 2025] 45 %"]) == [["60 %"], ["45 %"]]

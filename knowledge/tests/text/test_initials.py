import pytest

from knowledge.text.initials import may_be_acronym, stands_for


@pytest.mark.parametrize(
    ("acronym", "title"),
    [
        ("ubr", "Reglamento de la Universidade da Beira do Río"),
        ("edav", "Guía docente: Estructuras de Datos y Algoritmos Voraces (2026-2027)"),
        ("fcyt", "FACULTAD DE CIENCIAS Y TECNOLOGÍAS"),
        ("ull", "Normativa de la Universidad de La Ladera"),
    ],
)
def test_initials_of_words_that_follow_each_other(acronym: str, title: str) -> None:
    assert stands_for(acronym, title)


@pytest.mark.parametrize(
    ("acronym", "title"),
    [
        ("ubr", "Universidad de Verano de la Beira del Río"),  # a word between them
        ("del", "Reglamento de la Universidad"),
        ("upv", ""),
    ],
)
def test_no_other_letters(acronym: str, title: str) -> None:
    assert not stands_for(acronym, title)


def test_only_short_words_may_be_acronyms() -> None:
    assert may_be_acronym("upv")
    assert not any(map(may_be_acronym, ("de", "credito", "2026", "a-2")))

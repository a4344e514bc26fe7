"""Names of a question that no passage says."""

import pytest

from chat.agent.understanding.mentions import Known
from chat.agent.understanding.unsaid_names import called_courses, unsaid_names
from chat.tests.agent.verification.standing import passage

SAID = "La puerta de la sala cierra a las ocho en punto."
ASKED = "¿A qué hora cierran en el instituto Puerto de la Cruz?"


def unsaid(asked: str, **values: object) -> tuple[str, ...]:
    return unsaid_names(asked, Known().mentions(asked), [passage(SAID, **values)])


def test_a_name_that_nothing_says_is_missing() -> None:
    assert unsaid(ASKED) == ("Puerto de la Cruz",)


@pytest.mark.parametrize(
    "values", [{"file_words": "iespuertodelacruz normas"}, {"url": "https://www.iespuertodelacruz.example/normas"}]
)
def test_a_file_or_a_site_may_write_it_as_one_word(values: dict[str, object]) -> None:
    assert unsaid(ASKED, **values) == ()


def test_a_short_name_may_stand_within_a_word_by_chance() -> None:
    assert unsaid("¿A qué hora cierra la sala Ruz?", file_words="iespuertodelacruz") == ("Ruz",)


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

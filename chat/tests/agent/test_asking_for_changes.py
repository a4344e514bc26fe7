"""Which questions ask what changed, and of what."""

import pytest

from chat.agent.understanding.changes import asks_for_change, part_named, what_changed


@pytest.mark.parametrize(
    "question",
    [
        "What changed in Weaving since 2021?",
        "What's new in the parking rules this year?",
        "How did the deposit change?",
        "Has the opening time changed?",
        "¿Qué ha cambiado en las normas de aparcamiento?",
        "¿Qué novedades trae la guía de Cerámica?",
        "¿Ha cambiado la fianza respecto al año pasado?",
        "Que cambiou no regulamento do comedor?",
        "Que hai de novo na guía de Cerámica?",
        "diferencias entre la guía de este año y la del año pasado",
        "¿qué diferencia hay entre la guía de este año y la del anterior?",
    ],
)
def test_a_question_for_a_change_is_recognised(question: str) -> None:
    assert asks_for_change(question)


@pytest.mark.parametrize(
    "question",
    [
        "How do I change my group?",
        "Can I change trains in Melbourne?",
        "¿Cómo cambio la cuenta en la que me cobran?",
        "¿Qué cambios puedo hacer en la matrícula?",
        "Que cambia se me paso a tempo parcial?",
        "What happens if my address has changed?",
        "¿Qué acuerdo cambió el artículo 42?",
        "diferencias entre Álgebra y Cálculo",
        "¿Qué diferencia hay entre la anterior matrícula y un traslado?",
    ],
)
def test_who_wants_to_change_something_asks_something_else(question: str) -> None:
    assert not asks_for_change(question)


@pytest.mark.parametrize(
    ("question", "of_title", "part"),
    [
        ("What changed in the parking rules since 2021?", {"parking"}, ""),
        ("How did the deposit change in the parking rules?", {"parking"}, "the deposit in the rules"),
        ("¿Qué ha cambiado en el precio de la residencia?", {"residencia"}, "precio"),
        ("diferencias entre la guía de cerámica de este año y la anterior", {"ceramica"}, ""),
    ],
)
def test_the_part_of_the_document_is_what_its_title_does_not_say(question: str, of_title: set[str], part: str) -> None:
    assert part_named(what_changed(question), frozenset(of_title)).removeprefix("en el ") == part

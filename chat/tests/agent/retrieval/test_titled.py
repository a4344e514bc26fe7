import pytest

from chat.agent.retrieval.titled import without_siblings
from chat.tests.agent.passages import passage

FORM = "Guía docente de la asignatura "
GUIDES = [
    passage("Evaluación continua: dos pruebas.", title=f"{FORM}{name} (2023 - 2024)")
    for name in ("Sistemas Operativos", "Cálculo", "Inglés Técnico", "Trabajo de Fin de Grado")
]
RULES = passage("La evaluación continua tiene pruebas.", title="Reglamento de evaluación")


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("¿Qué pide la evaluación continua en Cálculo?", ["Cálculo"]),
        ("evaluacion continua de sistemas operativos", ["Sistemas Operativos"]),
        ("¿Qué pide el TFG?", ["Trabajo de Fin de Grado"]),
        ("Cálculo o Sistemas Operativos, ¿cuál pide más pruebas?", ["Sistemas Operativos", "Cálculo"]),
    ],
)
def test_what_a_question_names_is_not_answered_by_others_of_the_same_form(question: str, left: list[str]) -> None:
    titles = [found.title for found in without_siblings(question, [*GUIDES, RULES])]
    assert titles == [f"{FORM}{name} (2023 - 2024)" for name in left] + [RULES.title]


@pytest.mark.parametrize("question", ["¿Cuándo es el examen?", "el resumen en inglés", "la evaluación continua"])
def test_all_are_read_where_none_is_named_for_sure(question: str) -> None:
    assert without_siblings(question, [*GUIDES, RULES]) == [*GUIDES, RULES]

"""What a question asks for by name."""

import pytest

from chat.agent.answers.focus import focus


@pytest.mark.parametrize(
    ("question", "concepts", "asked_for"),
    [
        ("Cantos exemplares ten a Biblioteca de Dereito?", ["exemplares", "biblioteca", "dereito"], "exemplares"),
        ("¿Quién es el decano de Economía?", ["decano", "economia"], "decano"),
        ("Which textbook is used in Text Mining?", ["textbook", "text", "mining"], "textbook"),
        ("Quen dirixe a Escola de Náutica?", ["dirixe", "escola", "nautica"], "dirixe"),
        ("¿A qué hora abre la biblioteca?", ["hora", "abre", "biblioteca"], "abre"),
    ],
)
def test_it_is_the_concept_after_the_interrogative(question: str, concepts: list[str], asked_for: str) -> None:
    place = focus(question, concepts)
    assert place is not None
    assert concepts[place] == asked_for


@pytest.mark.parametrize("question", ["horario de la secretaría", "¿Cuánto tiempo tengo?", ""])
def test_some_questions_name_nothing(question: str) -> None:
    assert focus(question, ["horario", "tiempo"]) is None

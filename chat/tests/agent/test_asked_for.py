import pytest

from chat.agent.understanding.asked_for import wants_whole


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("¿Cómo se evalúa Cálculo Numérico?", "assessment"),
        ("Que documentos piden para o voluntariado?", "list"),
        ("How do I apply for a locker?", "procedure"),
        ("bibliografía de Cálculo Numérico", "bibliography"),
        ("Cal é o correo electrónico do conserxe?", "contact"),
        ("What are the opening hours of the pool?", "schedule"),
        ("¿Cuántos créditos tiene Cálculo Numérico?", ""),
        ("Quen descubriu a illa?", ""),
        ("When was the tower built?", ""),
    ],
)
def test_what_a_question_asks_for(question: str, whole: str) -> None:
    assert wants_whole(question) == whole

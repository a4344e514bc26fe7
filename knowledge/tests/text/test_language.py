import pytest

from knowledge.text.language import identify


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("¿Cuántos libros puedo llevarme en préstamo?", "es"),
        ("Cantos libros podo levar en préstamo?", "gl"),
        ("How many books can I borrow?", "en"),
        ("¿Cuál es el horario de la biblioteca?", "es"),
        ("Cal é o horario da biblioteca?", "gl"),
        ("A que hora pecha a biblioteca da facultade?", "gl"),
        ("Prazo de matrícula", "gl"),
        ("Plazo de matrícula", "es"),
        ("Quen é a coordinadora do grao?", "gl"),
        ("¿Quién es el rector de la universidad?", "es"),
        ("opening hours of the library", "en"),
        ("Que peso ten o exame final?", "gl"),
        ("Qué peso tiene el examen final", "es"),
        ("Como se avalía Programación I?", "gl"),
        ("Quero ir tres días a Sydney con pouco orzamento", "gl"),
        ("Do I pass?", "en"),
        ("Ola!", "gl"),
        ("Hola", "es"),
        ("Hi", "en"),
    ],
)
def test_identify(text: str, language: str) -> None:
    assert identify(text) == language


def test_a_word_or_two_are_taken_for_the_language_of_the_page() -> None:
    assert identify("Ola!", likely="gl") == "gl"
    assert identify("Quen es?", likely="gl") == "gl"
    assert identify("¿Cuántos libros puedo llevarme en préstamo?", likely="gl") == "es"


def test_a_text_without_words_has_the_language_expected() -> None:
    assert identify("12.3 / 2015", default="gl") == "gl"

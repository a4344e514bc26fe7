import pytest

from knowledge.ingestion.layout.hyphens import Hyphens

TEXT = ["El examen teórico y el práctico se hacen en junio; la contra-", "parte se publica en el semi-", "nario."]


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("de carácter teórico-", "práctico", "de carácter teórico-práctico"),
        ("la contra-", "parte", "la contraparte"),
        ("la califica-", "ción", "la calificación"),
        ("el curso 2024-", "2025", "el curso 2024-2025"),
        ("de 9 a", "14 horas", "de 9 a 14 horas"),
    ],
)
def test_a_hyphen_between_words_of_the_document_stays(before: str, after: str, joined: str) -> None:
    assert Hyphens([TEXT]).before(before, after) + after == joined


def test_what_is_written_as_one_word_elsewhere_is_one() -> None:
    hyphens = Hyphens([["El medio de transporte llega a mediodía, que es", "la mitad del día medio."]])
    assert hyphens.before("a medio-", "día") == "a medio"
    assert hyphens.before("de medio-", "transporte") == "de medio-"

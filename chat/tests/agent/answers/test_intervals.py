import pytest

from chat.agent.answers.question_words import holds
from chat.agent.answers.reading import read
from chat.tests.agent.passages import passage


@pytest.mark.parametrize(
    ("text", "number", "inside"),
    [
        ("Entre 2.500,01 € e 3.150 €: 3,30 puntos", "3.000", True),
        ("Entre 3.150,01 € y 5.050 €: 2,20 puntos", "3.000", False),
        ("de 81 a 90 %", "85", True),
        ("81% - 90%: 4", "85", True),
        ("[Alumnos] 31–50 · [Días] 3", "40", True),
        ("between 10 and 20 students", "20", True),
        ("from 1,200 to 2,400 kg", "1500", True),
        ("Las notas 10 y 20 no cuentan.", "15", False),
        ("de 90 a 81", "85", False),
        ("hasta 50", "40", False),
        ("Del 7.11.2022 al 9.12.2022, de 6.11.2022 a 10.11.2022", "7", False),
        ("apartados 4.2.1 a 4.2.3", "4", False),
        ("de 6 a 10", "6.11.2022", False),
    ],
)
def test_an_interval_holds_the_numbers_between_its_ends(text: str, number: str, inside: bool) -> None:
    assert holds(text, number) is inside


def test_the_row_whose_interval_holds_the_number_answers_first() -> None:
    rows = (
        "Hasta 2.500 €: 4,40 puntos",
        "Entre 2.500,01 € y 3.800 €: 3,30 puntos",
        "Entre 3.800,01 € y 5.050 €: 2,20 puntos",
    )
    found = passage("Puntos por la renta de la familia\n" + "\n".join(rows), section="Puntuación por renta")
    ranked = read("¿Cuántos puntos dan con una renta de 3.000 euros?", [found])
    assert ranked[0].text == rows[1]

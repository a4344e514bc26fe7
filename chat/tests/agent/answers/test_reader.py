from itertools import pairwise

import numpy as np
import pytest

from chat.agent.answers.reader.reader import Reader
from knowledge.embedding.e5 import E5

HOURS = (
    "Biblioteca › Horario\n"
    "La biblioteca abre de lunes a viernes de 8:30 a 21:00. "
    "El préstamo dura quince días y se renueva dos veces. "
    "El carné se pide en el mostrador de la planta baja."
)
QUESTION = "¿A qué hora abre la biblioteca?"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(E5(threads=1), threads=1)


def test_the_answer_is_marked_in_its_sentence(reader: Reader) -> None:
    (reading,) = reader.read(QUESTION, [HOURS])
    assert reading.best[0] is not None
    assert "8:30" in HOURS[slice(*reading.best[0])]


def test_the_sentence_that_answers_is_the_most_relevant(reader: Reader) -> None:
    (reading,) = reader.read(QUESTION, [HOURS])
    starts = [HOURS.index("La biblioteca"), HOURS.index("El préstamo"), HOURS.index("El carné"), len(HOURS)]
    relevances = [reading.relevance(start, end) for start, end in pairwise(starts)]
    assert int(np.argmax(relevances)) == 0


def test_a_passage_that_answers_scores_above_one_that_does_not(reader: Reader) -> None:
    other = "Comedor › Menú\nEl menú del día cuesta 6,20 euros y se paga con la tarjeta universitaria."
    answering, not_answering = reader.read(QUESTION, [HOURS, other])
    assert answering.best[1] > not_answering.best[1]


def test_a_long_passage_is_read_to_its_end(reader: Reader) -> None:
    filler = "El comedor ofrece menú vegetariano todos los días del curso. " * 40
    context, text = HOURS.split("\n")
    passage = f"{context}\n{filler}\n{text}"
    (reading,) = reader.read(QUESTION, [passage])
    assert reading.best[0] is not None
    assert "8:30" in passage[slice(*reading.best[0])]


def test_nothing_is_scored_where_there_is_no_text(reader: Reader) -> None:
    (reading,) = reader.read(QUESTION, [""])
    assert reading.best[0] is None
    assert reading.relevance(0, 10) == -np.inf


def test_what_was_read_for_a_question_is_not_read_again(reader: Reader) -> None:
    (first,) = reader.read(QUESTION, [HOURS])
    (again,) = reader.read(QUESTION, [HOURS])
    (other,) = reader.read("¿Cuánto dura el préstamo?", [HOURS])
    assert again is first
    assert other is not first

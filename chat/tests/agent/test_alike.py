"""What two documents of one form say alike, with other figures."""

from dataclasses import replace

import pytest

from chat.agent.answers.formats.alike import alike, is_same_but_for_figures
from chat.agent.answers.measures import quotes_in
from chat.agent.answers.passages import Quote
from chat.tests.agent.passages import passage


def quotes(*texts: str) -> list[Quote]:
    """Each a little less sure than the one before."""
    found = quotes_in([passage("\n\n".join(texts))])
    return [replace(one, score=0.9 - place / 10) for place, one in enumerate(found)]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("Trabajos en casa: 35 %", "Trabajos en casa: 20 %"),
        ("Trabajos en casa: 20 %", None),  # no other figure
        ("Trabajos en casa: muchos", None),  # no figure
        ("El comedor abre a las 13:30 todos los días.", None),
    ],
)
def test_the_same_words_with_other_figures(other: str, expected: str | None) -> None:
    one = quotes("El trabajo en casa se hace sin ayuda.", "Trabajos en casa: 20 %")
    pair = alike([one, quotes("Se cuenta mucho con los trabajos.", other)])
    assert (pair and pair[0].text) == expected
    assert pair is None or is_same_but_for_figures(*pair)


def test_a_sentence_may_be_worded_a_little_otherwise() -> None:
    one = quotes("Las clases empiezan el 1 de octubre y acaban el 30 de mayo.")
    other = quotes("Este año las clases empiezan el 2 de octubre y acaban el viernes 31 de mayo.")
    pair = alike([one, other])
    assert pair
    assert not is_same_but_for_figures(*pair)


def test_of_three_nothing_is_compared_so() -> None:
    assert alike([quotes("Créditos: 6"), quotes("Créditos: 12"), quotes("Créditos: 3")]) is None

"""Which quote of the evidence answers, and how surely."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from chat.agent.answers import measures
from chat.agent.answers.measures import NAMES, measured, quotes_in
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.answers.reader.reader import Reading
from chat.agent.answers.reading import TELLING, confidence, of_section, read, weights
from chat.tests.agent.passages import passage
from knowledge.retrieval.config import Passage

LOANS = passage(
    "El alumnado de doctorado puede llevarse 35 obras durante 30 días.\n"
    "La biblioteca abre de ocho a nueve.\n"
    "El carné se recoge en secretaría.",
    section="Préstamo",
    title="Préstamo de biblioteca",
)
CANTEEN = passage("El comedor sirve un menú vegetariano cada día.", section="Comedor", title="Comedores", score=0.4)


def found(dense: float) -> list[Passage]:
    return [replace(LOANS, dense=dense), replace(CANTEEN, dense=dense - 0.08)]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("¿Cuántas obras puede llevarse un estudiante de doctorado?", "35 obras"),
        ("How many books can a doctoral student borrow?", "35 obras"),
        ("A que hora abre a biblioteca?", "abre de ocho a nueve"),
        ("¿Qué menú hay en el comedor?", "vegetariano"),
    ],
)
def test_the_quote_that_answers_comes_first(question: str, answer: str) -> None:
    assert answer in read(question, found(0.88))[0].text


POOL = "El bono de quince baños de la piscina se recoge en taquilla, de 9 a 13 horas{}."


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("¿Cuánto cuesta el bono de quince baños de la piscina?", " y cuesta 30 €"),
        ("precio del bono de quince baños de la piscina", " y es gratuito"),
        ("correo electrónico de la taquilla de la piscina", "; piscina@ubr.example"),
    ],
)
def test_a_price_or_an_address_that_is_asked_for_must_be_there(question: str, value: str) -> None:
    without, with_it = (
        confidence(read(question, [passage(POOL.format(more), section="Bonos", title="Piscina"), CANTEEN]))
        for more in ("", value)
    )
    assert without < 0.25
    assert with_it > 2 * without


def test_confidence_is_a_probability_and_lower_where_nothing_answers() -> None:
    sure = confidence(read("¿Cuántas obras puede llevarse un estudiante de doctorado?", found(0.88)))
    unsure = confidence(read("¿Qué temperatura tiene la superficie de Venus?", found(0.78)))
    assert 0 < unsure < sure < 1
    assert confidence(read("¿Qué?", [])) == 0.0


def test_measures_have_a_weight_each() -> None:
    evidence = found(0.88)
    ranked = quotes_in(evidence)
    rows = measured("¿Cuántas obras?", evidence, ranked)
    assert rows.shape == (4, len(NAMES))
    assert np.isfinite(rows).all()
    assert len(weights().ranking) == len(NAMES)
    assert len(weights().answerable) == 2 + len(TELLING) + 1


def test_names_of_a_question_are_capitals_inside_it_and_figures() -> None:
    asked = QuestionWords("¿Quién imparte Álgebra en 2024-2025?")
    assert asked.names >= {"algebra", "2024-2025"}
    assert "algebra" in asked.said(terms_of("Guía de Álgebra", "es"))


def test_a_code_in_a_heading_is_said_however_it_is_written() -> None:
    asked = QuestionWords("When is the exam of FIS 214?")
    assert asked.names == {"fis", "214"}
    assert asked.names <= asked.said(asked.above(passage("May 9", section="Dates", title="fis214")))


def test_of_two_sections_the_one_with_several_likely_quotes_comes_first() -> None:
    several = passage("Uno.\nDos.\nTres.", section="Requisitos")
    alone = passage("Cuatro.\nCinco.", section="Otros")
    quotes = quotes_in([several, alone])
    likely = np.array([0.6, 0.5, 0.4, 1.0, 0.1])
    ranked = likely * of_section(quotes, likely)
    assert ranked == pytest.approx([1.5, 1.25, 1.0, 1.1, 0.11])
    assert of_section(quotes[:1], likely[:1]) == pytest.approx([1.0])


def test_the_only_passage_of_a_collection_answers_as_surely_as_one_among_many() -> None:
    rule = passage("La tarjeta de la biblioteca cuesta cinco euros al año.", section="Tarjeta", title="Tarifas")
    assert confidence(read("¿Cuánto cuesta la tarjeta de la biblioteca?", [rule])) > 0.6
    assert confidence(read("¿Quién es el rector?", [rule])) < 0.1


def test_a_sentence_that_affirms_what_is_asked_is_an_answer() -> None:
    rule = passage("El seguro escolar es obligatorio.", section="Matrícula", title="Normas")
    assert read("¿Es obligatorio el seguro escolar?", [rule])


@pytest.mark.parametrize(
    ("passages", "asked"),
    [
        ([replace(LOANS, academic_year="2020-2021")], {"¿Cuántos días duraba el préstamo?"}),
        ([replace(LOANS, dated=date(2020, 3, 1))], {"¿Cuántos días duraba el préstamo?"}),
        ([replace(LOANS, dated=date(2018, 3, 1), in_force=False)], {"¿Cuántos días duraba el préstamo?"}),
        ([replace(LOANS, file_words="primavera 2020")], {"¿Cuántos días duraba el préstamo?"}),
        ([replace(LOANS, title="Préstamo, primavera de 2020")], {"¿Cuántos días duraba el préstamo?"}),
        ([replace(LOANS, dated=date(2018, 3, 1))], {"¿Cuántos días duraba el préstamo en 2020-1?"}),
        ([LOANS], {"¿Cuántos días duraba el préstamo en 2020-1?"}),
        (
            [LOANS, replace(CANTEEN, section_id=7, dated=date(2020, 3, 1))],
            {"¿Cuántos días duraba el préstamo?", "¿Cuántos días duraba el préstamo en 2020-1?"},
        ),
    ],
)
def test_documents_of_the_year_that_is_asked_about_are_asked_without_it(
    passages: list[Passage], asked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, questions = measures.get_reader(), set()

    class Remembering:
        def read(self, question: str, texts: Sequence[str]) -> list[Reading]:
            questions.add(question)
            return reader.read(question, texts)

    monkeypatch.setattr(measures, "get_reader", Remembering)
    read("¿Cuántos días duraba el préstamo en 2020-1?", passages)
    assert questions == asked

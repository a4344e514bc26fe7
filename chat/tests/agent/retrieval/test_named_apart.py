from dataclasses import replace
from datetime import date

import pytest

from chat.agent.answers.formats.side_by_side import side_by_side
from chat.agent.retrieval.named_apart import named_apart
from chat.tests.agent.passages import passage
from knowledge.retrieval.config import Passage

GUIDE = "Guía docente de la asignatura "
ALGEBRA = passage("- Créditos ECTS: 6,0\n- Idioma: castellano", title=GUIDE + "Álgebra Lineal")
THESIS = passage("- Créditos ECTS: 12,0\n- Idioma: galego", title=GUIDE + "Trabajo de Fin de Grado")
OTHERS = tuple(passage("Créditos.", title=GUIDE + name) for name in ("Redes", "Sistemas Operativos", "Compiladores"))
FEES_2023, FEES_2025 = (
    replace(passage(f"El crédito cuesta {price} euros.", title=f"Precios públicos {year}"), dated=date(year, 9, 1))
    for price, year in (("12,30", 2023), ("13,10", 2025))
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", ["TFG", "Álgebra Lineal"]),
        ("Is Compiladores worth more than Redes or Álgebra Lineal?", ["Redes", "Álgebra Lineal"]),
        ("cantos créditos ten Redes e cantos Compiladores", ["Redes", "Compiladores"]),
        ("¿Cuántos créditos tiene Álgebra Lineal?", []),
        ("¿Qué créditos y qué idioma tiene Sistemas Operativos?", []),
        ("o libro de Redes", []),
        ("Is the exam worth more in Redes than in Compiladores?", ["Redes", "Compiladores"]),
        ("¿Qué pide Redes que no pide Compiladores?", ["Redes", "Compiladores"]),
        ("¿Qué grupo de Redes es más grande, Compiladores o Álgebra Lineal?", ["Compiladores", "Álgebra Lineal"]),
    ],
)
def test_documents_are_named_apart_by_their_titles(question: str, names: list[str]) -> None:
    assert [side.name for side in named_apart(question, (ALGEBRA, THESIS, *OTHERS))] == names


def test_each_side_is_asked_without_the_name_of_the_other() -> None:
    first, second = named_apart("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", (ALGEBRA, THESIS, *OTHERS))
    assert (first.query, first.documents) == ("¿Cuántos créditos tiene el TFG?", {THESIS.document_id})
    assert (second.query, second.documents) == (
        "¿Cuántos créditos tiene el cuántos Álgebra Lineal?",
        {ALGEBRA.document_id},
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which one counts the midterm more, cs381 or City Tech?", ["cs381", "City Tech"]),
        ("¿En qué cambian las normas de 2019 y las de 2024?", ["normas de 2019", "2024"]),
    ],
)
def test_codes_two_words_in_one_and_years_name_documents_too(question: str, names: list[str]) -> None:
    found = (
        replace(passage("Midterm 30 %.", title="Grading Policy"), file_words="CS 381"),
        passage("Midterm 25 %.", title="Citytech Syllabus"),
        *(replace(passage("Normas.", title="Normas de la casa"), dated=date(year, 5, 1)) for year in (2019, 2024)),
        *OTHERS,
    )
    assert [side.name for side in named_apart(question, found)] == names


def test_where_nothing_is_compared_one_small_word_names_no_document() -> None:
    found = (ALGEBRA, passage("Faltas.", title="Redes de la escuela"), passage("Excusas.", title="El justificante"))
    asked = "llevo días sin ir a la {} y sin {}, ¿qué pasa?"
    assert named_apart(asked.format("escuela", "justificante"), found)
    assert not named_apart(asked.format("escuela", "justificante"), found, is_comparison=False)
    assert named_apart(asked.format("Escuela", "Justificante"), found, is_comparison=False)


def test_of_a_named_document_is_asked_what_is_asked_and_nothing_of_its_name() -> None:
    question = "¿Dónde vale más el examen, en Redes o en Álgebra Lineal, según la ISO?"
    sides = named_apart(question, (ALGEBRA, THESIS, *OTHERS))
    assert {side.wordings[-1] for side in sides} == {"vale examen según ISO"}


def test_a_title_that_says_both_is_one_document() -> None:
    both = passage("Créditos.", title="Álgebra Lineal y Redes")
    assert not named_apart("¿Cuántos créditos tienen Álgebra Lineal y Redes?", (both, ALGEBRA, *OTHERS))


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("¿Cuánto subió el crédito entre 2023 y 2025?", ["2023", "2025"]),
        ("¿Cuánto cuesta en 2025 el crédito que no se pagó en 2023?", ["2025", "2023"]),
        ("¿Cuánto subió el crédito de 2023 a 2025?", ["2023", "2025"]),
        ("How much more is a credit of curso2023 than in 2025?", ["2023", "2025"]),
        ("¿Cuánto cuesta el crédito en 2025?", []),
        ("¿Cuánto subió el crédito entre 2023 y 2024?", []),
        ("¿Qué cuesta según el Decreto 12/2023 el crédito en 2025?", []),
    ],
)
def test_years_name_the_documents_that_are_of_them(question: str, years: list[str]) -> None:
    assert [side.name for side in named_apart(question, (FEES_2023, FEES_2025))] == years


def test_each_document_answers_under_its_name_and_a_silent_one_is_left_out() -> None:
    def answer(question: str, *found: Passage) -> str:
        return side_by_side(named_apart(question, found), found, "es").text

    told = answer("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", ALGEBRA, THESIS, *OTHERS)
    assert told.index("### TFG") < told.index("12,0") < told.index("### Álgebra Lineal") < told.index("6,0")
    silent = replace(FEES_2023, text="Se aprueba la norma.", section_text="Se aprueba la norma.", end=20)
    told = answer("¿Cuánto cuesta el crédito en 2023 y en 2025?", silent, FEES_2025)
    assert "13,10" in told
    assert "2023" not in told


def test_two_forms_answer_under_the_same_label() -> None:
    thesis = replace(THESIS, section_text="Hacen falta 174 créditos de otras materias.\n- Créditos ECTS: 12,0")
    thesis = replace(thesis, text=thesis.section_text, end=len(thesis.section_text))
    sides = named_apart("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", (ALGEBRA, thesis, *OTHERS))
    text = side_by_side(sides, (ALGEBRA, thesis), "es").text
    assert 0 < text.index("12,0") < text.index("6,0")
    assert "174" not in text[: text.index("12,0")]


def test_a_year_is_compared_with_what_is_in_force_now() -> None:
    old = replace(passage("Siete días.", title="Normas de préstamo"), dated=date(2019, 5, 1), in_force=False)
    new = replace(passage("Quince días.", title="Política de préstamo"), dated=date(2024, 5, 1))
    sides = named_apart("Que diferenza hai entre o préstamo do 2019 e o de agora?", (old, new, *OTHERS))
    assert [side.documents for side in sides] == [{old.document_id}, {new.document_id}]
    assert named_apart("Que diferenza hai entre o préstamo do 2019 e o de sempre?", (old, new, *OTHERS)) == ()

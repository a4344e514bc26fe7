from dataclasses import replace
from datetime import date

import pytest

from chat.agent.answers.formats.comparison import compare
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
        ("¿Qué grupo de Redes es más grande, Compiladores o Álgebra Lineal?", ["Compiladores", "Álgebra Lineal"]),
    ],
)
def test_documents_are_named_apart_by_their_titles(question: str, names: list[str]) -> None:
    assert [side.name for side in named_apart(question, (ALGEBRA, THESIS, *OTHERS))] == names


def test_each_side_is_asked_without_the_name_of_the_other() -> None:
    first, second = named_apart("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", (ALGEBRA, THESIS, *OTHERS))
    assert (first.query, first.documents) == ("¿Cuántos créditos tiene el TFG?", {THESIS.document_id})
    assert (second.query, second.documents) == (
        "¿Cuántos créditos tiene el Álgebra Lineal?",
        {ALGEBRA.document_id},
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which one counts the midterm more, cs381 or Citytech?", ["cs381", "Citytech"]),
        ("¿En qué cambian las normas de 2019 y las de 2024?", ["2019", "2024"]),
    ],
)
def test_codes_and_years_name_documents_too(question: str, names: list[str]) -> None:
    found = (
        replace(passage("Midterm 30 %.", title="Grading Policy"), file_words="CS 381"),
        passage("Midterm 25 %.", title="Citytech Syllabus"),
        *(replace(passage("Normas.", title="Normas de la casa"), dated=date(year, 5, 1)) for year in (2019, 2024)),
        *OTHERS,
    )
    assert [side.name for side in named_apart(question, found)] == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("daily fine: Redes versus Compiladores", ["Redes", "Compiladores"]),
        ("que día é o exame de Redes", []),
    ],
)
def test_words_that_compare_join_too(question: str, names: list[str]) -> None:
    assert [side.name for side in named_apart(question, (ALGEBRA, THESIS, *OTHERS))] == names


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("¿Cuánto costaba el crédito en 23-24 y cuánto en 25-26?", ["23-24", "25-26"]),
        ("canto custaba o crédito no curso 23/24 e canto no 2025-26?", ["23/24", "2025-26"]),
        ("¿Qué abren el 23-24 de mayo y el 25-26 de mayo?", []),
    ],
)
def test_years_in_short_name_documents_too(question: str, years: list[str]) -> None:
    assert [side.name for side in named_apart(question, (FEES_2023, FEES_2025))] == years


def test_words_that_titles_share_name_none_of_them() -> None:
    found = (
        *(passage("Precio.", title=f"Tasas del taller de {name}") for name in ("vela", "remo")),
        passage("Nada.", title="Taller"),
        *OTHERS,
    )
    sides = named_apart("precio del taller de vela versus el taller de remo", found)
    assert [side.documents for side in sides] == [{found[0].document_id}, {found[1].document_id}]


def test_a_code_of_two_words_is_one_name() -> None:
    found = [passage("Texto.", title=title) for title in ("CS 455 Databases", "CS 161 Programming")]
    sides = named_apart("where does homework count more, in cs 455 or in cs 161?", found)
    assert [side.name for side in sides] == ["cs 455", "cs 161"]


def test_a_title_that_is_a_files_name_is_read_by_its_words() -> None:
    task = passage("El informe: 40 %.", title="UD01_B12_Informe_final")
    sides = named_apart("¿Cuánto vale la B12 y cuánto Redes?", (task, *OTHERS))
    assert [side.name for side in sides] == ["B12", "Redes"]


def test_where_nothing_is_compared_one_small_word_names_no_document() -> None:
    found = (ALGEBRA, passage("Faltas.", title="Redes de la escuela"), passage("Excusas.", title="El justificante"))
    asked = "llevo días sin ir a la {} y sin {}, ¿qué pasa?"
    assert named_apart(asked.format("escuela", "justificante"), found)
    assert not named_apart(asked.format("escuela", "justificante"), found, is_comparison=False)
    assert named_apart(asked.format("Escuela", "Justificante"), found, is_comparison=False)


def test_of_a_named_document_is_asked_what_is_asked_and_nothing_of_its_name() -> None:
    question = "¿Dónde vale más el examen, en Redes o en Álgebra Lineal?"
    sides = named_apart(question, (ALGEBRA, THESIS, *OTHERS))
    assert {side.asked for side in sides} == {"vale examen"}


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
        return compare(named_apart(question, found), found, "es").text

    told = answer("¿Cuántos créditos tiene el TFG y cuántos Álgebra Lineal?", ALGEBRA, THESIS, *OTHERS)
    assert told.index("### TFG") < told.index("12,0") < told.index("### Álgebra Lineal") < told.index("6,0")
    silent = replace(FEES_2023, text="Se aprueba la norma.", section_text="Se aprueba la norma.", end=20)
    told = answer("¿Cuánto cuesta el crédito en 2023 y en 2025?", silent, FEES_2025)
    assert "13,10" in told
    assert "2023" not in told

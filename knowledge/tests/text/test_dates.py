from datetime import date

import pytest

from knowledge.text import dates

DAY = date(2024, 9, 12)


@pytest.mark.parametrize(
    "text",
    [
        "2024-09-12", "12/09/2024", "12.9.2024", "12 de septiembre de 2024", "12 de setiembre del 2024",
        "12 de setembro de 2024", "12 September 2024", "September 12, 2024", "12th of September 2024", "12 sept. 2024",
        "2024-09-12T10:00:00Z", "Thu, 12 Sep 2024 08:00:00 GMT",
    ],
)  # fmt: skip
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert dates.parse_date(text) == DAY


def test_a_month_without_a_day_is_its_first() -> None:
    assert dates.parse_date("marzo de 2023") == date(2023, 3, 1)


@pytest.mark.parametrize("text", ["", "31/02/2024", "sin fecha", "12 de brumario de 2024", "20240912"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert dates.parse_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Última actualización: 12 de septiembre de 2024",
        "Data da última modificación: 12 de setembro de 2024",
        "Actualizado o 12/09/2024",
        "Fecha de última revisión el 12.9.2024",
        "This page was last updated on 12 September 2024.",
        "Última actualización da páxina: 12/09/2024",
    ],
)
def test_the_last_update_is_found_by_its_label(text: str) -> None:
    assert dates.find_modified(f"Normas de uso.\n{text}\nMás texto.") == DAY


def test_other_dates_are_not_taken_for_the_documents() -> None:
    text = "Empieza el 12 de septiembre de 2024.\n[Fecha] 3 de mayo de 2024 · [Aula] A1\nFecha límite: pronto."
    assert dates.find_modified(text) is None


@pytest.mark.parametrize("text", ["2025-2026", "Curso 2025/26", "curso 2025–26", "guia_2025-2026_es", "2025/2026"])
def test_an_academic_year_is_read_however_it_is_written(text: str) -> None:
    assert dates.academic_year(text) == "2025-2026"


@pytest.mark.parametrize("text", ["2025", "2020-2026", "2025-09-12", "12/09/2025", "981-2025-26", ""])
def test_what_is_no_academic_year_is_empty(text: str) -> None:
    assert dates.academic_year(text) == ""


@pytest.mark.parametrize(
    "text", ["curso 25/26", "becas 25-26", "(25/26)", "guia_redes_25-26", "the 25–26 handbook", "edición de 25-26"]
)
def test_an_academic_year_is_read_in_short_too(text: str) -> None:
    assert dates.academic_year(text) == "2025-2026"
    assert [year.first for year in dates.named_years(text)] == [2025]
    assert dates.first_year(text) == 2025
    assert "25" not in dates.without_years(text)


@pytest.mark.parametrize(
    "text",
    [
        "el 25-26 de mayo", "programa 25-26 de mayo", "25/26 May", "November 25-26, 2019",
        "días 25-26", "aula 25-26", "páginas 25-26", "25-26 h",
        "de 15-16 horas", "25-26 %", "10/11", "25-27", "25-26-27", "12/25-26", "3.25-26",
    ],
)  # fmt: skip
def test_another_reading_of_two_numbers_is_likelier(text: str) -> None:
    assert dates.academic_year(text) == ""
    assert not [year for year in dates.named_years(text) if year.first != 2019]


@pytest.mark.parametrize(("text", "named"), [("del 2024-1", "2024-1"), ("2024/2?", "2024/2"), ("2024-1-12", "2024")])
def test_a_term_of_a_year_is_named_with_it(text: str, named: str) -> None:
    (year,) = dates.named_years(text)
    assert (year.first, text[year.start : year.end]) == (2024, named)


def test_the_number_of_a_code_is_no_year() -> None:
    text = "British Political History (L2010) in 2023/24"
    assert [year.first for year in dates.named_years(text)] == [2023]
    assert dates.first_year("l2010") is dates.first_year("MAT2030") is None


@pytest.mark.parametrize("name", ["guide2024", "guide_2024", "GUIA2024", "BASES 2024"])
def test_the_name_of_a_file_may_end_in_a_year(name: str) -> None:
    assert dates.first_year(name) == 2024


def test_of_small_numbers_a_word_says_that_they_are_a_year() -> None:
    assert dates.academic_year("curso 10/11") == "2010-2011"
    assert dates.academic_year("abre 10/11") == ""


def test_in_a_text_a_year_in_short_is_called_one() -> None:
    assert dates.find_academic_year("Normas para el curso 25/26") == "2025-2026"
    assert dates.find_academic_year("Ganaron 25-26 al otro centro") == ""


def test_a_year_in_the_body_is_not_the_documents() -> None:
    assert dates.find_academic_year("Normas de matrícula\n" + "texto " * 100 + "desde el curso 2023-2024") == ""


def test_every_academic_year_is_found_where_it_stands() -> None:
    text = "From 2024/25 to 2025-2026, not 2020-2026"
    found = dates.academic_years(text)
    assert [str(year) for year in found] == ["2024-2025", "2025-2026"]
    assert [text[year.start : year.end] for year in found] == ["2024/25", "2025-2026"]


def test_years_alone_and_academic_ones() -> None:
    assert dates.first_year("Normas do curso 2024-25") == 2024
    assert dates.first_year("Normas de 2023") == 2023
    assert dates.first_year("Código 120234") is None
    assert dates.without_years("Guía 2024/2025, versión de 2024").split() == ["Guía", ",", "versión", "de"]


@pytest.mark.parametrize("text", ["ata o 9 de marzo", "By March 9th", "o 20 febreiro", "entrega: 9/3", "do 01/12/2024"])
def test_days_are_told_with_and_without_a_year(text: str) -> None:
    assert dates.names_day(text)


@pytest.mark.parametrize("text", ["curso 24/25", "Lei 30/2015", "en marzo de 2024", "9 créditos", "2024/12"])
def test_years_laws_and_numbers_name_no_day(text: str) -> None:
    assert not dates.names_day(text)

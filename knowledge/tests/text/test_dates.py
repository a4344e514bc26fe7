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

"""Which version of a document holds, and when it is not plain."""

from dataclasses import replace
from datetime import date

import pytest

from chat.agent.retrieval.families import Source, current, families, former
from chat.agent.understanding.divergence import diverge


def source(pk: int, year: int | None, title: str = "guia", ended: bool = False, by: int | None = None) -> Source:
    named = f"{year}-{year + 1}" if year else ""
    return Source(pk, (1, "algebra", title), "algebra", title, named, year, ended, by)


@pytest.mark.parametrize(
    ("day", "holding"),
    [
        (date(2025, 11, 1), [2]),
        (date(2026, 6, 30), [2]),
        (date(2026, 7, 15), [2, 3]),
        (date(2026, 9, 1), [3]),
        (date(2030, 1, 1), [3]),
        (date(2020, 1, 1), [1]),
    ],
)
def test_the_newest_year_that_has_begun_holds(day: date, holding: list[int]) -> None:
    versions = [source(1, 2024), source(2, 2025), source(3, 2026)]
    assert [one.document_id for one in current(versions, day)] == holding


def test_the_former_version_is_the_last_before_the_one_that_holds() -> None:
    versions = [source(1, 2023), source(2, 2024), source(3, 2025)]
    assert [one.document_id for one in former(versions)] == [2]
    assert former(versions[2:]) == []
    old, new = source(4, 2021, "normas", ended=True, by=5), replace(source(5, None), begun=date(2025, 9, 1))
    assert former([new, old]) == [old]


def test_what_is_superseded_does_not_hold_though_its_title_is_another() -> None:
    old, new = source(1, 2023, "normas", ended=True, by=2), source(2, None, "politica")
    [group] = families([old, new])
    assert [one.document_id for one in current(group)] == [2]


def test_documents_without_years_are_no_versions_of_one_another() -> None:
    assert families([source(1, None), source(2, None)]) == []
    assert families([source(1, 2024), source(2, 2024)]) == []


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("El examen vale el 60 % en 2024-2025.", "El examen vale el 50 % en 2025-2026.", True),
        ("[Dato] Créditos · [Valor] 6", "[Item] Credits · [Value] 6", False),
        ("Coordina Breixo Poalla Rúas.", "La coordinadora es Uxía Babuxa Couto.", True),
        ("Conviene llevar los problemas al día.", "Conviene llevar los problemas al día en 2024-2025.", False),
    ],
)  # fmt: skip
def test_sentences_differ_in_figures_first(one: str, other: str, differ: bool) -> None:
    assert diverge([one, other]) is differ


def test_a_figure_that_was_asked_about_tells_nothing() -> None:
    units = ["Tema 3. Espacios vectoriales: subespacios.", "Tema 3. Planificación: turno circular."]
    assert not diverge(units)
    assert diverge(units, asked="¿Qué contenidos tiene el tema 3?")

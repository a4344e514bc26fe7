from datetime import date

import pytest

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.own_dates import find_own_date

DAY = date(2024, 3, 12)
BODY = [Block(f"Párrafo {number} de las normas, que no dice nada de fechas.") for number in range(40)]


def found(line: str, *, title: str = "Normas de uso", last: bool = False) -> date | None:
    blocks = [*BODY, Block(line)] if last else [Block(title, 1), Block(line), *BODY]
    return find_own_date(blocks, (), title)


@pytest.mark.parametrize(
    "line",
    [
        "(Aprobado en la sesión del Consejo de Gobierno de 12 de marzo de 2024)",
        "Aprobada por el Consejo de Gobierno el 12/03/2024",
        "(Aprovada pel Consell de Govern en la sessió de 12 de març de 2024)",
        "Fecha de expedición: 12/03/2024",
        "- Data de aprobación: 12 de marzo de 2024",
        "Data: 12 de marzo de 2024",
        "Publicado el 12 de marzo de 2024",
        "March 12, 2024",
    ],
)
def test_a_line_of_its_own_dates_the_document(line: str) -> None:
    assert found(line) == DAY


@pytest.mark.parametrize("line", ["Valencia, 12 de marzo de 2024", "Santiago de Compostela, a 12 de marzo de 2024."])
def test_a_signature_dates_the_document(line: str) -> None:
    assert found(line, last=True) == DAY


def test_a_running_footer_dates_the_document() -> None:
    assert find_own_date(BODY, ("Aprobación: 12-03-2024", "Creada por Ley 44 del 4 de mayo de 2007"), "Normas") == DAY


@pytest.mark.parametrize(
    "title",
    [
        "Real Decreto 44/2024, de 12 de marzo, por el que se modifica el Real Decreto 3/2015, de 4 de abril",
        "RESOLUCIÓN de 12 de marzo de 2024 por la que se convocan ayudas",
        "Ley 7/2024, de 12 de marzo, de bibliotecas",
    ],
)
def test_a_rule_is_dated_by_its_own_name(title: str) -> None:
    assert found("De conformidad con la Ley 1/1999, de 2 de enero.", title=title) == DAY


@pytest.mark.parametrize(
    "line",
    [
        "De conformidad con la Ley 39/2015, de 1 de octubre, del procedimiento administrativo.",
        "Con fecha 3 de noviembre de 2011 el Consejo aprobó las normas anteriores.",
        "Queda derogado el reglamento aprobado el 3 de noviembre de 2011.",
        "Aprobado el 3 de noviembre de 2011 y modificado el 4 de mayo de 2019.",
        "Aprobado por la Ley 3/2010, de 4 de mayo, y derogado por esta norma.",
        "Plazo: hasta el 30 de junio de 2024.",
        "Creada por Ley 44 del 4 de mayo de 2007",
        "Las solicitudes se presentan hasta el viernes, 29 de septiembre de 2017",
        "febrero de 2016",
    ],
)
def test_the_dates_of_others_are_left_alone(line: str) -> None:
    assert found(line) is None
    assert found(line, last=True) is None


def test_the_minute_at_which_somebody_signed_the_file_is_no_date_of_the_document() -> None:
    stamp = "Data: 16/05/2024 08:39:09 CEST"
    assert found(stamp, last=True) is None
    blocks = [
        Block("Normas", 1),
        Block("Aprobado por el Consejo de Gobierno de 12 de marzo de 2024"),
        *BODY,
        Block(stamp),
    ]
    assert find_own_date(blocks, (), "Normas") == DAY

"""What is misspelt is repaired by what the documents write, and nothing else is."""

import pytest

from knowledge.retrieval.config import Scope
from knowledge.retrieval.spelling import edits, repairs
from knowledge.tests.corpus import Text, add, collection

RULES = "La biblioteca presta libros durante treinta días por solicitud. Los gastos de matrícula, aparte."


@pytest.fixture
def scope() -> Scope:
    add(collection(), Text("Normas de préstamo", "Plazos", RULES))
    add(collection(), Text("Turnos", "Guardias", "Quien vigila el semisótano lleva linterna."), visibility="staff")
    return Scope((collection().pk,), ("public",))


def test_one_slip_is_one_letter_and_never_the_first() -> None:
    assert {"lbros", "librs", "libors", "libras", "libross"} <= edits("libros")
    assert not {"ibros", "ilbros", "fibros", "alibros", "libros", "lbrso"} & edits("libros")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cuantos lirbos presta la bibilioteca", {"lirbos": "libros", "bibilioteca": "biblioteca"}),
        # In another form than the text has it.
        ("¿Cuántas solcitudes puedo hacer?", {"solcitudes": "solicitudes"}),
        ("precio de la matrcula", {"matrcula": "matrícula"}),
        # Known to the collection, to the language or to nobody.
        ("cuántos libros presta la biblioteca", {}),
        ("¿puedo llevar gatos?", {}),
        ("el expediente 12a34bibliotcea", {}),
        ("zzzyx qwrtplk", {}),
        # Of what the reader may not see nothing is said.
        ("el semisótnao", {}),
    ],
)
def test_what_nobody_knows_is_repaired(scope: Scope, text: str, found: dict[str, str]) -> None:
    assert repairs(text, scope) == found

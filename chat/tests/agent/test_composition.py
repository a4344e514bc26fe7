import pytest

from chat.agent.answers.citations import shown
from chat.agent.answers.passages import units


@pytest.mark.parametrize(
    ("quote", "heading", "text"),
    [
        ("El plazo es de un mes.", "Plazos", "El plazo es de un mes."),
        ("[Grupo] Doctorado · [Días] 30 días", "Cuadro", "**Cuadro** — Doctorado — 30 días"),
        ("[Grupo] Doctorado · [Obras] 35 · [Días] 30", "Cuadro", "**Cuadro** — Doctorado — Obras: 35; Días: 30"),
        ("- Cargo: coordinador do Grao.", "Brais Refacho", "**Brais Refacho** — Cargo: coordinador do Grao."),
        ("- Correo: a_b@c.example", "Ana", "**Ana** — Correo: a\\_b@c.example"),
        ("Véase *aquí* [1] <b>", "", "Véase \\*aquí\\* \\[1\\] \\<b\\>"),
    ],
)
def test_a_quotation_reads_well_and_is_no_markup(quote: str, heading: str, text: str) -> None:
    assert shown(quote, heading) == text


def test_a_list_item_is_quoted_whole() -> None:
    text = "Libros. Varios.\n– Larkspur, E. (2017). Sharing a Machine. Peirao.\n[A] 1 · [B] 2\nFin."
    assert [text[start:end] for start, end in units(text)] == [
        "Libros.",
        "Varios.",
        "– Larkspur, E. (2017). Sharing a Machine. Peirao.",
        "[A] 1 · [B] 2",
        "Fin.",
    ]


def test_an_item_may_be_marked_by_a_letter_in_brackets() -> None:
    text = "(a) Ana Pérez. Dos meses.\nb) Otra. Más.\nFin (a) así."
    assert [text[start:end] for start, end in units(text)] == [
        "(a) Ana Pérez. Dos meses.",
        "b) Otra. Más.",
        "Fin (a) así.",
    ]

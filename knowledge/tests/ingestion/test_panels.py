"""What a web page shows only after a click."""

import pytest

from knowledge.ingestion.extract.base import Limits
from knowledge.ingestion.extract.html import extract

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=1024)


def said(page: str) -> list[tuple[int, str]]:
    """Level and text of each block."""
    blocks = extract(f"<html><body><main>{page}</main></body></html>".encode(), LIMITS).blocks
    return [(block.level, block.text) for block in blocks]


@pytest.mark.parametrize(
    "label",
    [
        '<h3><button aria-controls="renovar">Podo renovar?</button></h3>',
        '<button data-toggle="collapse" data-target="#renovar">Podo renovar?</button>',
        '<a role="button" data-bs-toggle="collapse" href="#renovar">Podo renovar?</a>',
        '<div role="tab" aria-controls="renovar">Podo renovar?</div>',
    ],
)
@pytest.mark.parametrize("closed", ["", "hidden", 'aria-hidden="true"'])
def test_what_opens_a_panel_heads_it_even_if_it_is_closed(label: str, closed: str) -> None:
    found = said(f'<h1>Biblioteca</h1><h2>Préstamo</h2>{label}<div id="renovar" {closed}><p>Si, dúas veces.</p></div>')
    assert [pair for pair in found if pair[1] != "Podo renovar?"] == [
        (1, "Biblioteca"), (2, "Préstamo"), (0, "Si, dúas veces."),
    ]  # fmt: skip
    assert (3, "Podo renovar?") in found
    assert found[-1] == (0, "Si, dúas veces.")


def test_labels_of_tabs_stand_above_what_they_open() -> None:
    tabs = "".join(f'<li><button role="tab" aria-controls="{name}">{name}</button></li>' for name in ("Grao", "Máster"))
    panels = '<div id="Grao"><p>En xullo.</p></div><div id="Máster" hidden><p>En maio.</p></div>'
    assert said(f"<h1>Prazos</h1><ul>{tabs}</ul>{panels}") == [
        (1, "Prazos"),
        (2, "Grao"),
        (0, "En xullo."),
        (2, "Máster"),
        (0, "En maio."),
    ]


def test_a_summary_heads_its_details() -> None:
    page = "<h1>Salas</h1><details><summary>Horario</summary><p>De 8 a 22 h.</p></details>"
    assert said(page) == [(1, "Salas"), (2, "Horario"), (0, "De 8 a 22 h.")]


def test_a_button_of_a_menu_or_without_a_panel_says_nothing() -> None:
    page = """<h1>Salas</h1>
    <nav><button aria-controls="menu">Menú</button><div id="menu"><a href="/">Inicio</a></div></nav>
    <button aria-controls="ligazons">Máis</button><div id="ligazons"><a href="/mapa">Mapa da web</a></div>
    <button>Imprimir</button><p>Abren ás 8.</p>"""
    assert said(page)[-1] == (0, "Abren ás 8.")
    assert not {"Menú", "Máis", "Imprimir"} & {text for _level, text in said(page)}


def test_a_panel_that_says_its_label_itself_says_it_once() -> None:
    page = '<h1>A</h1><button aria-controls="b">Axudas</button><div id="b"><h2>Axudas</h2><p>Ata maio.</p></div>'
    assert said(page) == [(1, "A"), (2, "Axudas"), (0, "Ata maio.")]


def test_a_label_that_holds_its_panel_loses_nothing() -> None:
    page = '<h1>A</h1><div aria-expanded="false" aria-controls="b">Axudas<div id="b"><p>Ata maio.</p></div></div>'
    assert (0, "Ata maio.") in said(page)


@pytest.mark.parametrize(
    "label", ["<button {}><span>Solicitude</span></button>", "<h2><button {}>Solicitude</button></h2>"]
)
def test_a_label_without_a_name_of_its_panel_opens_what_follows_it(label: str) -> None:
    expanded = label.format('aria-expanded="false"')
    found = said(f"<h1>Apoio</h1><div>{expanded}<div hidden><p>Do 7 ao 20 de febreiro.</p></div></div>")
    assert [text for _level, text in found] == ["Apoio", "Solicitude", "Do 7 ao 20 de febreiro."]


def test_a_label_above_a_closed_table_or_list_stands_above_it() -> None:
    rows = "<tr><th>Mes</th><th>Prezo</th></tr><tr><td>Maio</td><td>9 €</td></tr>"
    table = f'<h1>Taxas</h1><button aria-expanded="false">Comedor</button><table hidden>{rows}</table>'
    assert said(table) == [(1, "Taxas"), (2, "Comedor"), (0, "[Mes] Maio · [Prezo] 9 €")]
    items = '<h1>Taxas</h1><button aria-expanded="true">Rebaixas</button><ul><li>Irmáns</li></ul>'
    assert said(items) == [(1, "Taxas"), (2, "Rebaixas"), (0, "- Irmáns")]


def test_a_line_that_its_class_calls_a_title_is_a_heading() -> None:
    cards = "".join(
        f'<div class="card"><div class="card-title">{name}</div><p>Despacho {room}</p></div>'
        for name, room in (("Ana Pena", 3), ("Brais Rei", 4))
    )
    page = (
        f'<h2>Directorio</h2><div class="title-bar"><p>Por nome</p></div>{cards}<p class="subtitle">Fin do listado.</p>'
    )
    assert said(page) == [
        (2, "Directorio"), (0, "Por nome"), (3, "Ana Pena"), (0, "Despacho 3"), (3, "Brais Rei"), (0, "Despacho 4"),
        (0, "Fin do listado."),
    ]  # fmt: skip


def test_a_short_paragraph_all_in_bold_heads_what_follows() -> None:
    page = """<h1>Residencias</h1><p><strong>Apartamentos de Monte Alto</strong></p><p>Cama e mesa.</p>
    <p><b>Prazo: ata o 3 de maio</b></p><p>Pídese <b>en liña</b></p><p><b>Importante.</b></p><p>Trae o carné.</p>
    <p><b>Hai wifi?</b></p><p>Si.</p>"""
    assert [pair for pair in said(page) if pair[0]] == [(1, "Residencias"), (7, "Apartamentos de Monte Alto")]

import pytest

from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import Block, Limits
from knowledge.ingestion.structure import typed
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=10, seconds=10, memory_mb=512)


def seen(blocks: list[Block]) -> list[tuple[str, int, str]]:
    return [(block.kind, block.group, block.text) for block in typed(blocks)]


def paragraphs(*texts: str) -> list[Block]:
    return [Block(text) for text in texts]


def read(kind: str, source: bytes) -> list[tuple[str, int, str]]:
    return [(block.kind, block.group, block.text) for block in formats.extractor(kind)(source, LIMITS).blocks]


def test_a_list_is_a_group_with_its_lead_in() -> None:
    assert seen(paragraphs("Hay dos modalidades:", "- presencial", "- a distancia", "Se elige en julio.")) == [
        ("lead_in", 1, "Hay dos modalidades:"), ("item", 1, "- presencial"), ("item", 1, "- a distancia"),
        ("paragraph", 0, "Se elige en julio."),
    ]  # fmt: skip


def test_a_label_and_the_only_line_below_it_are_a_pair() -> None:
    lines = paragraphs("Nome:", "IRIA", "Teléfono 1:", "981 000 001", "Teléfono 2:", "Correo:", "iria@bretema.example")
    assert [(kind, text) for kind, _group, text in seen(lines)] == [
        ("pair", "Nome: IRIA"), ("pair", "Teléfono 1: 981 000 001"), ("paragraph", "Teléfono 2:"),
        ("pair", "Correo: iria@bretema.example"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        ("Docentes:", "Ana Pérez", "Xoán López", "Materia:"),
        ("b) un destes:", "carné", "Prazo:"),
        ("Prazo:", "1. ata maio", "Lugar:"),
        ("Centros:", "Norte | Sur", "Lugar:"),
    ],
)
def test_what_may_be_a_list_or_a_row_is_no_value(lines: tuple[str, ...]) -> None:
    assert [text for _kind, _group, text in seen(paragraphs(*lines))] == list(lines)


@pytest.mark.parametrize("link", ["Skip to main content", "» Saltar al contenido principal", "Ir ao contido", "Close"])
def test_links_to_the_content_are_no_text(link: str) -> None:
    assert seen(paragraphs(link, "La biblioteca abre a las nueve.")) == [
        ("paragraph", 0, "La biblioteca abre a las nueve.")
    ]


def test_what_a_site_says_of_its_cookies_is_no_text() -> None:
    notice = "This portal uses its own and third-party cookies for analytical purposes."
    assert seen(paragraphs(notice, "Library card", "It is free.")) == seen(paragraphs("Library card", "It is free."))
    policy = paragraphs(notice, "Cookies that we set", "It is free.")
    assert len(seen(policy)) == len(policy)
    assert len(seen(paragraphs("Bake cookies in June.", "It is free."))) == 2


def test_what_is_nested_in_an_announced_list_belongs_to_it() -> None:
    found = seen(paragraphs("Se aporta:", "a) la solicitud", "b) uno de estos:", "1. carné", "2. pasaporte", "c) foto"))
    assert {group for _kind, group, _text in found} == {1}


def test_a_numbered_paragraph_announces_a_list_of_its_own() -> None:
    found = seen(paragraphs("1. El centro abre.", "2. Se exige:", "a) carné;", "b) cita.", "3. El centro cierra."))
    assert [(kind, group) for kind, group, _text in found] == [
        ("item", 1), ("lead_in", 2), ("item", 2), ("item", 2), ("item", 1),
    ]  # fmt: skip


def test_a_numbered_paragraph_under_a_new_heading_announces_a_list_as_well() -> None:
    before = paragraphs("1. Se pide:", "a) carné;", "b) cita.")
    found = seen(
        [*before, Block("Artículo 2. Deberes", level=2), *paragraphs("1. Se cumple:", "a) esto;", "b) lo otro.")]
    )
    assert [(kind, group) for kind, group, _text in found[4:]] == [("lead_in", 4), ("item", 4), ("item", 4)]


def test_an_item_announces_a_list_that_the_format_marks_as_another() -> None:
    outer = [Block("1. El tutor tiene estos derechos:", kind="item", group=1)]
    inner = [Block(text, kind="item", group=2) for text in ("a) un despacho;", "b) un seguro.")]
    found = seen([*outer, *inner])
    assert [(kind, group) for kind, group, _text in found] == [("lead_in", 2), ("item", 2), ("item", 2)]


def test_a_paragraph_that_trails_off_announces_a_list() -> None:
    found = seen(paragraphs("Las faltas leves se sancionan con...", "a) una advertencia;", "b) un parte.", "Fin."))
    assert [kind for kind, _group, _text in found] == ["lead_in", "item", "item", "paragraph"]


def test_items_that_lost_their_marks_end_in_semicolons() -> None:
    found = seen(paragraphs("La comisión podrá:", "Admitir la solicitud;", "Pedir datos;", "Archivarla.", "Otra cosa."))
    assert [kind for kind, _group, _text in found] == ["lead_in", "item", "item", "item", "paragraph"]


def test_a_label_with_its_value_is_a_pair_and_a_sentence_is_not() -> None:
    texts = ["Correo electrónico: secretaria@example.org", "Se valora lo que sigue: el orden. También la letra."]
    assert [kind for kind, _group, _text in seen(paragraphs(*texts))] == ["pair", "paragraph"]


def test_an_abbreviation_in_a_value_ends_no_sentence() -> None:
    texts = ["Instructor: Dr. Ada Nolan", "Office: B 12"]
    assert [(kind, group) for kind, group, _text in seen(paragraphs(*texts))] == [("pair", 1), ("pair", 1)]


def test_two_tables_are_two_groups_and_the_line_above_is_the_caption() -> None:
    rows = [Block("[Mes] mayo", kind="row", group=4), Block("[Mes] junio", kind="row", group=4)]
    other = [Block("[Aula] A1", kind="row", group=9)]
    found = seen([Block("Plazos de matrícula"), *rows, *other])
    assert [(kind, group) for kind, group, _text in found] == [("caption", 1), ("row", 1), ("row", 1), ("row", 2)]


def test_every_format_says_which_blocks_are_lists_and_tables() -> None:
    page = b"""<html><body><main><p>Para pedirla</p><ul><li>Formulario<ul><li>firmado</li></ul></li><li>Tasa</li></ul>
    <table><caption>Tasas</caption><tr><th>Tipo</th><th>Euros</th></tr><tr><td>A</td><td>3</td></tr></table>
    <p>Fin de la p\xc3\xa1gina.</p></main></body></html>"""
    expected = [
        ("lead_in", 1, "Para pedirla"), ("item", 1, "- Formulario"), ("item", 1, "- firmado"), ("item", 1, "- Tasa"),
        ("caption", 2, "Tasas"), ("row", 2, "[Tipo] A · [Euros] 3"), ("paragraph", 0, "Fin de la página."),
    ]  # fmt: skip
    assert read(formats.HTML, page) == expected
    text = "Para pedirla\n\n- Formulario\n  - firmado\n- Tasa\n\nTasas\n\n| Tipo | Euros |\n| --- | --- |\n| A | 3 |\n"
    assert read(formats.MARKDOWN, f"{text}\nFin de la página.".encode()) == expected


def test_a_table_over_two_pages_is_one_group() -> None:
    rows = [["Código", "Materia"], *([f"G{number:03d}", f"Materia {number}"] for number in range(70))]
    found = read(formats.PDF, pdfs.document([pdfs.table(rows, bold_header=True)]))
    assert {(kind, group) for kind, group, _text in found} == {("row", 1)}


def test_a_list_that_runs_through_a_paragraph_is_a_list() -> None:
    text = "Está prohibido en los niveles 3 y 4: a) comer; b) usar lentes; y c) trabajar solo."
    assert seen(paragraphs(text)) == [
        ("lead_in", 1, "Está prohibido en los niveles 3 y 4:"), ("item", 1, "a) comer;"),
        ("item", 1, "b) usar lentes; y"), ("item", 1, "c) trabajar solo."),
    ]  # fmt: skip


def test_items_that_begin_within_lines_are_told_apart_as_those_that_begin_them() -> None:
    lines = paragraphs("Se reconocen: 1) asignaturas;", "2) tramos; 3) cursos de", "Lo demás no.")
    assert seen(lines)[:4] == [
        ("lead_in", 1, "Se reconocen:"), ("item", 1, "1) asignaturas;"), ("item", 1, "2) tramos;"),
        ("item", 1, "3) cursos de"),
    ]  # fmt: skip


def test_letters_that_are_mentioned_are_no_list() -> None:
    for text in (
        "Las atribuciones del literal f) del artículo 23, y las de la letra a) y b), quedan en vigor.",
        "Quien pierda la beca por: a) sanción o por renuncia, según la letra b) de la norma.",
    ):
        assert [said for _kind, _group, said in seen(paragraphs(text))] == [text]


def test_bullets_within_a_paragraph_are_items() -> None:
    found = seen(paragraphs("Formularios: • Nota de solicitud. • Acta de estudio.", "El punto • es un signo."))
    assert found == [
        ("lead_in", 1, "Formularios:"), ("item", 1, "• Nota de solicitud."), ("item", 1, "• Acta de estudio."),
        ("paragraph", 0, "El punto • es un signo."),
    ]  # fmt: skip


def test_short_lines_after_a_colon_are_items_and_text_is_not() -> None:
    found = seen(
        paragraphs("Asígnanse estes puntos:", "Ata 2.500 € 4,40 puntos", "Máis de 9.000 € 0 puntos", "Fin do baremo.")
    )
    assert [(kind, group) for kind, group, _text in found] == [
        ("lead_in", 1),
        ("item", 1),
        ("item", 1),
        ("paragraph", 0),
    ]
    alone = seen(
        paragraphs("Se recuerda lo siguiente:", "La biblioteca cierra en agosto y abre en septiembre.", "Fin.")
    )
    assert [kind for kind, _group, _text in alone] == ["paragraph", "paragraph", "paragraph"]


def test_formulas_are_a_group_with_what_announces_and_explains_them() -> None:
    texts = [
        "Grading", "5 Labs = 60%", "Final exam = 40%", "Cada trabajo se entrega en mano.",
        "La nota se calcula así:", "CF = mínimo {10; 0,4·T + 0,6·E}, si E >= 4", "donde T es la nota de los trabajos",
        "y E la del examen.", "y otra cosa.",
    ]  # fmt: skip
    assert [(kind, group) for kind, group, _text in seen(paragraphs(*texts))] == [
        ("lead_in", 1), ("pair", 1), ("pair", 1), ("paragraph", 0),
        ("lead_in", 2), ("pair", 2), ("pair", 2), ("pair", 2), ("paragraph", 0),
    ]  # fmt: skip


def test_a_list_within_an_item_ends_with_the_next_item() -> None:
    texts = [
        "1. Son antigos:",
        "— os de primeiro;",
        "— os de segundo.",
        "2. Son novos:",
        "a) os de grao;",
        "b) os de máster.",
    ]
    found = seen(paragraphs(*texts))
    assert len({group for _kind, group, _text in found}) == 2
    assert [group for _kind, group, _text in found][3:] == [found[3][1]] * 3

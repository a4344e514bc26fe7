"""What a row says by itself: each value under the header, or beside the label, that it belongs to."""

import pytest
from reportlab.platypus import TableStyle

from knowledge.ingestion.extract import formats, table_headers, tables
from knowledge.tests.ingestion import pdfs
from knowledge.tests.ingestion.docx_files import document, table
from knowledge.tests.ingestion.test_text_formats import LIMITS, outline, read


def html(*rows: str) -> list[str]:
    return outline(read(formats.HTML, f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"))


def markdown(*rows: str) -> list[tuple[str, str]]:
    source = "\n".join([rows[0], "|" + "---|" * (rows[0].count("|") - 1), *rows[1:]])
    return [(block.kind, block.text) for block in read(formats.MARKDOWN, source).blocks]


def test_rows_without_cells_are_none() -> None:
    header = "<td>Axuda</td><td>Contía</td>"
    assert html("", header, "", "<td>Comedor</td><td>90 €</td>", "<td>Libros</td><td>120 €</td>") == [
        "[Axuda] Comedor · [Contía] 90 €", "[Axuda] Libros · [Contía] 120 €",
    ]  # fmt: skip


def test_a_value_over_several_columns_is_said_for_each() -> None:
    header = "<th>Pista</th><th>Xeral</th><th>Menores</th><th>Maiores</th>"
    rows = [header, "<td>Media</td><td>14 €</td><td colspan=2>9 €</td>", "<td colspan=4>Pechado en agosto</td>"]
    assert html(*rows) == [
        "[Pista] Media · [Xeral] 14 € · [Menores] 9 € · [Maiores] 9 €",
        "Pechado en agosto",
    ]
    docx = table([["Pista", "Menores", "Maiores"], ["Media", "9 €>2"], ["Enteira", "16 €", "12 €"]])
    blocks = formats.extractor(formats.DOCX)(document(docx), LIMITS).blocks
    assert blocks[0].text == "[Pista] Media · [Menores] 9 € · [Maiores] 9 €"


def test_a_long_text_over_several_columns_is_said_once_under_the_header_of_all() -> None:
    text = "Todas as materias do primeiro curso e a metade das do segundo"
    rows = ["<th rowspan=2>Clave</th><th colspan=2>Requisitos</th>", "<th>Código</th><th>Nome</th>"]
    assert html(*rows, "<td>A1</td><td>B2</td><td>Física</td>", f"<td>A3</td><td colspan=2>{text}</td>") == [
        "[Clave] A1 · [Requisitos › Código] B2 · [Requisitos › Nome] Física",
        f"[Clave] A3 · [Requisitos] {text}",
    ]


def test_cells_under_one_header_are_one() -> None:
    rows = ["<th>Nome</th><th colspan=2>Atención</th>", "<td>Uxía Rei</td><td>Martes</td><td>10:00-12:00</td>"]
    assert html(*rows, "<td>Brais Vidal</td><td colspan=2>con cita</td>") == [
        "[Nome] Uxía Rei · [Atención] Martes 10:00-12:00",
        "[Nome] Brais Vidal · [Atención] con cita",
    ]


def test_a_form_has_no_header() -> None:
    assert markdown("| Centro | Centro do Mar |", "| Código | 611G02 |", "| Idioma | Galego |") == [
        ("row", "[Centro] Centro do Mar"), ("row", "[Código] 611G02"), ("row", "[Idioma] Galego"),
    ]  # fmt: skip
    rows = ["<td>Grao</td><td>Grao en Física</td>", "<td>Código</td><td>611G02</td>", "<td>Lingua</td><td>Galego</td>"]
    assert html(*rows) == ["[Grao] Grao en Física", "[Código] 611G02", "[Lingua] Galego"]


@pytest.mark.parametrize(
    "header",
    ["| Trámite | Prazo de presentación |", "| Dato | Valor |", "| Exam | Exam Date |", "| Acto | Fecha de Entrega |"],
)
def test_two_columns_keep_the_header_that_names_them(header: str) -> None:
    first, second = header.strip("| ").split(" | ")
    assert markdown(header, "| Solicitude | 3 de maio |", "| Reclamación | antes de xullo |") == [
        ("row", f"[{first}] Solicitude · [{second}] 3 de maio"),
        ("row", f"[{first}] Reclamación · [{second}] antes de xullo"),
    ]


def test_a_title_over_a_form_is_its_caption() -> None:
    assert markdown("| I. Datos da materia |  |", "| Clave | ING-03 |", "| Créditos | 8 |") == [
        ("caption", "I. Datos da materia"), ("row", "[Clave] ING-03"), ("row", "[Créditos] 8"),
    ]  # fmt: skip
    rows = ["<th colspan=2>Datos da materia</th>", "<td>Clave</td><td>ING-03</td>", "<td>Créditos</td><td>8</td>"]
    assert html(*rows) == ["Datos da materia", "[Clave] ING-03", "[Créditos] 8"]


SHEET = [
    "Datos · [Créditos] 6 · [Tipo] Obrigatoria · [Curso] 2.º", "Lingua · Galego", "Departamento · Física Aplicada",
]  # fmt: skip


def test_a_label_beside_names_and_their_values_makes_one_row() -> None:
    rows = [
        "<td>Materia</td><td>Óptica</td><td>Código</td><td>G120</td>",
        "<td rowspan=2>Datos</td><td>Créditos</td><td>Tipo</td><td>Curso</td>",
        "<td>6</td><td>Obrigatoria</td><td>2.º</td>",
        "<td>Lingua</td><td colspan=3>Galego</td>",
        "<td>Web</td><td colspan=3>https://exemplo.gal</td>",
        "<td>Departamento</td><td colspan=3>Física Aplicada</td>",
    ]
    assert html(*rows) == ["Materia · Óptica · Código · G120", *SHEET[:2], "Web · https://exemplo.gal", SHEET[2]]
    data = document(
        [table([["Código", "G120>3"], ["^Datos", "Créditos", "Tipo", "Curso"], ["|", "6", "Obrigatoria", "2.º"],
               ["Lingua", "Galego>3"], ["Departamento", "Física Aplicada>3"]])]
    )  # fmt: skip
    assert outline(read(formats.DOCX, data)) == ["Código · G120", *SHEET]


def test_a_sheet_of_a_pdf_says_what_spans_columns_once() -> None:
    spans = [("SPAN", (1, 0), (3, 0)), ("SPAN", (0, 1), (0, 2)), ("SPAN", (1, 3), (3, 3)), ("SPAN", (1, 4), (3, 4))]
    cells = [
        ["Código", "G120", "", ""], ["Datos", "Créditos", "Tipo", "Curso"], ["", "6", "Obrigatoria", "2.º"],
        ["Lingua", "Galego", "", ""], ["Departamento", "Física Aplicada", "", ""],
    ]  # fmt: skip
    made = pdfs.table(cells)
    made.setStyle(TableStyle(spans))
    assert outline(read(formats.PDF, pdfs.document([made]))) == ["Código · G120", *SHEET]


def test_a_label_without_a_value_announces_nothing_and_a_title_does() -> None:
    cells = [
        ["Código", "G120", "Curso", "2.º"], ["Requisitos", "", "", ""], ["Lingua", "Galego", "", ""],
        ["Titorías", "", "", ""], ["Día", "luns", "", ""], ["Despacho", "B-21", "", ""],
    ]  # fmt: skip
    spans = [("SPAN", (1, row), (3, row)) for row in (1, 2, 4, 5)]
    made = pdfs.table(cells)
    made.setStyle(TableStyle([*spans, ("SPAN", (0, 3), (3, 3))]))
    assert outline(read(formats.PDF, pdfs.document([made]))) == [
        "Código · G120 · Curso · 2.º", "Requisitos · –", "Lingua · Galego", "Titorías", "Día · luns", "Despacho · B-21",
    ]  # fmt: skip


def test_labels_and_values_in_turn_are_paired() -> None:
    assert markdown("| | | | |", "| Ano | 2025 | Créditos SCT | 12 |", "| Réxime | Anual | Aula | Taller 3 |",
                    "| Horas | 18 | Nivel | 2.º |") == [
        ("row", "[Ano] 2025 · [Créditos SCT] 12"), ("row", "[Réxime] Anual · [Aula] Taller 3"),
        ("row", "[Horas] 18 · [Nivel] 2.º"),
    ]  # fmt: skip
    row = "<th>Plan</th><td>2012</td><th>Tipo</th><td>Básica</td>"
    assert html(row, row.replace("2012", "2019")) == ["[Plan] 2012 · [Tipo] Básica", "[Plan] 2019 · [Tipo] Básica"]


def test_four_columns_with_names_are_no_pairs() -> None:
    assert markdown("| Grupo | Días | Presenciais | Franxa |", "| Técnico | 3 | martes | 9 a 14 |",
                    "| Xefes | ningún | todos | libre |", "| Outros | 2 | xoves e venres | 8 a 13 |")[0] == (
        "row", "[Grupo] Técnico · [Días] 3 · [Presenciais] martes · [Franxa] 9 a 14",
    )  # fmt: skip


def test_a_list_that_was_written_as_a_table_is_a_list() -> None:
    blocks = read(formats.HTML, "<table><tr><td>a.</td><td>Parciais</td></tr><tr><td>b.</td><td>Finais</td></tr>"
                  "<tr><td>c.</td><td>De validación</td></tr></table>").blocks  # fmt: skip
    assert [(block.kind, block.text) for block in blocks] == [
        ("item", "a. Parciais"), ("item", "b. Finais"), ("item", "c. De validación"),
    ]  # fmt: skip


def test_a_column_without_a_header_leads_its_row() -> None:
    rows = [["", "Prezo", "Prazo"], ["Cartel", "7,50 €", "1 día"], ["Tese", "26 €", ""]]
    assert tables.as_lines(rows, 1) == ["Cartel · [Prezo] 7,50 € · [Prazo] 1 día", "Tese · [Prezo] 26 €"]


TEXT = """Prazos do curso, en días hábiles:
Trámite                   Grao      Máster
Publicación das notas     10 días   12 días
Revisión                  5 días    7 días
Recurso                             1 mes

Votación:

    Candidaturas    ata o 6 de febreiro, 17:00
    Campaña         do 16 ao 25 de febreiro
    Escrutinio      26 de febreiro, 9:30

Universidade do Mar          Guía docente
Facultade de Bioloxía        Páxina 1
"""


def test_columns_of_blanks_in_a_text_are_a_table_where_three_rows_agree() -> None:
    assert [(block.kind, block.text) for block in read(formats.TEXT, TEXT).blocks] == [
        ("caption", "Prazos do curso, en días hábiles:"),
        ("row", "[Trámite] Publicación das notas · [Grao] 10 días · [Máster] 12 días"),
        ("row", "[Trámite] Revisión · [Grao] 5 días · [Máster] 7 días"),
        ("row", "[Trámite] Recurso · [Máster] 1 mes"),
        ("caption", "Votación:"),
        ("row", "[Candidaturas] ata o 6 de febreiro, 17:00"),
        ("row", "[Campaña] do 16 ao 25 de febreiro"),
        ("row", "[Escrutinio] 26 de febreiro, 9:30"),
        ("paragraph", "Universidade do Mar Guía docente"),
        ("paragraph", "Facultade de Bioloxía Páxina 1"),
    ]


def test_lines_and_items_of_a_cell_of_a_page_are_apart() -> None:
    header = "<th>Nivel</th><th>Prezo por<br>curso</th>"
    cells = "<td>Campus<br>Galego</td><td><p>Seis créditos</p><ul><li>Medalla: dous</li><li>Copa: un</li></ul></td>"
    assert html(header, cells) == [
        "[Nivel] Campus Galego · [Prezo por curso] Seis créditos Medalla: dous Copa: un"
    ]  # fmt: skip


def test_links_behind_each_other_are_apart_and_a_word_with_a_link_in_it_is_one() -> None:
    page = '<div><a href="/b">Bolsas</a><a href="/p">Prazos</a> do <a href="/m">mes</a>trado</div>'
    assert outline(read(formats.HTML, page)) == ["Bolsas Prazos do mestrado"]


@pytest.mark.parametrize(
    "rows",
    [
        [
            ("Primeiro cuadrimestre", "Do 12 de setembro ao 22 de decembro"),
            ("Segundo", "Do 29 de xaneiro ao 11 de maio"),
        ],
        [("Start of term", "Monday, September 5"), ("Winter break", "December 26"), ("Exams", "From June 3rd")],
        [("Sen permiso", "$34.00"), ("Permiso alterado", "$150.00"), ("Praza reservada", "$45.00")],
        [("Nivel: inicial", "Horas: 30"), ("Nivel: medio", "Horas: 60"), ("Nivel: alto", "Horas: 90")],
    ],
)
def test_a_first_row_with_values_like_those_below_names_no_columns(rows: list[tuple[str, str]]) -> None:
    assert not table_headers.looks_like_header(rows)


def test_days_may_name_columns_of_other_things() -> None:
    assert table_headers.looks_like_header([["Hora", "Luns, 3 de marzo"], ["9:00", "Redes"], ["11:00", "Álxebra"]])


def test_a_label_beside_pairs_in_a_pdf_is_no_header_of_several_rows() -> None:
    spans = [("SPAN", (0, 0), (0, 2)), *(("SPAN", (1, row), (2, row)) for row in range(3)),
             *(("SPAN", (3, row), (4, row)) for row in range(3))]  # fmt: skip
    grid = [
        ["Contacto:", "Teléfono:", "", "982 1234", ""], ["", "Fax:", "", "982 5678", ""],
        ["", "Correo:", "", "a@b.gal", ""],
        ["Día", "Comeza", "Remata", "Lugar", "Andar"], ["Luns", "13:00", "15:00", "Biblioteca", "Segundo"],
        ["Martes", "10:00", "12:00", "Biblioteca", "Segundo"],
    ]  # fmt: skip
    drawn = pdfs.table(grid)
    drawn.setStyle(TableStyle(spans))
    said = " ".join(block.text for block in read(formats.PDF, pdfs.document([drawn])).blocks)
    assert all(value in said for value in ("982 1234", "982 5678", "a@b.gal", "13:00"))


LONG = "Penalización (se resta de la nota por cada día hábil que pase desde el plazo)"


def test_a_long_header_above_figures_names_its_column() -> None:
    rows = [["Días", LONG, "Nota que queda"], ["1", "5 %", "57"], ["2", "10 %", "54"], ["3 o más", "100 %", "0"]]
    assert table_headers.looks_like_header(rows)
    assert not table_headers.looks_like_header(
        [rows[0], *([f"Caso {row[0]}", "Se avisa.", "Se anota."] for row in rows[1:])]
    )

"""Tables of a PDF whose cells no rules enclose."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from knowledge.ingestion.extract import cut_rows
from knowledge.ingestion.extract.base import Limits
from knowledge.ingestion.extract.pdf import extract
from knowledge.ingestion.extract.pdf_tables import Table
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=1024)
GREY = Color(0.9, 0.9, 0.95)


def rows(data: bytes) -> list[str]:
    return [block.text for block in extract(data, LIMITS).blocks if block.kind == "row"]


def drawn(
    cells: Sequence[tuple[float, float, str]],
    rules: Sequence[float] = (),
    stripes: Sequence[tuple[float, float, float, float]] = (),
    bold: Sequence[int] = (),
) -> bytes:
    """Cells at places, y from the page's top, those in `bold` by their number; level rules at heights; filled boxes as
    left, top, right and bottom."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    canvas.setFillColor(GREY)
    for left, top, right, bottom in stripes:
        canvas.rect(left, A4[1] - bottom, right - left, bottom - top, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    for y in rules:
        canvas.line(55, A4[1] - y, 540, A4[1] - y)
    for number, (x, y, text) in enumerate(cells):
        canvas.setFont("Helvetica-Bold" if number in bold else "Helvetica", 10)
        canvas.drawString(x, A4[1] - y, text)
    canvas.save()
    return target.getvalue()


def test_what_stands_between_two_level_rules_is_a_row() -> None:
    cells = [
        (60, 112, "Trámite"), (250, 112, "Prazo"), (400, 112, "Onde"),
        (60, 134, "Anulación"), (250, 134, "31 de outubro"), (400, 130, "Secretaría do"), (400, 142, "campus"),
        (60, 160, "Cambio de grupo"), (250, 160, "15 de setembro"), (400, 160, "Decanato"),
        (60, 180, "Convalidación"), (250, 180, "30 de novembro"), (400, 180, "Decanato"),
    ]  # fmt: skip
    assert rows(drawn(cells, rules=[100, 118, 148, 168, 188], bold=range(3))) == [
        "[Trámite] Anulación · [Prazo] 31 de outubro · [Onde] Secretaría do campus",
        "[Trámite] Cambio de grupo · [Prazo] 15 de setembro · [Onde] Decanato",
        "[Trámite] Convalidación · [Prazo] 30 de novembro · [Onde] Decanato",
    ]


def test_every_second_row_in_a_stripe_is_a_row_like_the_others() -> None:
    names = ["Actividade", "Inicio do curso", "Festa do patrón", "Exames de xaneiro", "Entrega de actas", "Peche"]
    days = ["Data", "8 de setembro", "13 de novembro", "12 de xaneiro", "6 de febreiro", "31 de xullo"]
    tops = [100 + 20 * number for number in range(len(names))]
    cells = [
        (x, top + 14, text)
        for top, pair in zip(tops, zip(names, days, strict=True), strict=True)
        for x, text in zip((60, 350), pair, strict=True)
    ]
    stripes = [(left, top, right, top + 20) for top in (100, 120, 160, 200) for left, right in ((55, 345), (345, 540))]
    found = rows(drawn(cells, [top + 20 for top in tops], stripes, bold=(0, 1)))
    assert found == [f"[Actividade] {name} · [Data] {day}" for name, day in zip(names[1:], days[1:], strict=True)]


def test_a_title_below_a_last_row_without_a_rule_is_none_of_its_cells() -> None:
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    for number, (name, day) in enumerate([("Inicio", "8 de maio"), ("Exames", "1 de xuño"), ("Actas", "9 de xuño")]):
        y = A4[1] - 100 - 20 * number
        canvas.line(55, y, 540, y)
        canvas.drawString(60, y - 14, name)
        canvas.drawString(350, y - 14, day)
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(60, A4[1] - 190, "Outono")
    canvas.line(55, A4[1] - 200, 540, A4[1] - 200)
    canvas.save()
    assert rows(target.getvalue()) == ["[Inicio] 8 de maio", "[Exames] 1 de xuño", "[Actas] 9 de xuño"]


def test_labels_and_values_in_two_pairs_of_columns_keep_the_last_one() -> None:
    sheet = [("Materia:", "Historia", "Código:", "G204"), ("Curso:", "2", "Idioma:", "Galego"),
             ("Créditos:", "6", "Tipo:", "Básica"), ("Centro:", "Facultade", "Campus:", "Norte")]  # fmt: skip
    cells = [
        (x, 114 + 20 * number, text)
        for number, row in enumerate(sheet)
        for x, text in zip((60, 160, 300, 400), row, strict=True)
    ]
    # The labels are shaded, and the last column is open at its right.
    stripes = [
        (left, 100 + 20 * number, right, 120 + 20 * number)
        for number in range(4) for left, right in ((55, 150), (295, 390))
    ]  # fmt: skip
    assert rows(drawn(cells, [100 + 20 * number for number in range(5)], stripes)) == [
        f"[{one[:-1]}] {first} · [{other[:-1]}] {second}" for one, first, other, second in sheet
    ]


DATES = [
    (60, 110, "3 de marzo"), (220, 104, "Comeza o prazo para pedir a anulación da"),
    (220, 116, "matrícula das materias optativas"),
    (60, 138, "9 de marzo"), (220, 138, "Reúnese a comisión de validacións"),
    (60, 166, "2 de abril"), (220, 160, "Remata o prazo para presentar o traballo e"),
    (220, 172, "a memoria na secretaría do centro"),
]  # fmt: skip


def test_dates_in_the_middle_of_what_they_date_are_of_its_row() -> None:
    assert rows(drawn(DATES)) == [
        "3 de marzo · Comeza o prazo para pedir a anulación da matrícula das materias optativas",
        "9 de marzo · Reúnese a comisión de validacións",
        "2 de abril · Remata o prazo para presentar o traballo e a memoria na secretaría do centro",
    ]


def test_bold_labels_name_what_stands_beside_them() -> None:
    lines = [
        (60, 110, "Ordinario"), (200, 110, "Ata catro libros durante quince días, que se renovan dúas"),
        (200, 122, "veces se ninguén os pediu"),
        (60, 142, "De fin de semana"), (200, 142, "Obras de referencia, do venres ao luns"),
        (60, 162, "Na sala"), (200, 162, "Revistas e mapas, que non saen da biblioteca"),
    ]  # fmt: skip
    assert rows(drawn(lines, bold=(0, 3, 5))) == [
        "[Ordinario] Ata catro libros durante quince días, que se renovan dúas veces se ninguén os pediu",
        "[De fin de semana] Obras de referencia, do venres ao luns",
        "[Na sala] Revistas e mapas, que non saen da biblioteca",
    ]


def test_justified_words_are_no_columns() -> None:
    cells = [
        (60, 110, "Bolsas"), (200, 110, "Secretaría"), (330, 110, "Prazo"), (400, 110, "ata"), (458, 110, "outubro"),
        (330, 122, "ou ata esgotar o crédito"),
        (60, 142, "Axudas"), (200, 142, "Vicerreitoría"), (330, 142, "Sen prazo nin convocatoria"),
        (60, 162, "Premios"), (200, 162, "Decanato"), (330, 162, "Na festa do patrón, cada ano"),
    ]  # fmt: skip
    (header, *_cells), *_rows = (row.split(" · ")[::-1] for row in rows(drawn(cells)))
    assert header == "[Prazo ata outubro ou ata esgotar o crédito] Sen prazo nin convocatoria"


@pytest.mark.parametrize(
    "lines",
    [
        [("a)", "A primeira avaliación, en xullo"), ("b)", "A segunda, en setembro"), ("c)", "A última, en febreiro")],
        [("[1]", "Pena, X. (2019). Historia do mar"), ("[2]", "Soto, M. (2020). Rías"), ("[3]", "Rei, A. Illas")],
    ],
)
def test_marks_beside_text_are_no_column(lines: list[tuple[str, str]]) -> None:
    cells = [(x, 100 + 16 * n, text) for n, pair in enumerate(lines) for x, text in zip((60, 110), pair, strict=True)]
    assert rows(drawn(cells)) == []


def test_an_underlined_title_above_each_section_makes_no_table() -> None:
    lines = [(60, y, text) for top in (100, 180, 260, 340) for y, text in (
        (top, "Título da sección"), (top + 24, "O texto dunha sección enche case toda a liña, como calquera outra"),
        (top + 38, "e segue na liña de abaixo ata que remata."))]  # fmt: skip
    assert rows(drawn(lines, rules=[106, 186, 266, 346])) == []


def test_a_first_row_whose_label_ends_in_a_colon_names_no_columns() -> None:
    sheet = pdfs.table([["Profesora:", "ANA PENA"], ["Grupo:", "A"], ["Titorías:", "martes de 9 a 12"]])
    assert rows(pdfs.document([sheet])) == ["[Profesora] ANA PENA", "[Grupo] A", "[Titorías] martes de 9 a 12"]


def test_a_label_that_nearly_touches_the_next_column_is_parted_from_it() -> None:
    long = "Técnica de laboratorio de oitavo grao A"
    cells = [
        (60, 100, "Ana Rei"), (60 + stringWidth(long, "Helvetica", 10) + 5, 100, "Despacho 1"), (320, 100, "981 1"),
        (60, 116, long), (60 + stringWidth(long, "Helvetica", 10) + 5, 116, "Despacho 2"), (320, 116, "981 2"),
        (60, 132, "Breixo Sar"), (60 + stringWidth(long, "Helvetica", 10) + 5, 132, "Despacho 3"), (320, 132, "981 3"),
        (60, 148, "Uxía Tea"), (60 + stringWidth(long, "Helvetica", 10) + 5, 148, "Despacho 4"), (320, 148, "981 4"),
    ]  # fmt: skip
    assert rows(drawn(cells))[1] == f"{long} · Despacho 2 · 981 2"


def test_lines_of_text_are_not_parted_where_a_column_begins_above() -> None:
    text = "O prazo remata o último día do mes e non se amplía, agás que a Xunta de Goberno o decida."
    cells = [(60 + 90 * column, 100 + 16 * row, f"{row}{column}") for row in range(4) for column in range(3)]
    data = drawn([*cells, (60, 190, text), (60, 202, text)])
    assert " ".join([text, text]) in [block.text for block in extract(data, LIMITS).blocks]


LEFTS = (60.0, 200.0, 440.0, 540.0)
"""of the columns of a table, and its right border"""


def parted(pages: Sequence[tuple[Sequence[tuple[float, float, str]], Sequence[float], tuple[float, float]]]) -> bytes:
    """Pages with cells, the level rules of a table, and how far down its upright ones begin and end."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    for cells, rules, (top, bottom) in pages:
        for y in rules:
            canvas.line(LEFTS[0], A4[1] - y, LEFTS[-1], A4[1] - y)
        for x in LEFTS:
            canvas.line(x, A4[1] - top, x, A4[1] - bottom)
        canvas.setFont("Helvetica", 10)
        for x, y, text in cells:
            canvas.drawString(x + 4, A4[1] - y, text)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


HEADER = [(60, 694, "Proba"), (200, 694, "En que consiste"), (440, 694, "Peso")]
WHOLE = [(60, 714, "Exame"), (200, 714, "Preguntas de todo o temario"), (440, 714, "60 %")]
CUT = [(60, 754, "Obradoiro"), (200, 754, "Casos que se resolven en grupos"), (200, 768, "pequenos, e outros que cada"),
       (440, 754, "25 %")]  # fmt: skip
REST = [(200, 40, "quen resolve pola súa conta"), (200, 54, "e entrega por escrito")]
LAST = [(60, 74, "Diario"), (200, 74, "Un por semana"), (440, 74, "15 %")]
JOINED = "Casos que se resolven en grupos pequenos, e outros que cada quen resolve pola súa conta e entrega por escrito"


def test_a_row_that_the_page_break_cuts_is_one_row() -> None:
    above = ([*HEADER, *WHOLE, *CUT], [680, 700, 740], (680, 780))
    below = ([*REST, *LAST, (60, 120, "Todo o demais dino a guía.")], [60, 80], (28, 80))
    found = [(block.kind, block.text) for block in extract(parted([above, below]), LIMITS).blocks]
    assert found == [
        ("row", "[Proba] Exame · [En que consiste] Preguntas de todo o temario · [Peso] 60 %"),
        ("row", f"[Proba] Obradoiro · [En que consiste] {JOINED} · [Peso] 25 %"),
        ("row", "[Proba] Diario · [En que consiste] Un por semana · [Peso] 15 %"),
        ("paragraph", "Todo o demais dino a guía."),
    ]


def test_the_rest_of_a_row_stands_below_headers_that_are_repeated() -> None:
    above = ([*HEADER, *WHOLE, *CUT], [680, 700, 740], (680, 780))
    header = [(x, y - 652, text) for x, y, text in HEADER]
    below = ([*header, *((x, y + 20, text) for x, y, text in [*REST, *LAST])], [28, 48, 80, 100], (28, 100))
    assert rows(parted([above, below]))[1:] == [
        f"[Proba] Obradoiro · [En que consiste] {JOINED} · [Peso] 25 %",
        "[Proba] Diario · [En que consiste] Un por semana · [Peso] 15 %",
    ]


def test_a_row_that_a_rule_closes_ends_on_its_page() -> None:
    above = ([*HEADER, *WHOLE, *CUT], [680, 700, 740, 780], (680, 780))
    below = ([*((x, y + 20, text) for x, y, text in LAST)], [74, 100], (74, 100))
    assert [row.split(" · ")[-1] for row in rows(parted([above, below]))] == [
        "[Peso] 60 %",
        "[Peso] 25 %",
        "[Peso] 15 %",
    ]


def test_upright_rules_that_end_in_the_middle_of_a_page_close_no_row() -> None:
    cells = [(x, y - 300, text) for x, y, text in [*HEADER, *WHOLE, *CUT]]
    found = rows(parted([(cells, [380, 400, 440], (380, 480))]))
    assert not any("Obradoiro" in row for row in found)


def test_rows_that_no_upright_rule_parts_have_the_columns_of_the_others() -> None:
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    canvas.setFont("Helvetica", 10)
    cells = ["Proba Tipo Peso", "Exame Obrigatoria 40", "Caderno Voluntaria 35", "Debate Obrigatoria 25"]
    for row, line in enumerate(cells):
        for x, text in zip(LEFTS, line.split(), strict=False):
            canvas.drawString(x + 4, A4[1] - 114 - 20 * row, text)
        # Every second row has its left and right border alone.
        for x in LEFTS if row % 2 == 0 else (LEFTS[0], LEFTS[-1]):
            canvas.line(x, A4[1] - 100 - 20 * row, x, A4[1] - 120 - 20 * row)
        canvas.line(LEFTS[0], A4[1] - 100 - 20 * row, LEFTS[-1], A4[1] - 100 - 20 * row)
    canvas.line(LEFTS[0], A4[1] - 180, LEFTS[-1], A4[1] - 180)
    canvas.save()
    assert rows(target.getvalue()) == [
        "[Proba] Exame · [Tipo] Obrigatoria · [Peso] 40",
        "[Proba] Caderno · [Tipo] Voluntaria · [Peso] 35",
        "[Proba] Debate · [Tipo] Obrigatoria · [Peso] 25",
    ]


def test_rows_of_different_columns_are_not_joined_over_a_page_break() -> None:
    edges = (60.0, 200.0)
    above = Table((60, 680, 540, 780), (("Exame", "Preguntas", ""),), 0, False, edges, 1, open_below=True)
    below = Table((60, 30, 540, 80), (("", "e problemas"),), 0, False, edges, 2, open_above=True)
    assert cut_rows.joined([[above], [below]]) == [[above], [below]]


FEES = [
    (60, 100, "Alumnado"), (200, 100, "Matrícula"), (400, 100, "Prezo"),
    (200, 116, "Completa"), (400, 116, "900,00 €"), (200, 130, "Ata 18 créditos"), (400, 130, "310,00 €"),
    (60, 130, "Do país"), (200, 144, "Materias soltas, fóra"), (400, 144, "450,00 €"), (200, 156, "do plan de estudos"),
    (200, 172, "Completa"), (400, 172, "2.700,00 €"), (200, 186, "Ata 18 créditos"), (400, 186, "930,00 €"),
    (60, 173, "Doutros"), (60, 185, "países"),
]  # fmt: skip


def test_labels_in_the_middle_of_several_rows_are_of_each() -> None:
    assert rows(drawn(FEES)) == [
        "[Alumnado] Do país · [Matrícula] Completa · [Prezo] 900,00 €",
        "[Alumnado] Do país · [Matrícula] Ata 18 créditos · [Prezo] 310,00 €",
        "[Alumnado] Do país · [Matrícula] Materias soltas, fóra do plan de estudos · [Prezo] 450,00 €",
        "[Alumnado] Doutros países · [Matrícula] Completa · [Prezo] 2.700,00 €",
        "[Alumnado] Doutros países · [Matrícula] Ata 18 créditos · [Prezo] 930,00 €",
    ]


def test_what_another_column_says_in_the_middle_of_the_rows_is_of_each_too() -> None:
    cells = [
        (60, 100, "Curso"), (160, 100, "Nivel"), (240, 100, "Horas"), (340, 100, "Prezo"),
        (240, 116, "30 h"), (340, 116, "25 €"), (60, 123, "Básico"), (160, 123, "A1"),
        (240, 130, "50 h"), (340, 130, "40 €"),
        (60, 144, "Medio"), (160, 144, "B1"), (240, 144, "80 h"), (340, 144, "90 €"),
    ]  # fmt: skip
    assert rows(drawn(cells))[:2] == [
        "[Curso] Básico · [Nivel] A1 · [Horas] 30 h · [Prezo] 25 €",
        "[Curso] Básico · [Nivel] A1 · [Horas] 50 h · [Prezo] 40 €",
    ]


def test_lines_of_cells_beside_an_hour_in_their_middle_are_no_rows() -> None:
    cells = [(60, 100, "Hora"), (160, 100, "Luns"), (300, 100, "Martes")]
    for top, hour in ((120, "9:00"), (170, "11:00"), (220, "13:00")):
        cells += [(60, top + 12, hour)]
        cells += [(x, top + 12 * n, text) for x in (160, 300) for n, text in enumerate(("Redes", "Ana Pena", "Aula A"))]
    of_hour = "[Luns] Redes Ana Pena Aula A · [Martes] Redes Ana Pena Aula A"
    assert rows(drawn(cells)) == [f"[Hora] {hour} · {of_hour}" for hour in ("9:00", "11:00", "13:00")]


def test_a_line_in_the_print_of_the_tables_is_no_heading_though_the_text_around_is_smaller() -> None:
    forms = pdfs.table(
        [[f"Competencia número {n}", "Sabe ler un plano e explicalo a outras persoas"] for n in range(9)]
    )
    line = pdfs.paragraph("Ter cursada a materia Debuxo")
    note = "Nota: os datos desta guía poden cambiar ao longo do curso. "
    small = Paragraph(4 * note, ParagraphStyle("small", fontSize=7))
    blocks = extract(pdfs.document([pdfs.heading("Requisitos"), line, forms, small]), LIMITS).blocks
    assert [block.text for block in blocks if block.kind == "heading"] == ["Requisitos"]

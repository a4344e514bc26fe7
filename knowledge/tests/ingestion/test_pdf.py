import re
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak

from knowledge.ingestion.describe import describe
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits
from knowledge.ingestion.extract.pdf import extract
from knowledge.models import page_at
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=1024)


def read(data: bytes) -> ExtractedDocument:
    return extract(data, LIMITS)


def texts(data: bytes) -> list[str]:
    return [block.text for block in read(data).blocks]


def headings(data: bytes) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in read(data).blocks if block.level]


def sentences(count: int, topic: str) -> str:
    return " ".join(f"La frase número {number} trata de {topic} con cierto detalle." for number in range(1, count + 1))


def test_lines_become_paragraphs_and_headings_are_found_by_size_and_weight() -> None:
    story = [
        pdfs.heading("Reglamento de préstamo"), pdfs.paragraph(sentences(6, "préstamos")),
        pdfs.bold("Plazos ordinarios"), pdfs.paragraph(sentences(3, "plazos")), pdfs.paragraph("Otro párrafo corto."),
    ]  # fmt: skip
    data = pdfs.document(story)
    assert headings(data) == [(1, "Reglamento de préstamo"), (2, "Plazos ordinarios")]
    assert texts(data)[1] == sentences(6, "préstamos")
    assert texts(data)[3:] == [sentences(3, "plazos"), "Otro párrafo corto."]


def test_a_heading_over_two_lines_is_one() -> None:
    long = "Reglamento de evaluación, revisión y reclamación de las calificaciones del curso 2025-2026"
    data = pdfs.document([pdfs.heading(long), pdfs.paragraph(sentences(6, "notas"))])
    assert headings(data) == [(1, long)]


def test_a_numbered_heading_close_below_the_title_is_another() -> None:
    story = [pdfs.heading("Guía del taller<br/>1. Reservas"), pdfs.paragraph(sentences(6, "hornos"))]
    assert [text for _level, text in headings(pdfs.document(story))] == ["Guía del taller", "1. Reservas"]


def test_two_columns_are_read_one_after_the_other() -> None:
    first, second = sentences(45, "ríos"), sentences(30, "montes")
    data = pdfs.document([pdfs.paragraph(first), pdfs.paragraph(second)], columns=2)
    assert " ".join(texts(data)) == f"{first} {second}"


def test_columns_that_are_drawn_line_by_line_are_still_read_one_after_the_other() -> None:
    lines = []
    for row in range(12):
        lines.append((60.0, 100.0 + 13 * row, f"la columna izquierda, renglón {row:02d}, sigue y"))
        lines.append((320.0, 100.0 + 13 * row, f"la columna derecha, renglón {row:02d}, sigue y"))
    text = " ".join(texts(pdfs.drawn(lines)))
    assert text.index("izquierda, renglón 11") < text.index("derecha, renglón 00")


def test_running_headers_footers_and_page_numbers_are_dropped() -> None:
    document = read(pdfs.document([pdfs.paragraph(sentences(220, "actas"))], edges=True))
    assert document.page_count == 3
    assert [block.text for block in document.blocks] == [sentences(220, "actas")]


def test_a_title_that_the_foot_of_every_page_repeats_in_small_print_stays() -> None:
    story = [pdfs.heading("Estatutos"), pdfs.paragraph(sentences(30, "ríos")), PageBreak(),
             pdfs.paragraph(sentences(30, "montes"))]  # fmt: skip
    data = pdfs.document(story, edges=True, foot="Estatutos")
    assert headings(data) == [(1, "Estatutos")]
    assert " ".join(texts(data)).count("Estatutos") == 1


def test_a_word_parted_at_the_line_end_is_joined_and_a_compound_keeps_its_hyphen() -> None:
    lines = [
        (60.0, 100.0, "El estudiantado puede pedir la revisión de su califica-"),
        (60.0, 113.0, "ción y asistir a las clases de carácter teórico-práctico, pues lo teórico-"),
        (60.0, 126.0, "práctico también cuenta para la nota final de la asignatura."),
    ]
    (text,) = texts(pdfs.drawn(lines))
    assert "su calificación y" in text
    assert "lo teórico-práctico también" in text


def test_tables_become_rows_with_headers_in_their_place_and_only_once() -> None:
    rows = [
        ["Trámite", "Plazo", "Tasa"],
        ["Matrícula", "31 de julio", "20 euros"],
        ["Título", "10 de mayo", "160 euros"],
    ]
    story = [pdfs.paragraph(sentences(3, "trámites")), pdfs.table(rows), pdfs.paragraph("Hasta aquí la tabla.")]
    assert texts(pdfs.document(story))[1:] == [
        "[Trámite] Matrícula · [Plazo] 31 de julio · [Tasa] 20 euros",
        "[Trámite] Título · [Plazo] 10 de mayo · [Tasa] 160 euros",
        "Hasta aquí la tabla.",
    ]


def test_a_table_over_two_pages_keeps_its_headers() -> None:
    rows = [["Código", "Materia"], *([f"G{number:03d}", f"Materia {number}"] for number in range(70))]
    for bold_header in (False, True):
        document = read(pdfs.document([pdfs.table(rows, bold_header=bold_header)]))
        assert [block.text for block in document.blocks] == [
            f"[Código] {code} · [Materia] {name}" for code, name in rows[1:]
        ]
        assert document.blocks[-1].page_breaks == ((0, 2),)


def test_a_frame_around_text_is_no_table() -> None:
    story = [pdfs.table([[pdfs.paragraph(sentences(7, "avisos"))]]), pdfs.paragraph("Después del marco.")]
    assert texts(pdfs.document(story)) == [sentences(7, "avisos"), "Después del marco."]


def test_squared_paper_is_no_table_and_takes_no_time() -> None:
    target = BytesIO()
    canvas = Canvas(target)
    canvas.grid([float(x) for x in range(20, 580, 6)], [float(y) for y in range(20, 820, 6)])
    canvas.drawString(100, 500, "Un texto escrito sobre papel cuadriculado.")
    canvas.save()
    assert texts(target.getvalue()) == ["Un texto escrito sobre papel cuadriculado."]


def test_every_character_keeps_its_page() -> None:
    data = pdfs.document([pdfs.paragraph(sentences(120, "bibliotecas")), pdfs.paragraph(sentences(100, "archivos"))])
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(data)).pages]
    checked = 0
    for block in read(data).blocks:
        breaks = [list(pair) for pair in block.page_breaks]
        for start in range(0, len(block.text) - 60, 30):
            piece, page = block.text[start : start + 60], page_at(breaks, start)
            if page == page_at(breaks, start + 60):
                assert page is not None
                assert piece.strip() in pages[page - 1]
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_pages_are_read_as_they_are_shown(angle: int) -> None:
    rows = [["Aula", "Plazas"], ["A1", "40"], ["A2", "35"]]
    data = pdfs.document([pdfs.paragraph(sentences(8, "aulas")), pdfs.table(rows)])
    assert texts(pdfs.turned(data, angle)) == texts(data)
    assert texts(data)[1:] == ["[Aula] A1 · [Plazas] 40", "[Aula] A2 · [Plazas] 35"]


def test_title_and_date_are_read_and_the_text_knows_better_than_the_program() -> None:
    story = [pdfs.heading("Normas"), pdfs.paragraph(sentences(3, "uso"))]
    data = pdfs.dated(pdfs.document(story, title="Normas de uso"), "D:20200102030405Z")
    metadata = read(data).metadata
    assert metadata.title == "Normas de uso"
    assert metadata.modified_on == date(2020, 1, 2)
    story.append(pdfs.paragraph("Última actualización: 12 de septiembre de 2024"))
    assert read(pdfs.dated(pdfs.document(story), "D:20200102030405Z")).metadata.modified_on == date(2024, 9, 12)


def test_a_title_that_a_program_made_up_is_replaced_by_the_heading() -> None:
    story = [pdfs.heading("Normas de uso de las salas"), pdfs.paragraph(sentences(5, "salas"))]
    assert (
        read(pdfs.document(story, title="Microsoft Word - normas.docx")).metadata.title == "Normas de uso de las salas"
    )


@pytest.mark.parametrize("cut", [200, 900, 1500])
def test_a_truncated_file_is_broken(cut: int) -> None:
    data = pdfs.document([pdfs.paragraph(sentences(200, "actas"))])
    with pytest.raises((errors.Broken, errors.NoText)):
        read(data[:cut])


def test_what_only_begins_as_a_pdf_is_said_to_have_no_pages() -> None:
    with pytest.raises(errors.Broken) as raised:
        read(b"%PDF-1.4 rubbish")
    assert raised.value.detail == "no pages"


def test_a_password_is_told() -> None:
    with pytest.raises(errors.Encrypted):
        read(pdfs.encrypted(pdfs.document([pdfs.paragraph("Secreto, secreto, secreto.")]), "clave"))


def test_a_file_that_only_restricts_printing_is_read() -> None:
    data = pdfs.encrypted(pdfs.document([pdfs.paragraph(sentences(2, "avisos"))]), "")
    assert texts(data) == [sentences(2, "avisos")]


def test_a_page_without_text_looks_scanned() -> None:
    with pytest.raises(errors.NoText):
        read(pdfs.drawn([]))


def test_too_many_pages_are_refused_before_they_are_read() -> None:
    data = pdfs.document([pdfs.paragraph(sentences(400, "actas"))])
    with pytest.raises(errors.TooManyPages, match="4 > 2"):
        extract(data, Limits(max_pages=2, seconds=60, memory_mb=1024))


def test_bytes_decide_on_the_format_before_the_name() -> None:
    data = pdfs.document([pdfs.paragraph("Un texto.")])
    assert formats.media_type("notas.txt", data) == formats.PDF
    with pytest.raises(errors.Broken):
        formats.media_type("notas.pdf", b"\x00\x01\x02\x03 no es un PDF")


def test_blocks_hold_no_invisible_characters() -> None:
    block = next(iter(read(pdfs.document([pdfs.paragraph("Con\u00a0espacio duro y guion\u00adblando.")])).blocks))
    assert isinstance(block, Block)
    assert "\u00a0" not in block.text
    assert "\u00ad" not in block.text


def test_two_languages_side_by_side_are_read_one_after_the_other() -> None:
    spanish = "el plazo de la ley y los actos de las salas, con la nota de un mes y el fin"
    valencian = "els terminis i les sales amb el curs per als actes dels que hi ha al seu mes"
    target = BytesIO()
    canvas = Canvas(target)
    for page in range(2):
        canvas.setFont("Helvetica", 7)
        for row in range(20):
            canvas.drawString(40, 780 - 12 * row, f"{valencian} {page}")
            canvas.drawString(320, 780 - 12 * row, f"{spanish} {page}")
        canvas.showPage()
    canvas.save()
    text = " ".join(texts(target.getvalue()))
    assert text.rindex("terminis") < text.index("plazo")


def test_a_footnote_mark_is_no_digit_of_the_number_before_it() -> None:
    target = BytesIO()
    canvas = Canvas(target)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(60, 700, "Plazas ofrecidas en el curso 2026")
    canvas.setFont("Helvetica", 7)
    canvas.drawString(60 + canvas.stringWidth("Plazas ofrecidas en el curso 2026", "Helvetica", 12), 705, "2")
    canvas.save()
    assert texts(target.getvalue()) == ["Plazas ofrecidas en el curso 2026 2"]


def test_a_part_of_a_table_has_its_own_caption_and_headers() -> None:
    rows = [
        ["Tutorías del primer cuatrimestre", "", ""], ["Día", "Hora", "Despacho"], ["lunes", "10:00", "1.16"],
        ["Tutorías del segundo cuatrimestre", "", ""], ["Día", "Hora", "Despacho"], ["martes", "12:00", "1.17"],
    ]  # fmt: skip
    assert [(block.kind, block.text) for block in read(pdfs.document([pdfs.table(rows)])).blocks] == [
        ("caption", "Tutorías del primer cuatrimestre"), ("row", "[Día] lunes · [Hora] 10:00 · [Despacho] 1.16"),
        ("caption", "Tutorías del segundo cuatrimestre"), ("row", "[Día] martes · [Hora] 12:00 · [Despacho] 1.17"),
    ]  # fmt: skip


def test_columns_of_values_without_rules_between_them_are_rows() -> None:
    cells = ["Centro\nE1\nE2\nE3\nE4", "Plazas\n10\n20\n30\n40"]
    rows = [[cell.split("\n")[0] for cell in cells], ["\n".join(cell.split("\n")[1:]) for cell in cells]]
    assert texts(pdfs.document([pdfs.table(rows)])) == [f"[Centro] E{n} · [Plazas] {n}0" for n in range(1, 5)]


def test_fields_in_one_cell_are_as_many_blocks() -> None:
    rows = [["- Centro: Facultad\n- Créditos: 6\n- Idioma: gallego", ""], ["Profesorado", "Ana Pérez"]]
    assert texts(pdfs.document([pdfs.table(rows)]))[:3] == ["- Centro: Facultad", "- Créditos: 6", "- Idioma: gallego"]


def drawn_by(draw: Callable[[Canvas], None]) -> bytes:
    target = BytesIO()
    canvas = Canvas(target)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def test_columns_without_rules_are_a_table() -> None:
    rows = [("Equipo", "Partidos", "Puntos"), ("Universidade de", "14", "34"), ("Santiago", "", ""),
            ("Universidade da Coruña", "13", "31"), ("Universidade de Vigo", "12", "19")]  # fmt: skip
    tops = [100, 120, 132, 152, 172]
    cells = [
        (x, top, text) for top, row in zip(tops, rows, strict=True) for x, text in zip((60, 260, 360), row, strict=True)
    ]
    found = [(block.kind, block.text) for block in read(pdfs.drawn([*cells, (60, 220, sentences(1, "ríos"))])).blocks]
    assert found == [
        ("row", "[Equipo] Universidade de Santiago · [Partidos] 14 · [Puntos] 34"),
        ("row", "[Equipo] Universidade da Coruña · [Partidos] 13 · [Puntos] 31"),
        ("row", "[Equipo] Universidade de Vigo · [Partidos] 12 · [Puntos] 19"),
        ("paragraph", sentences(1, "ríos")),
    ]


def test_labels_beside_their_values_are_no_columns_of_text() -> None:
    labels = ["Inicio das clases do primeiro cuadrimestre:", "Fin das clases do primeiro cuadrimestre:",
              "Exames da primeira oportunidade, ordinarios:", "Entrega de actas por parte do profesorado:"]  # fmt: skip
    values = ["8 de setembro de 2025", "19 de decembro de 2025", "do 8 ao 23 de xaneiro", "30 de xaneiro de 2026"]
    lines = [
        (x, 100 + 18 * number, text)
        for number, pair in enumerate(zip(labels, values, strict=True))
        for x, text in zip((60, 400), pair, strict=True)
    ]
    assert texts(pdfs.drawn(lines)) == [f"[{label[:-1]}] {value}" for label, value in zip(labels, values, strict=True)]


@pytest.mark.parametrize(
    "rows",
    [
        [("Artigo 1. Obxecto . . . . . . . . .", "3"), ("Artigo 2. Ámbito . . . . . . . . .", "4"),
         ("Artigo 3. Prazos . . . . . . . . .", "5")],
        [("• ríos e lagoas", "• montes e vales"), ("• illas", "• cabos"), ("• praias", "• rías")],
        [("Código: 614", "Curso: 1º"), ("Créditos: 6", "Lingua: galego"), ("Tipo: básica", "Período: 2º")],
        [("1 2 3 4 5", "6 7"), ("8 9 10 11 12", "13 14"), ("15 16 17 18 19", "20 21")],
    ],
)  # fmt: skip
def test_what_stands_side_by_side_is_not_always_a_table(rows: list[tuple[str, str]]) -> None:
    lines = [(x, 100 + 16 * place, text) for place, row in enumerate(rows)
             for x, text in zip((60, 330), row, strict=True)]  # fmt: skip
    assert all(block.kind != "row" for block in read(pdfs.drawn(lines)).blocks)


def test_dots_that_are_drawn_before_lines_make_them_items_of_a_list() -> None:
    lines = [
        (60, 100, "Os cargos da directiva son:"), (80, 120, "presidencia"),
        (80, 134, "secretaría, que levanta as actas"), (80, 148, "e custodia os libros"), (80, 162, "tesourería"),
        (60, 182, "O mandato dura dous anos."),
    ]  # fmt: skip
    dots = [(70, 117), (70, 131), (70, 159), (300, 179), (500, 400)]
    found = [(block.kind, block.text) for block in read(pdfs.drawn(lines, dots)).blocks]
    assert found == [
        ("lead_in", "Os cargos da directiva son:"), ("item", "• presidencia"),
        ("item", "• secretaría, que levanta as actas e custodia os libros"), ("item", "• tesourería"),
        ("paragraph", "O mandato dura dous anos."),
    ]  # fmt: skip


def test_a_few_letters_are_a_text() -> None:
    assert texts(drawn_by(lambda canvas: canvas.drawString(60, 780, "Cerrado."))) == ["Cerrado."]


def test_what_was_filled_in_is_read() -> None:
    def form(canvas: Canvas) -> None:
        canvas.drawString(60, 780, "Nome e apelidos da persoa solicitante")
        canvas.acroForm.textfield(name="name", value="Ana Pérez Soto", x=60, y=700, width=200, height=20)

    assert "Ana Pérez Soto" in texts(drawn_by(form))


def test_hebrew_is_read_from_the_right() -> None:
    registerFont(TTFont("DejaVu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    shalom_olam = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"

    def lines(canvas: Canvas) -> None:
        canvas.setFont("DejaVu", 12)
        canvas.drawString(60, 780, f"Título da obra: {shalom_olam[::-1]} e outras.")
        canvas.drawString(60, 600, f"{shalom_olam[::-1]} 2025 {shalom_olam[::-1]}")

    read = [f"Título da obra: {shalom_olam} e outras.", f"{shalom_olam} 2025 {shalom_olam}"]
    assert texts(drawn_by(lines)) == read


def test_letters_beyond_any_sheet_do_not_matter() -> None:
    def far(canvas: Canvas) -> None:
        canvas.drawString(60, 780, "Normas de préstamo")
        canvas._code.append("q 1e30 0 0 1e30 0 0 cm BT /F1 1e30 Tf 1 0 0 1 1e30 1e30 Tm (abc) Tj ET Q")
        canvas._code.append("1e38 0 m 1e38 1e38 l S 0 0 3e38 3e38 re S")

    assert texts(drawn_by(far)) == ["Normas de préstamo"]


@pytest.mark.parametrize(
    ("whole", "broken"),
    [(rb"/Kids \[[^\]]*\]", b""), (rb"/Kids \[", b"/Kids [ 99 0 R "), (rb"/Pages \d+ 0 R", b"/Pages 99 0 R")],
)
def test_pages_are_found_without_their_tree(whole: bytes, broken: bytes) -> None:
    data = drawn_by(lambda canvas: canvas.drawString(60, 780, "Normas de préstamo"))
    assert texts(re.sub(whole, broken, data)) == ["Normas de préstamo"]


def test_headers_over_several_columns_and_cells_over_several_rows_are_read_with_each_value() -> None:
    rows = [
        ["Cuota", "Habitación", "", "Aviso"],
        ["", "Individual", "Doble", ""],
        ["A", "549 €", "405 €", "En junio"],
        ["B", "855 €", "657 €", ""],
        ["Total", "", "1.062 €", "En julio"],
    ]
    spans = [("SPAN", (0, 0), (0, 1)), ("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (3, 1)), ("SPAN", (3, 2), (3, 3)),
             ("SPAN", (0, 4), (1, 4))]  # fmt: skip
    table = pdfs.table(rows)
    table.setStyle(spans)
    assert texts(pdfs.document([table])) == [
        "[Cuota] A · [Habitación › Individual] 549 € · [Habitación › Doble] 405 € · [Aviso] En junio",
        "[Cuota] B · [Habitación › Individual] 855 € · [Habitación › Doble] 657 € · [Aviso] En junio",
        "[Cuota] Total · [Habitación › Doble] 1.062 € · [Aviso] En julio",
    ]


def test_a_line_that_goes_on_in_small_letters_is_no_new_paragraph_though_a_word_would_have_fitted() -> None:
    widest = (
        "El consejo aprueba el reglamento de investigación de la universidad, que regula la función de los centros."
    )
    broken = ["Las escuelas que hoy existen dependen de la dirección general de", "la investigación."]
    texts_drawn = [widest, *broken, "bata", "gafas"]
    heights = (100.0, 140.0, 153.0, 166.0, 179.0)
    data = pdfs.drawn([(60.0, y, text) for y, text in zip(heights, texts_drawn, strict=True)])
    assert texts(data) == [widest, " ".join(broken), "bata", "gafas"]


def test_the_end_of_a_row_on_the_next_page_is_a_row_of_the_table() -> None:
    cell = (120.0, 30.0)
    first = pdfs.table([["Proba", "Peso"], ["Exames parciais", "45 %"], ["Laboratorios", "15 %"]], cell=cell)
    second = pdfs.table([["Visitas técnicas", ""]], cell=cell)
    document = read(pdfs.document([first, PageBreak(), second, pdfs.paragraph(sentences(3, "avaliación"))]))
    assert [(block.kind, block.group, block.text) for block in document.blocks][:3] == [
        ("row", 1, "[Proba] Exames parciais · [Peso] 45 %"), ("row", 1, "[Proba] Laboratorios · [Peso] 15 %"),
        ("row", 1, "Visitas técnicas"),
    ]  # fmt: skip
    alone = pdfs.document([pdfs.paragraph(sentences(3, "avaliación")), second])
    assert texts(alone) == [sentences(3, "avaliación"), "Visitas técnicas"]


def test_values_that_stand_side_by_side_within_one_ruled_row_are_rows_with_its_label() -> None:
    marks = ["2 (dos)", "3 (tres)", "4 (catro)", "5 (cinco)"]
    names = ["Regular", "Bo", "Distinguido", "Sobresaliente"]
    rows = [
        ["Resultado", "Nota", "Nome"],
        ["Reprobado", "1 (un)", "Insuficiente"],
        ["Aprobado", "\n".join(marks), "\n".join(names)],
    ]
    assert texts(pdfs.document([pdfs.table(rows, bold_header=True)]))[1:] == [
        f"[Resultado] Aprobado · [Nota] {mark} · [Nome] {name}" for mark, name in zip(marks, names, strict=True)
    ]


def test_numbers_that_count_pages_are_dropped_wherever_the_margin_has_them() -> None:
    target = BytesIO()
    canvas = Canvas(target)
    for page, (end, first) in enumerate(
        [("o persoal pode gozar de", "Norma."), ("Fin.", "tres días por asuntos propios.")]
    ):
        canvas.drawString(60, 700, first)
        canvas.drawString(60, 200, end)
        canvas.drawString(300, 100, str(49 + page))
        canvas.drawString(60, 120, "12")
        canvas.showPage()
    canvas.save()
    assert " ".join(texts(target.getvalue())).split().count("12") == 2
    assert not {"49", "50"} & set(" ".join(texts(target.getvalue())).split())


def test_the_letters_of_a_ligature_stay_in_their_word() -> None:
    registerFont(TTFont("DejaVu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))

    def ligatures(canvas: Canvas) -> None:
        canvas.setFont("DejaVu", 12)
        canvas.drawString(60, 780, "A deﬁnición oﬁcial da oﬀerta ﬂexible.")

    assert texts(drawn_by(ligatures)) == ["A definición oficial da offerta flexible."]


def test_a_title_whose_letters_stand_apart_is_read_in_words() -> None:
    def spaced(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 12)
        canvas.drawString(60, 780, "NORMAS DE USO", charSpace=5)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(60, 750, "L M X V S D L M")

    assert texts(drawn_by(spaced)) == ["NORMAS DE USO", "L M X V S D L M"]


def test_a_running_head_that_names_the_chapter_is_no_text_of_the_page() -> None:
    def chapters(canvas: Canvas) -> None:
        for chapter in ("Do préstamo", "Das sancións"):
            canvas.setFont("Helvetica-Oblique", 8)
            canvas.drawString(300, 805, chapter.upper())
            canvas.setFont("Helvetica-Bold", 14)
            canvas.drawString(60, 740, chapter)
            canvas.setFont("Helvetica", 10)
            for line in range(8):
                canvas.drawString(60, 700 - 13 * line, f"{chapter} fálase aquí, na liña número {line} deste texto,")
            canvas.showPage()

    found = read(drawn_by(chapters))
    assert [block.text for block in found.blocks if "SANCI" in block.text or "PRÉSTAMO" in block.text] == []
    assert [text for _level, text in headings(drawn_by(chapters))] == ["Do préstamo", "Das sancións"]


def test_the_running_head_says_whose_the_document_is() -> None:
    data = pdfs.document([pdfs.heading("Normas de uso"), *[pdfs.paragraph(sentences(60, "rías"))] * 4], edges=True)
    found = describe(read(data), "normas", "gl")
    assert found.publisher == "Universidade de Exemplo"


def test_a_number_that_the_line_before_ends_for_begins_no_item() -> None:
    lines = [
        (60, 100, "O prazo para reclamar ante a comisión de avaliación é o que fixa o artigo"),
        (60, 113, "12. Quen non reclame dentro del acepta a cualificación que saia na acta final."),
    ]
    assert texts(pdfs.drawn(lines)) == [" ".join(text for _x, _y, text in lines)]


def test_an_article_begins_below_the_item_before_it_and_a_sentence_that_names_one_does_not() -> None:
    lines = [
        (60, 100, "Artigo 4. A persoa responsable do arquivo ten estas funcións, que non pode delegar en ninguén:"),
        (80, 118, "a) Gardar os fondos."),
        (80, 136, "b) Ensinar os fondos a quen os pida por escrito, e levar conta de cada visita e do que se viu."),
        (60, 150, "Artigo 5. Os fondos consúltanse pola mañá na sala do arquivo, diante de quen garde o que se ve"),
        (60, 163, "alí, e non se levan á casa nunca, agás co permiso da dirección e co aval de quen os doou na data."),
        (60, 176, "Artigo 9 da lei: as copias págaas quen as pide, tamén cando non as leve por calquera motivo."),
    ]
    found = [(block.kind, block.text) for block in read(pdfs.drawn(lines)).blocks]
    assert ("item", lines[2][2]) in found
    assert ("heading", "Artigo 5") in found
    assert found[-1] == ("paragraph", " ".join(text for _x, _y, text in lines[3:]))

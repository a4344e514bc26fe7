from knowledge.ingestion.divisions import begins_division
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.outline import outlined

TEXT = "Pueden pedirlo todas las personas matriculadas en la universidad durante el curso en vigor."


def seen(*blocks: Block | str) -> list[tuple[int, str]]:
    given = [Block(block) if isinstance(block, str) else block for block in blocks]
    found = outlined([*given, Block("Firma"), Block("Cargo"), Block("Fin")])[:-3]
    return [(block.level, block.text) for block in found]


def test_divisions_of_a_rule_are_headings_within_each_other() -> None:
    found = seen("CAPÍTULO I", "Del préstamo", "Artículo 1. Objeto.", TEXT, "Artículo 2. Plazos.", TEXT)
    assert found == [
        (12, "CAPÍTULO I. Del préstamo"), (14, "Artículo 1. Objeto"), (0, TEXT), (14, "Artículo 2. Plazos"), (0, TEXT),
    ]  # fmt: skip


def test_a_division_that_goes_on_with_its_text_is_parted_from_it() -> None:
    nameless = f"ARTÍCULO 2. {TEXT} {TEXT}"
    assert seen(f"ARTÍCULO 1. Objeto. {TEXT}", nameless) == [
        (14, "ARTÍCULO 1. Objeto"), (0, TEXT), (14, "ARTÍCULO 2"), (0, nameless),
    ]  # fmt: skip


def test_a_sentence_that_mentions_an_article_is_text() -> None:
    assert seen("Artículo 5 de la Ley de bibliotecas.", "Artículo 6, apartado 2.") == [
        (0, "Artículo 5 de la Ley de bibliotecas."),
        (0, "Artículo 6, apartado 2."),
    ]


def test_numbered_sections_are_headings_and_numbered_items_are_not() -> None:
    assert seen("I. Normas", "I.1. Requisitos", TEXT) == [(11, "I. Normas"), (12, "I.1. Requisitos"), (0, TEXT)]
    assert [level for level, _text in seen("I. Premio", "II. Diploma", "III. Mención", TEXT)] == [0, 0, 0, 0]


def test_headings_without_a_number_stand_below_numbered_ones() -> None:
    blocks = [Block("1. Datos", 2), Block("2. Profesorado", 2), Block("Horario", 2), Block("3. Temario", 2)]
    assert [level for level, _text in seen(*blocks)] == [2, 2, 3, 2]


def test_a_table_of_contents_is_no_text() -> None:
    assert seen("Artículo 1. Objeto ........ 3", "Plazos . . . . . . 12", TEXT) == [(0, TEXT)]


def test_a_line_in_capitals_above_text_is_a_heading_and_a_signature_is_not() -> None:
    assert seen("DE LA MATRÍCULA", TEXT)[0] == (8, "DE LA MATRÍCULA")
    blocks = [Block(TEXT), Block("ANA PÉREZ SOTO"), Block("Vicerrectora de Estudiantes")]
    assert [block.level for block in outlined(blocks)] == [0, 0, 0]


def test_what_a_record_says_stands_below_its_name() -> None:
    blocks = [
        Block("Profesora: Ana Pérez", 3), Block("Contacto", 3), Block("Profesora: Eva Ruiz", 4), Block("Horario", 3),
        Block("Evaluación", 2), Block("Criterios", 3),
    ]  # fmt: skip
    assert [level for level, _text in seen(*blocks)] == [3, 4, 3, 4, 2, 3]


def test_a_title_with_a_colon_names_no_record() -> None:
    titles = ("Cambia a recollida do lixo: cinco colectores", "Pleno ordinario: o que se votou", "Axenda", "Teléfonos")
    assert [level for level, _text in seen(*(Block(title, 2) for title in titles))] == [2, 2, 2, 2]


def test_what_begins_with_a_dash_is_no_heading() -> None:
    assert seen(Block("- Grupo: primero", 2))[0] == (0, "- Grupo: primero")


def test_a_sentence_stays_in_the_text_of_its_article() -> None:
    first = f"Artículo 3. La votación será válida si participa la mitad. {TEXT}"
    alone = "Artículo 4. La mesa cierra a las ocho."
    assert seen(f"Artículo 1. {TEXT}", f"Artículo 2. {TEXT}", first, alone)[4:] == [
        (14, "Artículo 3"), (0, first), (14, "Artículo 4"), (0, alone),
    ]  # fmt: skip


def test_what_announces_a_list_is_no_name() -> None:
    announcing = "Artículo 5. Los equipos se clasifican así:"
    assert seen(announcing, "a) fijos", "b) portátiles", "Artículo 6. Definiciones:", "a) sala")[:2] == [
        (14, "Artículo 5"), (0, announcing),
    ]  # fmt: skip
    assert (14, "Artículo 6. Definiciones") in seen(announcing, "a) fijos", "Artículo 6. Definiciones:", "a) sala")


def test_an_abbreviation_does_not_end_a_name() -> None:
    order = f"Art. 3.º Derogar la Res. 55/23 y el anexo. {TEXT}"
    assert seen(f"Art. 1.º {TEXT}", f"Art. 2.º {TEXT}", order)[4:] == [(14, "Art. 3.º"), (0, order)]


def test_a_line_that_was_broken_is_no_name() -> None:
    broken = "Artículo 2. No cuentan los seminarios ni las prácticas"
    assert seen(
        f"Artículo 1. {TEXT}", broken, "que se hayan cursado fuera de la universidad con otro plan de estudios."
    )[2:4] == [(14, "Artículo 2"), (0, broken)]
    assert seen("Artículo 1. Objeto", TEXT, "Artículo 2. Préstamo de mapas y", "de globos.", TEXT)[2] == (
        14, "Artículo 2. Préstamo de mapas y de globos",
    )  # fmt: skip


def test_a_formula_with_a_number_is_no_section() -> None:
    assert seen("VII. Notas", "7.1 Nota final: 0,4 P + 0,6 E", TEXT)[1][0] == 0


def test_a_formula_is_text_in_capitals_and_in_bold() -> None:
    formula = "NF = 0,75·EF + 0,25·LAB"
    assert seen("Quien renuncia tiene un examen.", formula, TEXT)[1] == (0, formula)
    assert seen(Block("5.4. Fórmula", 3), Block(formula, 4), TEXT) == [(3, "5.4. Fórmula"), (0, formula), (0, TEXT)]


def test_a_part_with_a_deeper_number_may_hold_nothing_but_a_list() -> None:
    parts = ["3.1 Cómo pedir cita", "1. Cubrir el cuestionario inicial.", "3.2 Urgencias", "- Llamar al 112.", TEXT]
    assert [level > 0 for level, _ in seen(Block("3. SALUD", 2), *parts)] == [True, True, False, True, False, False]


def test_numbered_parts_stand_beside_those_that_the_format_marks() -> None:
    found = seen(Block("2. Prácticas", 2), Block("2.1. Horas", 3), TEXT, "2.2. Informes", TEXT)
    assert found[3] == (3, "2.2. Informes")


def test_divisions_keep_the_level_of_their_format() -> None:
    blocks = [
        Block("Preámbulo", 2), Block(TEXT), Block("Título primero. Objeto", 2), Block("1. Ámbito", 3), Block(TEXT),
        Block("Título segundo. Plazos", 2), Block("2. Inicio", 3), Block(TEXT), Block("Disposición final. Vigor", 2),
    ]  # fmt: skip
    assert [level for level, _text in seen(*blocks) if level] == [2, 2, 3, 2, 3, 2]


def test_chapters_and_articles_of_one_format_level_are_parted() -> None:
    blocks = [
        Block("Preámbulo", 2), Block(TEXT), Block("Capítulo I. Objeto", 2), Block("Artículo 1. Ámbito", 2), Block(TEXT),
        Block("Nota", 3), Block(TEXT), Block("Disposición final. Vigor", 2), Block(TEXT),
    ]  # fmt: skip
    assert [level for level, _text in seen(*blocks) if level] == [2, 2, 3, 4, 2]


def test_final_provisions_are_no_part_of_the_last_title() -> None:
    found = seen(
        "Título I. Normas", "Artículo 1. Objeto", TEXT, f"Disposición final. Vigor. {TEXT}", "Parte segunda. Más"
    )
    assert [level for level, _text in found if level] == [11, 14, 11, 11]


def test_an_annex_is_no_part_of_the_last_numbered_section() -> None:
    blocks = [Block("1. Datos", 2), Block("2. Plazos", 2), Block("3. Tasas", 2), Block("Anexo. Precios", 2)]
    assert [level for level, _text in seen(*blocks)] == [2, 2, 2, 2]


def test_a_section_may_be_named_at_the_beginning_of_its_paragraph() -> None:
    found = seen(Block("7. JURADO", 2), TEXT, f"8. DERECHOS. {TEXT}", f"9. Nada. {TEXT}")
    assert found[2:] == [(2, "8. DERECHOS"), (0, TEXT), (0, f"9. Nada. {TEXT}")]


def test_an_organisation_above_the_text_is_no_heading() -> None:
    found = seen("UNIVERSIDAD DEL VALLE", "Facultad de Letras y de Artes", "DE LA MATRÍCULA", TEXT, "BIBLIOTECA", TEXT)
    assert [level for level, _text in found] == [0, 0, 8, 0, 8, 0]


def test_a_value_in_capitals_among_labels_is_no_heading() -> None:
    account = ["IBAN: XB41 0014 7720", "BIC: BDRAXBP1", "Reference: applicant number and programme code"]
    assert seen(*account) == [(0, line) for line in account]


def test_a_line_that_only_says_what_kind_of_document_it_is_goes_with_the_name_below() -> None:
    assert seen("Departamento de Física.", "SÍLABO", "FÍSICA GENERAL II", TEXT) == [
        (0, "Departamento de Física."), (8, "SÍLABO. FÍSICA GENERAL II"), (0, TEXT),
    ]  # fmt: skip


def test_a_heading_that_states_a_value_and_has_no_text_is_text() -> None:
    found = seen(Block("Praza", 1), TEXT, Block("Prazo: ata o 15 de maio", 2), Block("IMPORTE: 150,00 €", 2), TEXT)
    assert found[2:4] == [(0, "Prazo: ata o 15 de maio"), (0, "IMPORTE: 150,00 €")]
    kept = seen(Block("Convocatoria: 2 prazas", 1), Block("Profesora: Ana Pérez", 2), Block("Curso: segundo", 2), TEXT)
    assert [level for level, _text in kept] == [1, 2, 3, 0]


def test_a_line_that_begins_with_a_box_is_no_heading_in_capitals_either() -> None:
    lines = ["□ DEREITOS DE ALOXAMENTO", "X RESIDENTE □ CONGRESISTA", "☐POSGRAOS"]
    assert seen(*(line for box in lines for line in (box, TEXT)))[::2] == [(0, line) for line in lines]


def test_headings_without_a_number_after_all_numbered_ones_stand_beside_them() -> None:
    blocks = [
        Block("1. Datos", 2),
        Block("2. Profesorado", 2),
        Block("3. Temario", 2),
        Block("Contacto", 2),
        Block("Fuentes", 2),
    ]
    assert [level for level, _text in seen(*blocks)] == [2, 2, 2, 2, 2]


def test_a_number_beside_a_list_begins_no_paragraph_within_it() -> None:
    assert begins_division("Artigo 7. A Xerencia autoriza os gastos.")
    assert not begins_division("Art. 7 • Autorizar os gastos de cada curso.")
    assert not begins_division("Artigo 7 da Lei do Sistema Universitario")


def test_an_amount_above_a_text_is_a_part_of_it() -> None:
    read = outlined(
        [
            Block("Evaluación", 2, ((0, 1),)),
            Block("60 %", 3, ((0, 1),)),
            Block("Diario de campo", page_breaks=((0, 1), (10, 2))),
            Block("2025", 3, ((0, 2),)),
            Block("Salida al pinar", page_breaks=((0, 2),)),
        ]
    )
    assert [(block.text, block.level) for block in read] == [
        ("Evaluación", 2),
        ("60 % — Diario de campo", 0),
        ("2025", 3),
        ("Salida al pinar", 0),
    ]
    assert read[1].page_breaks == ((0, 1), (17, 2))

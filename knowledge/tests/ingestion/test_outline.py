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


def test_what_begins_with_a_dash_is_no_heading() -> None:
    assert seen(Block("- Grupo: primero", 2))[0] == (0, "- Grupo: primero")

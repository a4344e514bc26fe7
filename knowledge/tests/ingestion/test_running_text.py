from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.layout.lines import Line, Style, body_style
from knowledge.ingestion.layout.running_text import without_sentences
from knowledge.ingestion.layout.scanned import in_common_sizes

FIRST = ((0, 1),)


def seen(*blocks: tuple[int, str], named: str = "") -> list[tuple[int, str]]:
    given = [Block(text, level, FIRST) for level, text in blocks]
    return [(block.level, block.text) for block in without_sentences(given, lambda block: block.text == named)]


def test_a_line_in_the_print_of_a_heading_that_goes_on_in_small_letters_is_text() -> None:
    assert seen((2, "As listas definitivas"), (0, "publícanse en xullo.")) == [
        (0, "As listas definitivas publícanse en xullo.")
    ]
    assert seen((2, "Requisitos dos"), (3, "solicitantes"), (0, "Ter praza.")) == [
        (2, "Requisitos dos solicitantes"), (0, "Ter praza."),
    ]  # fmt: skip


def test_capitals_labels_items_and_addresses_do_not_go_on() -> None:
    for pair in (
        [(2, "OBXECTO"), (0, "o presente regulamento")],
        [(2, "Requisitos:"), (0, "ter praza")],
        [(2, "Requisitos"), (0, "a) ter praza")],
        [(2, "Contacto"), (0, "www.example.org")],
    ):
        assert seen(*pair) == pair


def test_a_page_break_within_the_joined_paragraph_is_kept() -> None:
    blocks = [Block("As listas", 1, ((0, 1),)), Block("saen en xullo.", 0, ((0, 2),))]
    assert without_sentences(blocks, lambda _block: False)[0].page_breaks == ((0, 1), (10, 2))


def test_a_sentence_in_the_print_of_a_heading_is_text_unless_the_outline_lists_it() -> None:
    sentence = "O día 4 de agosto publicaranse as listas."
    assert seen((3, sentence)) == [(0, sentence)]
    assert seen((3, sentence), named=sentence) == [(3, sentence)]
    assert seen((1, "Regulamento polo que se rexe o préstamo."), (2, "1. Obxecto.")) == [
        (1, "Regulamento polo que se rexe o préstamo."), (2, "1. Obxecto."),
    ]  # fmt: skip


def test_addresses_and_ends_of_sentences_are_no_headings() -> None:
    for text in ("http://example.org/prazas", "solicitantes de praza, nas que figurará a nota", "Con cita previa,"):
        assert seen((3, text)) == [(0, text)]


def test_letters_of_scanned_pages_have_the_same_sizes_on_every_page() -> None:
    pages = [
        [
            Line("Prazas", 0, 0, 9, 9, Style(13 * scale, True), page),
            Line("Texto longo", 0, 9, 9, 18, Style(10 * scale, False), page),
        ]
        for page, scale in ((1, 1.0), (2, 1.1), (3, 0.9))
    ]
    sizes = {tuple(line.style.size for line in lines) for lines in in_common_sizes(pages)}
    assert len(sizes) == 1


def test_what_orders_something_is_text_however_it_is_printed() -> None:
    order = "La sumatoria no deberá sobrepasar los 60 puntos"
    assert seen((1, order)) == [(0, order)]
    assert seen((1, order), named=order) == [(1, order)]
    for heading in ("Quién deberá pedir la plaza", "LA NOTA NO DEBERÁ SUPERAR EL DIEZ", "Lo que vendrá después"):
        assert seen((1, heading)) == [(1, heading)]


def test_a_long_list_of_names_in_bold_print_is_no_heading_unless_it_is_the_title() -> None:
    names = "Álgebra Análisis Óptica Acústica Botánica Zooloxía " * 8
    assert [level for level, _text in seen((1, "Guía"), (2, names.strip()))] == [1, 0]
    assert [level for level, _text in seen((1, names.strip()), (2, "Guía"))] == [1, 2]


def test_text_in_larger_print_than_a_crowded_table_is_the_body() -> None:
    small, large, title = Style(6.5, False), Style(9.0, False), Style(14.0, False)
    printed = ((small, "competencia " * 30), (large, "Se evalúa de forma continua. " * 8), (title, "Guía docente"))
    lines = [Line(text, 0, 0, 9, 9, style, 1) for style, text in printed]
    assert body_style([lines]) == large

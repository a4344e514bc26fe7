from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import ExtractedDocument

HEAD = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}{\colortbl;\red0\green0\blue0;}
{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2\outlinelevel1 Propio;}}
{\info{\title Normas de uso}{\author Ana}}{\*\generator X;}
"""


def read(body: bytes) -> ExtractedDocument:
    data = HEAD + body + b"}"
    return sandbox.extract(formats.media_type("a.rtf", data), data)


def seen(body: bytes) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in read(body).blocks]


def test_letters_of_every_spelling_and_hidden_text() -> None:
    body = rb"\pard Normativa de pr\'e9stamo \endash  \u8364?{\v oculto}5 {\*\descon nada}\{entre\}\par"
    assert seen(body) == [("paragraph", "Normativa de préstamo – €5 {entre}")]


def test_characters_beyond_the_first_plane_come_whole() -> None:
    assert seen(rb"{\uc1\pard Aviso \u-10179?\u-8704? final.\par}") == [("paragraph", "Aviso 😀 final.")]


def test_headings_are_told_by_style_and_outline_level() -> None:
    body = rb"\pard\s1 Prazos\par\pard\s0 Quince d\'edas.\par\pard\s2 Renovaci\'f3n\par\pard Unha vez.\par"
    assert [(block.level, block.text) for block in read(body).blocks] == [
        (1, "Prazos"), (0, "Quince días."), (2, "Renovación"), (0, "Unha vez."),
    ]  # fmt: skip


def test_lists_keep_their_marks() -> None:
    body = (
        rb"\pard Ach\'e9gase:\par{\listtext\pard\plain 1.\tab}\pard a solicitude;\par{\listtext 2.\tab}unha foto.\par"
        rb"\pard Con prazo:\par{\pntext\'b7\tab}\pard dez d\'edas;\par{\pntext\'b7\tab}\pard quince.\par"
    )
    assert seen(body) == [
        ("lead_in", "Achégase:"), ("item", "1. a solicitude;"), ("item", "2. unha foto."), ("lead_in", "Con prazo:"),
        ("item", "- dez días;"), ("item", "- quince."),
    ]  # fmt: skip


def test_tables_are_read_row_by_row_with_merged_cells() -> None:
    row = rb"\trowd%s\cellx1000\cellx2000\cellx3000\pard\intbl %s\row"
    body = (
        row % (b"", rb"{\b Grupo\cell D\'eda\cell Aula\cell}")
        + row % (rb"\clvmgf", rb"A\cell luns\cell 1.1\cell")
        + row % (rb"\clvmrg", rb"\cell martes\par e xoves\cell 1.2\cell")
        + rb"\pard Fin do cadro.\par"
    )
    assert seen(body) == [
        ("row", "[Grupo] A · [Día] luns · [Aula] 1.1"), ("row", "[Grupo] A · [Día] martes e xoves · [Aula] 1.2"),
        ("paragraph", "Fin do cadro."),
    ]  # fmt: skip


def test_footnotes_stand_below_their_mark_and_running_feet_apart() -> None:
    body = (
        rb"{\footer\pard Aprobado o 3 de maio de 2021\par}\pard Desde 2026"
        rb"{\super\chftn}{\footnote\pard\plain{\super\chftn} Ag\'e1s os m\'e1steres.}.\par"
        rb"{\field{\*\fldinst HYPERLINK x}{\fldrslt a sede}}\par{\pict\bin4 {{{{}\pard Fin.\par"
    )
    found = read(body)
    assert [block.text for block in found.blocks] == ["Desde 2026 (1).", "(1) Agás os másteres.", "a sede", "Fin."]
    assert tuple(block.text for block in found.margins) == ("Aprobado o 3 de maio de 2021",)

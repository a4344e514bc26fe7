from datetime import date

import pytest

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.tests.ingestion import packages

STYLES = """<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>
<text:list-style style:name="L1">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>"""


def read(body: str, **parts: str) -> ExtractedDocument:
    data = packages.odf("text", body, styles=STYLES, **parts)
    return sandbox.extract(formats.media_type("a.odt", data), data)


def seen(body: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.group, block.text) for block in read(body).blocks]


def paragraph(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}>{paragraph(text)}</table:table-cell>"


def test_headings_have_levels_below_the_title() -> None:
    found = read(
        '<text:p text:style-name="P1">Normas de préstamo</text:p><text:h text:outline-level="1">Prazos</text:h>'
        + paragraph("Quince<text:s text:c='1'/>días.")
        + '<text:section><text:h text:outline-level="2">Renovación</text:h>'
        + paragraph("Unha vez.")
        + "</text:section>"
    )
    assert [(block.level, block.text) for block in found.blocks] == [
        (1, "Normas de préstamo"), (2, "Prazos"), (0, "Quince días."), (3, "Renovación"), (0, "Unha vez."),
    ]  # fmt: skip


def test_numbered_lists_keep_their_numbers_and_their_lead_in() -> None:
    inner = f"<text:list><text:list-item>{paragraph('carné;')}</text:list-item></text:list>"
    items = [paragraph("a solicitude;"), paragraph("un destes:") + inner, paragraph("unha foto.")]
    listed = "".join(f"<text:list-item>{item}</text:list-item>" for item in items)
    assert seen(paragraph("Achégase:") + f'<text:list text:style-name="L1">{listed}</text:list>') == [
        ("lead_in", 1, "Achégase:"), ("item", 1, "1. a solicitude;"), ("item", 1, "2. un destes:"),
        ("item", 1, "a) carné;"), ("item", 1, "3. unha foto."),
    ]  # fmt: skip


def test_merged_cells_are_read_row_by_row_with_headers() -> None:
    header = f"<table:table-row>{cell('Grupo')}{cell('Día')}{cell('Aula')}</table:table-row>"
    rows = [
        cell("A", 'table:number-rows-spanned="2"') + cell("luns") + cell("1.1"),
        "<table:covered-table-cell/>" + cell("martes") + cell("1.2"),
        cell("Sen clase", 'table:number-columns-spanned="3"')
        + '<table:covered-table-cell table:number-columns-repeated="2"/>',
    ]
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    assert seen(f"<table:table><table:table-header-rows>{header}</table:table-header-rows>{body}</table:table>") == [
        ("row", 1, "[Grupo] A · [Día] luns · [Aula] 1.1"), ("row", 1, "[Grupo] A · [Día] martes · [Aula] 1.2"),
        ("row", 1, "Sen clase"),
    ]  # fmt: skip


def test_a_note_stands_below_its_mark_and_comments_and_deletions_nowhere() -> None:
    note = f"<text:note><text:note-body>{paragraph('Agás os másteres.')}</text:note-body></text:note>"
    comment = f"<office:annotation>{paragraph('quitar?')}</office:annotation>"
    deleted = f"<text:tracked-changes>{paragraph('antes')}</text:tracked-changes>"
    assert [text for _kind, _group, text in seen(deleted + paragraph(f"Desde 2026{note}{comment}"))] == [
        "Desde 2026 (1)", "(1) Agás os másteres.",
    ]  # fmt: skip


def test_what_is_framed_is_read_and_the_table_of_contents_is_not() -> None:
    framed = f"<draw:frame><draw:text-box>{paragraph('Aviso nun cadro.')}</draw:text-box></draw:frame>"
    contents = f"<text:table-of-content>{paragraph('Prazos 3')}</text:table-of-content>"
    assert [text for _kind, _group, text in seen(contents + paragraph(f"Texto.{framed}"))] == [
        "Texto.", "Aviso nun cadro.",
    ]  # fmt: skip


def test_metadata_and_margins_are_read() -> None:
    footer = f"<style:footer>{paragraph('Aprobado o 3 de maio de 2021')}</style:footer>"
    heading = '<text:h text:outline-level="1">Normas das salas</text:h>'
    found = read(heading + paragraph("Resérvanse."), margins=footer, title="Normas das salas")
    assert (found.metadata.title, found.metadata.modified_on) == ("Normas das salas", date(2024, 5, 6))
    assert tuple(block.text for block in found.margins) == ("Aprobado o 3 de maio de 2021",)


def test_a_locked_text_says_so() -> None:
    name = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    locked = f'<m:manifest xmlns:m="{name}"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    with pytest.raises(errors.Encrypted):
        read(paragraph("x"), manifest=locked)

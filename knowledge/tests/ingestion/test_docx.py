from datetime import date

import pytest

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.tests.ingestion import packages
from knowledge.tests.ingestion.docx_files import document, paragraph, table


def read(data: bytes) -> ExtractedDocument:
    return sandbox.extract(formats.media_type("a.docx", data), data)


def seen(*body: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.group, block.text) for block in read(document(body)).blocks]


def test_headings_are_told_by_their_style() -> None:
    data = document(
        [paragraph("Normas de préstamo", style="Title"), paragraph("Plazos", style="H1"), paragraph("Quince días."),
         paragraph("Sanciones", style="H2"), paragraph("Un día por día.")]
    )  # fmt: skip
    assert [(block.level, block.text) for block in read(data).blocks if block.level] == [
        (1, "Normas de préstamo"), (2, "Plazos"), (3, "Sanciones"),
    ]  # fmt: skip


def test_numbered_lists_keep_their_numbers_and_their_lead_in() -> None:
    assert seen(
        paragraph("Se aporta:"), paragraph("la solicitud;", level=0), paragraph("uno de estos:", level=0),
        paragraph("carné;", level=1), paragraph("pasaporte;", level=1), paragraph("una foto.", level=0),
    ) == [
        ("lead_in", 1, "Se aporta:"), ("item", 1, "1. la solicitud;"), ("item", 1, "2. uno de estos:"),
        ("item", 1, "a) carné;"), ("item", 1, "b) pasaporte;"), ("item", 1, "3. una foto."),
    ]  # fmt: skip


def test_merged_cells_are_read_row_by_row_with_headers() -> None:
    rows = [["Grupo", "Día", "Aula"], ["^A", "lunes", "1.1"], ["|", "martes", "1.2"], ["Sin clase>3"]]
    assert seen(table(rows)) == [
        ("row", 1, "[Grupo] A · [Día] lunes · [Aula] 1.1"), ("row", 1, "[Grupo] A · [Día] martes · [Aula] 1.2"),
        ("row", 1, "Sin clase"),
    ]  # fmt: skip


def test_a_table_of_one_cell_only_frames_its_text() -> None:
    assert seen(table([["Un texto enmarcado."]])) == [("paragraph", 0, "Un texto enmarcado.")]


def test_a_footnote_stands_below_its_mark_and_apart_from_numbers() -> None:
    data = document([paragraph("Desde el curso 2026", note=1)], footnotes=["Salvo los másteres."])
    assert [block.text for block in read(data).blocks] == ["Desde el curso 2026 (1)", "(1) Salvo los másteres."]


def test_metadata_and_margins_are_read() -> None:
    body = [paragraph("Normas de uso de las salas", bold=True), *[paragraph("Las salas se reservan.")] * 3]
    found = read(document(body, title="Normas de uso de las salas", footer="Aprobado el 3 de mayo de 2021"))
    assert (found.metadata.title, found.metadata.modified_on) == ("Normas de uso de las salas", date(2024, 5, 6))
    assert tuple(block.text for block in found.margins) == ("Aprobado el 3 de mayo de 2021",)


def test_the_date_of_a_template_is_none_of_the_document() -> None:
    data = document([paragraph("Las salas se reservan.")], modified="2013-12-23T23:15:00Z")
    assert read(data).metadata.modified_on is None


def test_a_damaged_document_is_broken() -> None:
    whole = document([paragraph("Un texto.")])
    with pytest.raises(errors.Broken):
        formats.media_type("a.docx", whole[: len(whole) // 2])


def test_endnotes_and_formulas_are_read_wherever_the_package_keeps_its_parts() -> None:
    base = "http://schemas.openxmlformats.org"
    names = f'xmlns:w="{base}/wordprocessingml/2006/main" xmlns:m="{base}/officeDocument/2006/math"'
    formula = "<m:oMath><m:r><m:t>E = 0,4 P + 0,6 F</m:t></m:r></m:oMath>"
    reference = '<w:r><w:endnoteReference w:id="2"/></w:r>'
    body = f"<w:body><w:p><w:r><w:t>A nota é </w:t></w:r>{formula}{reference}</w:p></w:body>"
    note = '<w:endnote w:id="2"><w:p><w:r><w:t>Desde 2025.</w:t></w:r></w:p></w:endnote>'
    parts = {
        "word/document2.xml": f"<w:document {names}>{body}</w:document>",
        "word/endnotes2.xml": f"<w:endnotes {names}>{note}</w:endnotes>",
    }
    data = packages.ooxml("word/document2.xml", parts, {"word/endnotes2.xml": "endnotes"})
    assert [block.text for block in read(data).blocks] == ["A nota é E = 0,4 P + 0,6 F (1)", "(1) Desde 2025."]

from datetime import date

import pytest

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.ingestion.extract.cell_formats import shape, shown
from knowledge.tests.ingestion import packages
from knowledge.tests.ingestion.sheet_files import Rows, ods, ods_cell, xlsx


def read(name: str, data: bytes) -> ExtractedDocument:
    return sandbox.extract(formats.media_type(name, data), data)


def seen(document: ExtractedDocument) -> list[tuple[int, str]]:
    """The row and the text of each block."""
    return [(block.page_breaks[0][1], block.text) for block in document.blocks]


PRICES: Rows = [
    ["Comedor: prezos do curso 2025/26"],
    [],
    ["Servizo", "Estudantado", "Persoal", "IVE"],
    ["Menú completo", 5.6, 7.1, 0.1],
    ["Café", 1, 1.1, 0.1],
    [],
    ["Bono de 10", 51, 66, 0.1],
    [],
    ["Os bonos caducan aos seis meses."],
]
SHOWN = {f"{column}{row}": "money" for column in "BC" for row in (4, 5, 7)} | {
    f"D{row}": "percent" for row in (4, 5, 7)
}


def test_a_price_list_is_read_by_rows_with_its_headers_as_it_is_shown() -> None:
    found = read("prezos.xlsx", xlsx({"Prezos": PRICES}, formats=SHOWN | {"A3": "bold", "B3": "bold"}))
    assert seen(found) == [
        (1, "Prezos"),
        (1, "Comedor: prezos do curso 2025/26"),
        (4, "[Servizo] Menú completo · [Estudantado] 5.60 € · [Persoal] 7.10 € · [IVE] 10 %"),
        (5, "[Servizo] Café · [Estudantado] 1.00 € · [Persoal] 1.10 € · [IVE] 10 %"),
        (7, "[Servizo] Bono de 10 · [Estudantado] 51.00 € · [Persoal] 66.00 € · [IVE] 10 %"),
        (9, "Os bonos caducan aos seis meses."),
    ]
    assert found.metadata.title == "Comedor: prezos do curso 2025/26"


def test_a_timetable_with_an_empty_corner_and_merged_hours_is_read_by_hours() -> None:
    rows: Rows = [[None, "Luns", "Martes"], [0.375, "Álxebra", "Física"], [0.4375, None, "Química"]]
    found = read("h.xlsx", xlsx({"Hoja1": rows}, merged=["B2:B3"], formats={"A2": "hour", "A3": "hour"}))
    assert seen(found) == [
        (2, "9:00 · [Luns] Álxebra · [Martes] Física"), (3, "10:30 · [Luns] Álxebra · [Martes] Química"),
    ]  # fmt: skip


def test_headers_of_two_rows_are_joined_and_hidden_sheets_left_out() -> None:
    rows: Rows = [["Trámite", "Prazo", None], [None, "Ordinario", "Reducido"], ["Revisión", 10, 5]]
    found = read("p.xlsx", xlsx({"Prazos": rows, "Notas": [["x", "y"]]}, merged=["A1:A2", "B1:C1"], hidden="Notas"))
    assert seen(found)[1:] == [(3, "[Trámite] Revisión · [Prazo › Ordinario] 10 · [Prazo › Reducido] 5")]


def test_tables_side_by_side_are_two() -> None:
    rows: Rows = [
        ["Aula", "Prazas", None, "Sala", "Horario"],
        ["1.1", 40, None, "Lectura", "8-21"],
        ["1.2", 60, None, "Grupos", "9-20"],
    ]
    assert [text for _row, text in seen(read("a.xlsx", xlsx({"Sheet1": rows})))] == [
        "[Aula] 1.1 · [Prazas] 40", "[Aula] 1.2 · [Prazas] 60", "[Sala] Lectura · [Horario] 8-21",
        "[Sala] Grupos · [Horario] 9-20",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        ("45678", "dd/mm/yyyy", "21/01/2025"), ("45678.5", "d/m/yy h:mm", "21/01/2025 12:00"),
        ("1", "d/m/yyyy", "01/01/1900"),
        ("1.0625", "[h]:mm", "25:30"), ("0.215", "0.0%", "21.5 %"), ("1200.5", '"$"#,##0.00', "$ 1200.50"),
        ("981563100", "General", "981563100"), ("0.30000000000000004", "", "0.3"),
        ("12", '0 "créditos"', "12 créditos"),
    ],
)  # fmt: skip
def test_numbers_are_shown_as_their_format_says(value: str, code: str, text: str) -> None:
    assert shown(value, shape(code)) == text


def test_open_document_sheets_keep_row_numbers_over_repeated_and_covered_cells() -> None:
    data = ods(
        "Tarifas",
        [
            ods_cell("Servizo") + ods_cell("Prezo"),
            ods_cell("Título", 'table:number-rows-spanned="2"') + ods_cell("160,00 €"),
            "<table:covered-table-cell/>" + ods_cell("80,00 €"),
            '<table:table-cell table:number-columns-repeated="1024"/>',
            ods_cell("Certificado") + ods_cell("25,50 €"),
        ],
    )
    assert seen(read("t.ods", data)) == [
        (1, "Tarifas"), (2, "[Servizo] Título · [Prezo] 160,00 €"), (3, "[Servizo] Título · [Prezo] 80,00 €"),
        (5, "[Servizo] Certificado · [Prezo] 25,50 €"),
    ]  # fmt: skip


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separated_values_are_a_sheet_whatever_separates_them(separator: str) -> None:
    rows = [["Curso", "Nota de corte"], ["2024", '"8,15"'], ["2025", '"8,34; 8,40"']]
    data = "\r\n".join(separator.join(row) for row in rows).encode("cp1252")
    assert [text for _row, text in seen(read("notas.csv", data))] == [
        "[Curso] 2024 · [Nota de corte] 8,15", "[Curso] 2025 · [Nota de corte] 8,34; 8,40",
    ]  # fmt: skip


def test_workbooks_of_the_strict_kind_are_read() -> None:
    kind = "http://purl.oclc.org/ooxml"
    cell = '<row><c t="str"><v>Prazo</v></c></row>'
    names = f'xmlns="{kind}/spreadsheetml/main" xmlns:r="{kind}/officeDocument/relationships"'
    parts = {
        "xl/workbook.xml": f'<workbook {names}><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f"<worksheet {names}><sheetData>{cell}</sheetData></worksheet>",
    }
    data = packages.ooxml("xl/workbook.xml", parts, {"xl/worksheets/sheet1.xml": "worksheet"})
    assert seen(read("a.xlsx", data))[-1] == (1, "Prazo")


def test_an_empty_workbook_has_no_text() -> None:
    with pytest.raises(errors.NoText):
        read("a.xlsx", xlsx({"Sheet1": []}))


def test_the_day_on_which_a_sheet_was_saved_is_read() -> None:
    assert read("t.ods", ods("A", [ods_cell("a") + ods_cell("b")])).metadata.modified_on == date(2024, 5, 6)

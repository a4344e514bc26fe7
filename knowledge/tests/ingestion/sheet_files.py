"""Workbooks for the tests, in both formats, written as the parts that a reader needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knowledge.tests.ingestion import packages

Value = str | float | None
Rows = Sequence[Sequence[Value]]
_S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_FORMATS = {"bold": 1, "money": 2, "percent": 3, "day": 4, "hour": 5}
_STYLES = f"""<styleSheet {_S}><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-1]"/></numFmts>
<fonts><font/><font><b/></font></fonts><cellXfs><xf/><xf fontId="1"/><xf numFmtId="164"/><xf numFmtId="9"/>
<xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>"""


def xlsx(
    sheets: Mapping[str, Rows],
    *,
    formats: Mapping[str, str] | None = None,
    merged: Sequence[str] = (),
    hidden: str = "",
) -> bytes:
    """`formats` by cell ("B2": "money") and `merged` ranges are those of every sheet; None is a cell that is empty."""
    parts = {"xl/styles.xml": _STYLES}
    listed = ""
    for number, (name, rows) in enumerate(sheets.items(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = _worksheet(rows, formats or {}, merged)
        state = ' state="hidden"' if name == hidden else ""
        listed += f'<sheet name="{name}" r:id="r{number + 1}"{state}/>'
    parts["xl/workbook.xml"] = f"<workbook {_S} {_R}><sheets>{listed}</sheets></workbook>"
    kinds = {part: "styles" if "styles" in part else "worksheet" for part in parts}
    return packages.ooxml("xl/workbook.xml", parts, kinds)


def ods(name: str, rows: Sequence[str]) -> bytes:
    """`rows` are the XML of cells."""
    lines = "".join(f"<table:table-row>{cells}</table:table-row>" for cells in rows)
    return packages.odf("spreadsheet", f'<table:table table:name="{name}">{lines}</table:table>')


def ods_cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def _worksheet(rows: Rows, formats: Mapping[str, str], merged: Sequence[str]) -> str:
    lines = "".join(
        f'<row r="{number}">{_cells(number, row, formats)}</row>' for number, row in enumerate(rows, 1) if row
    )
    spans = "".join(f'<mergeCell ref="{span}"/>' for span in merged)
    return f"<worksheet {_S}><sheetData>{lines}</sheetData><mergeCells>{spans}</mergeCells></worksheet>"


def _cells(number: int, row: Sequence[Value], formats: Mapping[str, str]) -> str:
    return "".join(_cell(f"{column}{number}", value, formats) for column, value in zip("ABCDE", row, strict=False))


def _cell(address: str, value: Value, formats: Mapping[str, str]) -> str:
    style = f's="{_FORMATS[formats[address]]}"' if address in formats else ""
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{address}" t="inlineStr" {style}><is><t>{value}</t></is></c>'
    return f'<c r="{address}" {style}><v>{value}</v></c>'

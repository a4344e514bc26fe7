"""OpenDocument sheets: the text of cells as they are shown; hidden sheets are left out."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge.ingestion.extract import odf, package, sheets
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.extract.errors import NoText
from knowledge.ingestion.extract.odf import Element, table_tag, tag
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed

_MAX_COLUMNS = 500
_MAX_REPEATED_ROWS = 1000
_CELLS = (table_tag("table-cell"), table_tag("covered-table-cell"))


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with package.opened(data) as archive:
        root, body = odf.content(archive, "spreadsheet")
        hidden = {name for name, style in odf.styles(root, "table").items() if _is_hidden(style)}
        bold = {name for name, style in odf.styles(root, "table-cell").items() if odf.is_bold(style)}
        found = [
            sheets.Sheet(table.get(table_tag("name"), ""), tuple(_rows(table, bold)))
            for table in body.findall(table_tag("table"))
            if table.get(table_tag("style-name"), "") not in hidden
        ]
        blocks = typed(sheets.blocks(found))
        if not blocks:
            raise NoText
        title = odf.declared_title(archive) or sheets.title(found)
        return ExtractedDocument(DocumentMetadata(title=title, modified_on=odf.modified(archive)), blocks)


def _is_hidden(style: Element) -> bool:
    properties = style.find(tag("style", "table-properties"))
    return properties is not None and properties.get(table_tag("display")) == "false"


def _rows(table: Element, bold: set[str]) -> Iterator[sheets.Row]:
    number = 1
    for row in table.iter(table_tag("table-row")):
        count = int(row.get(table_tag("number-rows-repeated"), "1"))
        cells = [cell for part in row if part.tag in _CELLS for cell in _cells(part, bold)]
        width = max((index + 1 for index, cell in enumerate(cells) if cell.text), default=0)
        if width and row.get(table_tag("visibility"), "visible") == "visible":
            for copy in range(min(count, _MAX_REPEATED_ROWS)):
                yield sheets.Row(number + copy, tuple(cells[:width]))
        number += count


def _cells(part: Element, bold: set[str]) -> list[sheets.Cell]:
    count = odf.repeated(part, "number-columns-repeated", _MAX_COLUMNS)
    if part.tag == table_tag("covered-table-cell"):
        return [sheets.Cell()] * count
    across = odf.repeated(part, "number-columns-spanned", _MAX_COLUMNS)
    down = odf.repeated(part, "number-rows-spanned", _MAX_REPEATED_ROWS)
    text = " ".join(odf.plain(part).split("\n"))
    return [sheets.Cell(text, part.get(table_tag("style-name"), "") in bold, across, down)] * count

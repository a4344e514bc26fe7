"""Tables of comma-separated values, or of values that another sign separates."""

import csv
from itertools import islice

from knowledge.ingestion.extract import sheets
from knowledge.ingestion.extract.base import ExtractedDocument, Limits, clean
from knowledge.ingestion.extract.encoding import decode
from knowledge.ingestion.extract.errors import Broken, NoText
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed

_SEPARATORS = ";\t|,"
_SAMPLE_ROWS = 50
_MAX_FIELD = 1_000_000


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    lines = decode(data).split("\n")
    csv.field_size_limit(_MAX_FIELD)
    try:
        read = list(csv.reader(lines, delimiter=_separator(lines)))
    except csv.Error as error:
        raise Broken(str(error)) from error
    rows = [
        sheets.Row(number, tuple(sheets.Cell(clean(cell)) for cell in cells)) for number, cells in enumerate(read, 1)
    ]
    sheet = sheets.Sheet("", tuple(rows))
    blocks = typed(sheets.blocks([sheet]))
    if not blocks:
        raise NoText
    return ExtractedDocument(DocumentMetadata(title=sheets.title([sheet])), blocks)


def _separator(lines: list[str]) -> str:
    """The sign that gives most rows the same number of columns, more than one."""
    filled = list(islice((line for line in lines if line.strip()), _SAMPLE_ROWS))

    def agreement(separator: str) -> int:
        widths = [len(row) for row in csv.reader(filled, delimiter=separator)]
        return max((widths.count(width) for width in widths if width > 1), default=0)

    return max(_SEPARATORS, key=agreement)

"""Pictures (PNG, JPEG, TIFF): scans of one page, or of as many as a TIFF file has."""

from contextlib import closing

from knowledge.ingestion.extract import pdf
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.extract.picture_pages import as_pdf


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with closing(as_pdf(data)) as document:
        return pdf.read(document, limits)

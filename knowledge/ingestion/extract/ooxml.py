"""What Word, PowerPoint and Excel files say of themselves."""

from __future__ import annotations

import zipfile

from knowledge.ingestion.extract import package
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.text.dates import parse_date

_CORE = "docProps/core.xml"
# What files say that are made with python-docx: when its template was saved.
_OF_TEMPLATE = "2013-12-23T23:15:00Z"


def core_metadata(archive: zipfile.ZipFile) -> DocumentMetadata:
    """The day on which it was saved."""
    core = package.xml(archive, _CORE)
    modified = (core.findtext("{*}modified") or "") if core is not None else ""
    return DocumentMetadata(modified_on=None if modified == _OF_TEMPLATE else parse_date(modified[:10]))


def declared_title(archive: zipfile.ZipFile) -> str:
    core = package.xml(archive, _CORE)
    return " ".join((core.findtext("{*}title") or "").split()) if core is not None else ""

"""Which extractor reads a file: decided by its bytes, then by its name. A new format is one more file and one row."""

import re
from importlib import import_module
from pathlib import PurePosixPath
from typing import cast

from knowledge.ingestion.extract import package
from knowledge.ingestion.extract.base import Extractor
from knowledge.ingestion.extract.errors import (
    Broken,
    Empty,
    Encrypted,
    OldFormat,
    SeveralDocuments,
    UnknownFormat,
)  # fmt: skip

PDF = "application/pdf"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
RTF = "application/rtf"
CSV = "text/csv"
EML = "message/rfc822"
EPUB = "application/epub+zip"
_OOXML = "application/vnd.openxmlformats-officedocument"
DOCX = f"{_OOXML}.wordprocessingml.document"
PPTX = f"{_OOXML}.presentationml.presentation"
XLSX = f"{_OOXML}.spreadsheetml.sheet"
_ODF = "application/vnd.oasis.opendocument"
ODT = f"{_ODF}.text"
ODP = f"{_ODF}.presentation"
ODS = f"{_ODF}.spreadsheet"

PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
PICTURES = frozenset({PNG, JPEG, TIFF})
PAGED = PICTURES | {PDF}
"""with pages that can be shown as they are"""
SLIDES = frozenset({PPTX, ODP})
SHEETS = frozenset({XLSX, ODS, CSV})
PLACED = SLIDES | SHEETS
"""whose blocks have the numbers of slides or rows where those of others have pages"""
WRITTEN = frozenset({DOCX, ODT, RTF})
"""without pages: what stands in them is found by heading and paragraph"""
PACKED = frozenset({DOCX, PPTX, XLSX, ODT, ODP, ODS, EPUB})
BINARY = PAGED | PACKED | {RTF}

MODULES = {
    PDF: "pdf", HTML: "html", MARKDOWN: "markdown", TEXT: "text", RTF: "rtf", CSV: "csv_table", EML: "eml",
    EPUB: "epub", DOCX: "docx", PPTX: "pptx", XLSX: "xlsx", ODT: "odt", ODP: "odp", ODS: "ods",
} | dict.fromkeys(PICTURES, "picture")  # fmt: skip
EXTENSIONS = {
    ".pdf": PDF,
    ".docx": DOCX,
    ".docm": DOCX,
    ".odt": ODT,
    ".rtf": RTF,
    ".pptx": PPTX,
    ".ppsx": PPTX,
    ".odp": ODP,
    ".xlsx": XLSX,
    ".xlsm": XLSX,
    ".ods": ODS,
    ".csv": CSV,
    ".tsv": CSV,
    ".epub": EPUB,
    ".eml": EML,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": TEXT,
    ".text": TEXT,
    ".png": PNG,
    ".jpg": JPEG,
    ".jpeg": JPEG,
    ".tif": TIFF,
    ".tiff": TIFF,
}
NAMES = {
    PDF: "PDF", HTML: "HTML", MARKDOWN: "Markdown", TEXT: "TXT", RTF: "RTF", CSV: "CSV", EML: "EML", EPUB: "EPUB",
    DOCX: "DOCX", PPTX: "PPTX", XLSX: "XLSX", ODT: "ODT", ODP: "ODP", ODS: "ODS", PNG: "PNG", JPEG: "JPEG",
    TIFF: "TIFF",
}  # fmt: skip
ARCHIVE = ".zip"
RECORDS = ".jsonl"
MESSAGE = ".eml"
OF_MANY = (ARCHIVE, RECORDS)
"""endings of files that hold several documents; a message is one, and what is attached to it others"""

_PAGE = re.compile(
    rb"\s*+(?:<\?xml[^>]*+>\s*+)?(?><!--.*?-->\s*+)*+<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
# What text has none of: control characters other than tab, line ends, form feed and escape.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ZIP = b"PK\x03\x04"
_RICH_TEXT = b"{\\rtf"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
# The folder that the parts of each kind of Office Open XML are in.
_OFFICE = {"word/": DOCX, "ppt/": PPTX, "xl/": XLSX}
_DECLARED = {kind.encode(): kind for kind in (ODT, ODP, ODS, EPUB)} | {
    f"{kind}-template".encode(): kind for kind in (ODT, ODP, ODS)
}
# A message begins with fields, among them one of these.
_MESSAGE = re.compile(
    rb"(?:[A-Za-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:Received|Return-Path|MIME-Version|Message-ID):", re.IGNORECASE
)
_PICTURE_STARTS = {b"\x89PNG\r\n\x1a\n": PNG, b"\xff\xd8\xff": JPEG, b"II*\0": TIFF, b"MM\0*": TIFF}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def media_type(file_name: str, data: bytes) -> str:
    """Raises Empty, UnknownFormat, OldFormat, SeveralDocuments, or Broken for a file that is not what its name says."""
    head = data[:8192]
    suffix = PurePosixPath(file_name).suffix.lower()
    extension = EXTENSIONS.get(suffix, "")
    if not data.strip(b"\0 \t\r\n"):
        raise Empty
    if suffix in OF_MANY:
        raise SeveralDocuments
    if marked := _by_mark(data, head):
        return marked
    if _BINARY.search(head) and not head.startswith(_UTF16):
        raise Broken if extension else UnknownFormat
    if is_page(head):
        return HTML
    if extension in BINARY:
        raise Broken
    return EML if not extension and _MESSAGE.match(head) else extension or TEXT


def _by_mark(data: bytes, head: bytes) -> str:
    """What the first bytes of a binary file, or of rich text, say that it is."""
    if is_packed(data):  # perhaps with a PDF in it
        return _packed(data)
    if b"%PDF-" in head[:1024]:
        return PDF
    for start, picture in _PICTURE_STARTS.items():
        if data.startswith(start):
            return picture
    if data.startswith(_OLE):
        raise Encrypted if _LOCKED in data else OldFormat
    if data.startswith(_RICH_TEXT):
        return RTF
    return ""


def is_packed(data: bytes) -> bool:
    """Whether what the file is stands in its directory, which is to be read apart."""
    return data.startswith(_ZIP)


def _packed(data: bytes) -> str:
    with package.opened(data) as archive:
        names = archive.namelist()
        stated = archive.read("mimetype").strip() if "mimetype" in names else b""
    if stated in _DECLARED:
        return _DECLARED[stated]
    if "[Content_Types].xml" not in names:
        raise SeveralDocuments
    kinds = {kind for name in names for folder, kind in _OFFICE.items() if name.startswith(folder)}
    if len(kinds) != 1 or "xl/workbook.bin" in names:
        raise UnknownFormat
    return kinds.pop()


def is_page(data: bytes) -> bool:
    return _PAGE.match(data[:8192].removeprefix(b"\xef\xbb\xbf")) is not None


def extractor(kind: str) -> Extractor:
    """Imported at its first use: no process loads the libraries of formats that it never meets."""
    if kind not in MODULES:
        raise UnknownFormat(kind)
    return cast(Extractor, import_module(f"knowledge.ingestion.extract.{MODULES[kind]}").extract)

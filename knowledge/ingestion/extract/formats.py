"""Which extractor reads a file: decided by its bytes, then by its name. A new format is one more file and one row."""

import re
import zipfile
from importlib import import_module
from io import BytesIO
from pathlib import PurePosixPath
from typing import cast

from knowledge.ingestion.extract.base import Extractor
from knowledge.ingestion.extract.errors import Broken, Empty, UnknownFormat

PDF = "application/pdf"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
PICTURES = frozenset({PNG, JPEG, TIFF})
PAGED = PICTURES | {PDF}
"""with pages that can be shown as they are"""

MODULES = {PDF: "pdf", HTML: "html", MARKDOWN: "markdown", TEXT: "text", DOCX: "docx"} | dict.fromkeys(
    PICTURES, "picture"
)
EXTENSIONS = {
    ".pdf": PDF,
    ".docx": DOCX,
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
    PDF: "PDF", HTML: "HTML", MARKDOWN: "Markdown", TEXT: "TXT", DOCX: "DOCX", PNG: "PNG", JPEG: "JPEG", TIFF: "TIFF",
}  # fmt: skip

_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
# What text has none of: control characters other than tab, line ends, form feed and escape.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ZIP = b"PK\x03\x04"
_PICTURE_STARTS = {b"\x89PNG\r\n\x1a\n": PNG, b"\xff\xd8\xff": JPEG, b"II*\0": TIFF, b"MM\0*": TIFF}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def media_type(file_name: str, data: bytes) -> str:
    """Raises Empty, UnknownFormat, or Broken for a file that is not what its name says."""
    head = data[:8192]
    extension = EXTENSIONS.get(PurePosixPath(file_name).suffix.lower(), "")
    if not data.strip(b"\0 \t\r\n"):
        raise Empty
    if b"%PDF-" in head[:1024]:
        return PDF
    for start, picture in _PICTURE_STARTS.items():
        if data.startswith(start):
            return picture
    if data.startswith(_ZIP) and _is_word(data):
        return DOCX
    if _BINARY.search(head) and not head.startswith(_UTF16):
        raise Broken if extension else UnknownFormat
    if is_page(head):
        return HTML
    if extension in PAGED | {DOCX}:
        raise Broken
    return extension or TEXT


def is_page(data: bytes) -> bool:
    return _PAGE.match(data[:8192].removeprefix(b"\xef\xbb\xbf")) is not None


def _is_word(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return "word/document.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False


def extractor(kind: str) -> Extractor:
    """Imported at its first use: no process loads the libraries of formats that it never meets."""
    if kind not in MODULES:
        raise UnknownFormat(kind)
    return cast(Extractor, import_module(f"knowledge.ingestion.extract.{MODULES[kind]}").extract)

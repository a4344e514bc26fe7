import zipfile
from io import BytesIO

import pytest

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats, package
from knowledge.tests.ingestion import packages
from knowledge.tests.ingestion.docx_files import document, paragraph
from knowledge.tests.ingestion.sheet_files import xlsx

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (document([paragraph("x")]), formats.DOCX), (xlsx({"A": [["x"]]}), formats.XLSX),
        (packages.odf("spreadsheet", ""), formats.ODS), (packages.odf("text", ""), formats.ODT),
        (b"{\\rtf1 x}", formats.RTF), (b"Received: a\r\nFrom: b\r\n\r\nx", formats.EML),
        (b"From: a\r\nSubject: x\r\n y\r\nMIME-Version: 1.0\r\n\r\nx", formats.EML),
        (b"Nota: x\nOtra: y", formats.TEXT),
    ],
)  # fmt: skip
def test_formats_are_told_by_the_bytes_and_not_by_the_name(data: bytes, kind: str) -> None:
    assert formats.media_type("upload", data) == kind


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("a.doc", OLD, errors.OldFormat), ("a.xlsx", OLD + "EncryptedPackage".encode("utf-16-le"), errors.Encrypted),
        ("a.zip", packages.packed({"a.txt": "x"}), errors.SeveralDocuments),
        ("a", packages.packed({"a.txt": "x"}), errors.SeveralDocuments),
        ("a", packages.packed({"a.pdf": "%PDF-1.7"}), errors.SeveralDocuments),
        ("a.jsonl", b'{"id": 1, "text": "x"}', errors.SeveralDocuments), ("a.odt", b"Ola", errors.Broken),
        ("a.xlsb", packages.packed({"[Content_Types].xml": "", "xl/workbook.bin": ""}), errors.UnknownFormat),
    ],
)  # fmt: skip
def test_what_is_no_document_says_what_to_do(name: str, data: bytes, error: type[errors.ExtractionError]) -> None:
    with pytest.raises(error):
        formats.media_type(name, data)


def test_every_format_has_its_module_and_its_name() -> None:
    assert set(formats.EXTENSIONS.values()) == set(formats.MODULES) == set(formats.NAMES)
    assert all(formats.extractor(kind) for kind in formats.MODULES)


def test_a_part_that_becomes_a_thousand_times_as_large_is_not_unpacked() -> None:
    data = packages.packed({"[Content_Types].xml": "", "word/document.xml": b"0" * 30_000_000})
    with pytest.raises(errors.TooMuchUnpacked):
        formats.media_type("a.docx", data)


def test_a_directory_of_too_many_parts_is_not_read() -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(package.MAX_PARTS + 1):
            archive.writestr(f"{number}", "")
    with pytest.raises(errors.TooMuchUnpacked):
        formats.media_type("a.docx", target.getvalue())


def test_entities_are_not_followed() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    body = "<w:body><w:p><w:r><w:t>Un texto &b;&f;.</w:t></w:r></w:p></w:body>"
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    parts = {"word/document.xml": f'{bomb}<w:document xmlns:w="{name}">{body}</w:document>'}
    data = packages.ooxml("word/document.xml", parts, {})
    assert [block.text for block in sandbox.extract(formats.DOCX, data).blocks] == ["Un texto"]

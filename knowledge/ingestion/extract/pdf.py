"""PDF: text in reading order with its pages, headings, tables as rows; running headers and footers dropped."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date

import pypdfium2 as pdfium
import pypdfium2.raw as c

from knowledge.ingestion.extract import (
    cut_rows,
    errors,
    pdf_bullets,
    pdf_layer,
    pdf_page,
    pdf_repair,
    pdf_rules,
    pdf_scan,
    pdf_tables,
    progress,
)
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, OcrPage
from knowledge.ingestion.layout import right_to_left
from knowledge.ingestion.layout.accents import composed
from knowledge.ingestion.layout.banded import Bands
from knowledge.ingestion.layout.columns import regions
from knowledge.ingestion.layout.furniture import without_furniture
from knowledge.ingestion.layout.headings import Headings, OutlineEntry, key
from knowledge.ingestion.layout.lines import Glyph, Line, Style, body_style, lines
from knowledge.ingestion.layout.paragraphs import Builder
from knowledge.ingestion.layout.parallel import in_order
from knowledge.ingestion.layout.running_text import without_sentences
from knowledge.ingestion.layout.scanned import in_common_sizes
from knowledge.ingestion.metadata import DocumentMetadata, language_code
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title
from knowledge.text import dates
from knowledge.text.language import confirmed

# Titles that a program put there, not a person.
_NO_TITLE = re.compile(
    r"\s*|\(?(?:untitled|unspecified|sin t[íi]tulo|sen t[íi]tulo|anonymous|document\s*\d*|documento\s*\d*)\)?|"
    r"microsoft (?:word|powerpoint).*|.*\.(?:docx?|odt|pdf|tex|indd|pptx?|rtf|dvi)",
    re.IGNORECASE,
)
_PDF_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")


@dataclass(frozen=True)
class _Page:
    lines: list[Line]
    """outside tables"""
    tables: list[pdf_tables.Table]
    height: float
    ocr: OcrPage | None
    styles: Counter[Style] = field(default_factory=Counter)
    """of all its letters"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    with closing(_open(data)) as document:
        return read(document, limits)


def read(document: pdfium.PdfDocument, limits: Limits) -> ExtractedDocument:
    if len(document) > limits.max_pages:
        raise errors.TooManyPages(f"{len(document)} > {limits.max_pages}")
    document.init_forms()
    pages = _in_common_sizes(list(_pages(document, limits)))
    found, margins = _blocks(document, pages)
    blocks = typed(found)
    ocr = tuple(page.ocr for page in pages if page.ocr)
    return ExtractedDocument(_metadata(document, blocks), blocks, len(document), margins, ocr)


def _open(data: bytes) -> pdfium.PdfDocument:
    """With a tree of pages made anew where the file's own is broken."""
    try:
        document = _opened(data)
        if _has_its_pages(document):
            return document
        document.close()
    except errors.Broken:
        pass
    repaired = pdf_repair.with_new_tree(data)
    if repaired is None:
        raise errors.Broken("no pages")
    return _opened(repaired)


def _opened(data: bytes) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        # pdfium opens what only restricts printing or copying; this one needs a password to be read.
        # Of a file that is broken otherwise it may tell the error of the file before.
        if b"/Encrypt" in data and "password" in str(error).lower():
            raise errors.Encrypted from error
        raise errors.Broken from error


def _has_its_pages(document: pdfium.PdfDocument) -> bool:
    """Whether the first and the last one are where the document says."""
    count = len(document)
    try:
        for index in {0, count - 1} if count else ():
            document[index].close()
    except pdfium.PdfiumError:
        return False
    return count > 0


def _page_of(document: pdfium.PdfDocument, index: int) -> pdfium.PdfPage | None:
    """With what its form's fields say as text of its own; None where the file does not hold it."""
    try:
        page = document[index]
        if document.formenv is None or page.flatten() != c.FLATTEN_SUCCESS:
            return page
        page.close()
        return document[index]
    except pdfium.PdfiumError:
        return None


def _blocks(document: pdfium.PdfDocument, pages: Sequence[_Page]) -> tuple[list[Block], tuple[Block, ...]]:
    """And the running headers and footers."""
    letters = sum(len(line.text) for page in pages for line in page.lines)
    if not letters and not any(page.tables for page in pages):
        raise _no_text(pages)
    body = body_style([page.lines for page in pages])
    tables = pdf_tables.as_lines(cut_rows.joined([page.tables for page in pages]))
    placed = [[*page.lines, *found] for page, found in zip(pages, tables, strict=True)]
    scanned = {number for number, page in enumerate(pages, 1) if page.ocr}
    kept, margins = without_furniture(placed, [page.height for page in pages], scanned)
    ordered = in_order([regions(lines) for lines in kept])
    everything = [line for region in ordered for line in region]
    styles = sum((page.styles for page in pages), Counter[Style]())
    headings = Headings(everything, body, _outline(document), max(styles, key=styles.__getitem__, default=body))
    return without_sentences(Builder(ordered, headings).blocks(ordered), headings.is_named), margins


def _in_common_sizes(pages: Sequence[_Page]) -> list[_Page]:
    """Those that were scanned, with their letters measured by the same body text."""
    scanned = in_common_sizes([page.lines if page.ocr else [] for page in pages])
    return [replace(page, lines=lines) if page.ocr else page for page, lines in zip(pages, scanned, strict=True)]


def _no_text(pages: Sequence[_Page]) -> errors.ExtractionError:
    """The reason why a page was not read, where there is one."""
    failed = next((page.ocr.error for page in pages if page.ocr and page.ocr.error), "")
    return errors.stored(failed) if failed else errors.NoText()


def _pages(document: pdfium.PdfDocument, limits: Limits) -> Iterator[_Page]:
    last: _Page | None = None
    for number in range(1, len(document) + 1):
        last = _page_at(document, number, limits, last.tables[-1] if last and last.tables else None)
        yield last


def _page_at(document: pdfium.PdfDocument, number: int, limits: Limits, before: pdf_tables.Table | None) -> _Page:
    """`before` is the last table of the page before."""
    found = _page_of(document, number - 1)
    if found is None:
        return _Page([], [], 0.0, OcrPage(number, error=str(errors.Broken())))
    with closing(found) as page:
        place = pdf_page.placement(page)
        glyphs = right_to_left.mirrored(composed(pdf_page.glyphs(page, place)))
        missing = pdf_layer.missing(page, glyphs)
        if missing == "nothing":
            rules = pdf_rules.drawn(page, place) if glyphs else []
            written = pdf_bullets.written(glyphs, page, place)
            ruled = pdf_rules.enclosed(rules, page.get_height())
            return _page(number, written, ruled, page.get_height(), before, pdf_rules.bands(rules))
        progress.report(number - 1, len(document))
        scan = pdf_scan.read(page, number, limits.seconds, glyphs if missing == "pictures" else ())
        progress.report(number, len(document))
        if not scan.glyphs:
            ruled = pdf_rules.enclosed(pdf_rules.drawn(page, place), page.get_height())
            return _page(number, glyphs, ruled, page.get_height(), before, ocr=scan.ocr)
        seen = [*glyphs, *scan.glyphs] if missing == "pictures" else scan.glyphs
        return _page(number, seen, scan.ruled, scan.height, before, ocr=scan.ocr)


def _page(
    number: int,
    glyphs: list[Glyph],
    ruled: Sequence[pdf_rules.Ruled],
    height: float,
    before: pdf_tables.Table | None,
    bands: Sequence[Bands] = (),
    ocr: OcrPage | None = None,
) -> _Page:
    tables = pdf_tables.find(ruled, glyphs, number, before)
    if ocr is None:
        tables, rest = pdf_tables.of_page(tables, bands, glyphs, number)
    else:
        # The gaps between the words of a scan are too uneven to tell columns by them.
        rest = lines(pdf_tables.outside(glyphs, tables), number)
    styles = Counter(glyph.style for glyph in glyphs if glyph.char.isalpha())
    return _Page(rest, sorted(tables, key=lambda table: table.box[1]), height, ocr, styles)


def _outline(document: pdfium.PdfDocument) -> list[OutlineEntry]:
    entries = []
    for bookmark in document.get_toc(max_depth=6):
        destination = bookmark.get_dest()
        index = destination.get_index() if destination else None
        if index is not None and key(bookmark.get_title()):
            entries.append(OutlineEntry(bookmark.get_title(), index + 1, bookmark.level + 1))
    return entries


def _metadata(document: pdfium.PdfDocument, blocks: Sequence[Block]) -> DocumentMetadata:
    declared = document.get_metadata_dict()
    title = " ".join(declared.get("Title", "").split())
    title = find_title(blocks, "" if _NO_TITLE.fullmatch(title) else title)
    text = "\n".join(block.text for block in blocks)
    saved = _date(declared.get("ModDate", "")) or _date(declared.get("CreationDate", ""))
    language = confirmed(_language(document), text)
    return DocumentMetadata(title=title, language=language, modified_on=dates.find_modified(text) or saved)


def _date(text: str) -> date | None:
    match = _PDF_DATE.match(text)
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match else None
    except ValueError:
        return None


def _language(document: pdfium.PdfDocument) -> str:
    buffer = (ctypes.c_ushort * 32)()
    length = c.FPDFCatalog_GetLanguage(document, buffer, ctypes.sizeof(buffer))
    return language_code(bytes(buffer)[: max(length - 2, 0)].decode("utf-16-le", "ignore")) if length else ""

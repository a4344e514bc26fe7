"""One page of a PDF by pypdfium2: where a quote stands on it, and its picture. Runs in a child process."""

import ctypes
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import pypdfium2
from pypdfium2 import raw

from knowledge.highlighting.geometry import Box, lines
from knowledge.highlighting.spans import spans_on_page

MAX_CHARACTERS = 100_000
"""of a page's text; what comes after them is not searched"""
MAX_PIXELS = 12_000_000
_PDF = b"%PDF-"
TAKEN = "\ufffc"
"""stands for a character that belongs to a text already"""
GRID = 100_000
"""steps per page side in which pdfium is asked for places"""


class NoSuchPage(LookupError):
    """The document has no page of this number."""


@contextmanager
def open_page(data: bytes, number: int) -> Iterator[tuple[pypdfium2.PdfPage, int]]:
    """Page `number`, from 1, of a PDF or a picture, and how many there are. NoSuchPage, or PdfiumError or Broken for
    what cannot be read."""
    document = pypdfium2.PdfDocument(data) if _PDF in data[:1024] else _pages_of_picture(data)
    try:
        if not 1 <= number <= len(document):
            raise NoSuchPage(number)
        yield document[number - 1], len(document)
    finally:
        document.close()


def _pages_of_picture(data: bytes) -> pypdfium2.PdfDocument:
    # Few documents are pictures, and Pillow takes as long to load as the page to be drawn.
    from knowledge.ingestion.extract.picture_pages import as_pdf

    return as_pdf(data)


def text_of(characters: pypdfium2.PdfTextPage) -> str:
    """One character per entry of pdfium's list, so that an index into it is an index into the page's boxes."""
    codes = (raw.FPDFText_GetUnicode(characters, i) for i in range(min(characters.count_chars(), MAX_CHARACTERS)))
    return "".join(chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd" for code in codes)


def quote_lines(page: pypdfium2.PdfPage, quote: str) -> list[Box]:
    characters = page.get_textpage()
    text = text_of(characters)
    rectangles: list[Box] = []
    for span in spans_on_page(quote, text):
        visible = (i for i in range(span.start, span.end) if text[i].isprintable() and not text[i].isspace())
        rectangles += lines(_box(page, characters, index) for index in visible)
    return rectangles


def places(page: pypdfium2.PdfPage, texts: Sequence[str]) -> dict[str, Any]:
    """As plain data: `places`, the boxes of each text, two of the same words at two places where there are; and
    `others`, the lines of the page that belong to none, each as (text, boxes)."""
    characters = page.get_textpage()
    text = text_of(characters)
    taken = bytearray(len(text))
    found: dict[int, list[int]] = {}
    # The longest first: a heading of one word stands in many a sentence.
    for number in sorted(range(len(texts)), key=lambda number: -len(texts[number])):
        rest = "".join(TAKEN if is_taken else sign for sign, is_taken in zip(text, taken, strict=True))
        spans = spans_on_page(texts[number], rest)
        for span in spans:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
        found[number] = [i for span in spans for i in range(span.start, span.end)]
    others = [(text[start:end].strip(), list(range(start, end))) for start, end in _free_lines(text, taken)]
    return {
        "places": [_boxes(page, characters, text, found[number]) for number in range(len(texts))],
        "others": [(said, _boxes(page, characters, text, indexes)) for said, indexes in others],
    }


def _free_lines(text: str, taken: bytearray) -> Iterator[tuple[int, int]]:
    """Lines of which less than half belongs to something."""
    for line in re.finditer(r"[^\r\n]+", text):
        letters = [i for i in range(*line.span()) if text[i].isalnum()]
        if letters and 2 * sum(taken[i] for i in letters) < len(letters):
            yield line.span()


def _boxes(
    page: pypdfium2.PdfPage, characters: pypdfium2.PdfTextPage, text: str, indexes: Iterable[int]
) -> list[dict[str, float]]:
    visible = (i for i in indexes if text[i].isprintable() and not text[i].isspace())
    return [asdict(box) for box in lines(_box(page, characters, i) for i in visible)]


def _box(page: pypdfium2.PdfPage, characters: pypdfium2.PdfTextPage, index: int) -> Box:
    left, bottom, right, top = characters.get_charbox(index, loose=True)
    corners = (_shown(page, left, bottom), _shown(page, right, top))
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _shown(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """From the PDF's coordinates to the shown page's, its rotation and crop box taken into account."""
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, GRID, GRID, 0, x, y, across, down)
    return across.value / GRID, down.value / GRID


def picture(page: pypdfium2.PdfPage, scale: float) -> bytes:
    """PNG of scale × 72 dots per inch, fewer where that were more than MAX_PIXELS."""
    width, height = page.get_size()
    largest = (MAX_PIXELS / (width * height)) ** 0.5
    image = page.render(scale=min(scale, largest)).to_pil()
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()

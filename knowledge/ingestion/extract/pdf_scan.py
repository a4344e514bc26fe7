"""Pages of a PDF whose text is a picture: read by text recognition, each in a fork with limits of its own."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import BinaryIO

import pypdfium2 as pdfium

from knowledge.ingestion.extract import errors, forks, ocr, page_picture, pdf_rules, wire
from knowledge.ingestion.extract.base import OcrLine, OcrPage
from knowledge.ingestion.extract.ocr import ReadLine
from knowledge.ingestion.extract.page_picture import Seen
from knowledge.ingestion.layout.lines import Glyph
from knowledge.ingestion.layout.scanned import Place, glyphs

_DPI = 200
_MAX_SIDE = 2600
"""pixels; larger pages are drawn with fewer dots"""
_MIN_LETTERS = 20
"""in the pictures of a page with text: fewer are a logo's"""


@dataclass(frozen=True)
class Scan:
    """What a page with a text layer gives, as if it had been scanned straight."""

    glyphs: list[Glyph]
    ruled: list[pdf_rules.Ruled]
    height: float
    ocr: OcrPage


def read(page: pdfium.PdfPage, number: int, seconds: int, layer: Sequence[Glyph] = ()) -> Scan:
    """In at most `seconds`, which do not count as the document's; with the reason where it cannot be read. What stands
    where the `layer` has letters already is left out."""
    ocr.load()
    answers: list[bytes] = []
    left = signal.alarm(0)
    ended = forks.run(partial(_look, page, seconds), answers.append)
    signal.alarm(left)
    try:
        if ended is not None:
            raise ended
        seen = _load(answers[0])
    except errors.ExtractionError as error:
        return Scan([], [], page.get_height(), OcrPage(number, error=str(error)))
    place = Place(page.get_size(), _scale(page), seen.quarters, seen.angle)
    seen = _beside(seen, layer, place) if layer else seen
    lines = tuple(OcrLine(line.text, line.confidence, tuple(map(place.share, line.words))) for line in seen.lines)
    found = list(glyphs(seen.lines, seen.strokes, place))
    ruled = pdf_rules.enclosed(pdf_rules.merged(seen.rules), place.size[1])
    return Scan(found, ruled, place.size[1], OcrPage(number, lines))


def _look(page: pdfium.PdfPage, seconds: int, pipe: BinaryIO) -> None:
    """Runs in the fork."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds)
    try:
        seen = page_picture.look(page.render(scale=_scale(page)).to_numpy(), _scale(page))
        answer = json.dumps(asdict(seen)).encode()
    except Exception as error:
        answer = wire.dump_error(errors.named(error))
    forks.write(pipe, answer)


def _load(answer: bytes) -> Seen:
    """Raises the error that was written."""
    fields = wire.load_fields(answer)
    return Seen(**fields | {"lines": [ReadLine(**line) for line in fields["lines"]]})


def _beside(seen: Seen, layer: Sequence[Glyph], place: Place) -> Seen:
    """Lines without letters of the layer; none where there are too few, or the page does not stand straight."""
    middles = [((glyph.x0 + glyph.x1) / 2 * place.scale, (glyph.y0 + glyph.y1) / 2 * place.scale) for glyph in layer]

    def is_new(line: ReadLine) -> bool:
        left, top, right, bottom = line.box
        return not any(left <= x <= right and top <= y <= bottom for x, y in middles)

    new = [pair for pair in zip(seen.lines, seen.strokes, strict=True) if is_new(pair[0])]
    if seen.quarters or seen.angle or sum(len(line.text) for line, _stroke in new) < _MIN_LETTERS:
        new = []
    return replace(seen, lines=[line for line, _stroke in new], strokes=[stroke for _line, stroke in new])


def _scale(page: pdfium.PdfPage) -> float:
    """Pixels per point."""
    return min(_DPI / 72, _MAX_SIDE / max(page.get_size()))

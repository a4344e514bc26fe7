"""Pages of a PDF whose text is a picture: read by text recognition, each in a fork with limits of its own."""

from __future__ import annotations

import json
import math
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import BinaryIO

import pypdfium2 as pdfium
from pdfplumber import table as plumber

from knowledge.ingestion.extract import forks, ocr, pdf_rules
from knowledge.ingestion.extract.base import OcrLine, OcrPage
from knowledge.ingestion.extract.ocr import ReadLine
from knowledge.ingestion.layout.lines import Glyph, Style

_DPI = 200
_MAX_SIDE = 2600
"""pixels; larger pages are drawn with fewer dots"""
_INK = 200
"""of 255: what is darker, on a page of 72 dots per inch"""
_BLANK = 0.0005
"""share of ink: a page with less says nothing"""
_STRAIGHT = math.radians(0.3)
_LONG = 20
"""letters of a line whose direction can be trusted"""
_SIZE = 0.75
"""of the height of a line's box: the size of its letters"""
_SMALLER, _LARGER, _STEP = 0.75, 1.3, 1.25
"""times the size of most letters: what is nearer has the same, as far as can be told from a box; then in steps"""


def is_scan(page: pdfium.PdfPage, glyphs: Sequence[Glyph]) -> bool:
    """Whether the page shows something, but no letters."""
    return not glyphs and (page.render(grayscale=True).to_numpy() < _INK).mean() > _BLANK


@dataclass(frozen=True)
class Scan:
    """What a page with a text layer gives, as if it had been scanned straight."""

    glyphs: list[Glyph]
    tables: list[plumber.Table]
    ocr: OcrPage


def read(page: pdfium.PdfPage, number: int, seconds: int) -> Scan:
    """In at most `seconds`, which do not count as the document's; with the reason where it cannot be read."""
    ocr.load()
    answers: list[bytes] = []
    left = signal.alarm(0)
    ended = forks.run(partial(_look, page, seconds), answers.append)
    signal.alarm(left)
    if ended is not None:
        return Scan([], [], OcrPage(number, error=str(ended)))
    seen = json.loads(answers[0])
    lines = [ReadLine(**line) for line in seen["lines"]]
    size = page.get_size()
    found = OcrPage(number, tuple(_stored(line, seen["scale"], size) for line in lines))
    turn = Turn(seen["angle"], seen["scale"], size)
    return Scan(list(_glyphs(lines, turn)), pdf_rules.enclosed(seen["rules"]), found)


def _look(page: pdfium.PdfPage, seconds: int, pipe: BinaryIO) -> None:
    """Runs in a fork."""
    from knowledge.ingestion.extract import picture_rules

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds)
    scale = min(_DPI / 72, _MAX_SIDE / max(page.get_size()))
    picture = page.render(scale=scale).to_numpy()
    lines = ocr.read_lines(picture)
    angle = _angle(lines)
    rules = list(picture_rules.find(picture, angle, scale)) if lines else []
    seen = {"lines": [vars(line) for line in lines], "rules": rules, "angle": angle, "scale": scale}
    forks.write(pipe, json.dumps(seen).encode())


@dataclass(frozen=True)
class Turn:
    """From a place in the picture to the one, in points, where it would stand if the page had been scanned straight."""

    angle: float
    scale: float
    size: tuple[float, float]
    """points: the page's width and height"""

    def point(self, x: float, y: float) -> tuple[float, float]:
        middle_x, middle_y = self.size[0] / 2, self.size[1] / 2
        across, down = x / self.scale - middle_x, y / self.scale - middle_y
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        return middle_x + across * cosine + down * sine, middle_y - across * sine + down * cosine


def _angle(lines: Sequence[ReadLine]) -> float:
    """That of most text; 0 where it is hardly any."""
    long = [line.angle for line in lines if len(line.text) >= _LONG]
    angle = median(long) if long else 0.0
    return angle if abs(angle) > _STRAIGHT else 0.0


def _stored(line: ReadLine, scale: float, size: tuple[float, float]) -> OcrLine:
    width, height = size[0] * scale, size[1] * scale
    words = tuple((x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in line.words)
    return OcrLine(line.text, line.confidence, words)


def _glyphs(lines: Sequence[ReadLine], turn: Turn) -> Iterator[Glyph]:
    """Letters spread over their words, each line at one height."""
    letters = [line.height for line in lines for _letter in line.text]
    usual = median(letters) if letters else 1.0
    for line in lines:
        size = round(2 * _SIZE * _stepped(line.height / usual) * usual / turn.scale) / 2
        placed = [(turn.point(x0, (y0 + y1) / 2), turn.point(x1, (y0 + y1) / 2)) for x0, y0, x1, y1 in line.words]
        middle = median(y for ends in placed for _x, y in ends)
        half = line.height / turn.scale / 2
        for word, (start, end) in zip(line.text.split(" "), placed, strict=True):
            step = (end[0] - start[0]) / len(word)
            for place, letter in enumerate(word):
                left = start[0] + place * step
                yield Glyph(letter, left, middle - half, left + step, middle + half, Style(size, False), not place)


def _stepped(ratio: float) -> float:
    if ratio < _SMALLER:
        return _SMALLER
    return _LARGER * _STEP ** int(math.log(ratio / _LARGER, _STEP)) if ratio >= _LARGER else 1.0

"""What is seen in the picture of a page: lines of text and rules, whichever way up it was scanned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from knowledge.ingestion.extract import ocr
from knowledge.ingestion.extract.ocr import Picture, ReadLine
from knowledge.ingestion.extract.pdf_rules import Rule

_MIN_CONFIDENCE = 0.5
"""of a line: below it stand stamps, signatures and specks rather than text"""
_WRONG_WAY = 0.8
"""confidence of a page below which it may be upside down: such pages have .6, those that are not .95 and more"""
_STRAIGHT = math.radians(0.3)
_LONG = 20
"""letters of a line whose direction can be trusted"""


@dataclass(frozen=True)
class Seen:
    """Places are in the picture after it was turned by so many quarters to the left."""

    lines: list[ReadLine]
    strokes: list[float]
    """of each line, as Ink.stroke"""
    quarters: int
    angle: float
    """radians by which the lines fall to the right"""
    rules: list[Rule]
    """where they would stand if the lines did not fall"""


def look(picture: Picture, scale: float) -> Seen:
    """`scale` is pixels per point."""
    from knowledge.ingestion.extract.ink import Ink

    lines, quarters = _read(picture)
    angle = _angle(lines)
    ink = Ink(_turned(picture, quarters), scale)
    strokes = [ink.stroke(line.box) for line in lines]
    return Seen(lines, strokes, quarters, angle, list(ink.rules(angle)) if lines else [])


def _read(picture: Picture) -> tuple[list[ReadLine], int]:
    lines = ocr.read_lines(picture)
    quarters = _quarters(lines)
    turned = ocr.read_lines(_turned(picture, quarters)) if quarters else lines
    if _certain_letters(_kept(turned)) <= _certain_letters(_kept(lines)):
        return _kept(lines), 0
    return _kept(turned), quarters


def _quarters(lines: Sequence[ReadLine]) -> int:
    """By how many quarters to the left the picture must be turned."""
    vertical = [line for line in lines if line.vertical]
    if _letters(vertical) > _letters(lines) / 2:
        # Lines that stand upright are read as if they went down.
        return 1 if _confidence(vertical) >= _WRONG_WAY else 3
    return 2 if _confidence(lines) < _WRONG_WAY else 0


def _kept(lines: Sequence[ReadLine]) -> list[ReadLine]:
    return [line for line in lines if line.confidence >= _MIN_CONFIDENCE and not line.vertical]


def _letters(lines: Sequence[ReadLine]) -> int:
    return sum(len(line.text) for line in lines)


def _certain_letters(lines: Sequence[ReadLine]) -> float:
    return sum(line.confidence * len(line.text) for line in lines)


def _confidence(lines: Sequence[ReadLine]) -> float:
    return _certain_letters(lines) / _letters(lines) if lines else 1.0


def _turned(picture: Picture, quarters: int) -> Picture:
    import numpy as np

    return np.ascontiguousarray(np.rot90(picture, quarters))


def _angle(lines: Sequence[ReadLine]) -> float:
    """That of most text; 0 where there is hardly any."""
    long = [line.angle for line in lines if len(line.text) >= _LONG]
    angle = median(long) if long else 0.0
    return angle if abs(angle) > _STRAIGHT else 0.0

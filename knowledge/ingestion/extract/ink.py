"""What the ink of a page's picture says beside its letters: rules, and how thick the strokes of a line are."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2

from knowledge.ingestion.extract.ocr import Box, Picture
from knowledge.ingestion.extract.pdf_rules import Rule, as_rule

_MIN_LENGTH = 24.0
"""points: longer than a letter's strokes"""
_THICKEST = 5.0
"""points: what is thicker is an area"""
_NEIGHBOURHOOD = 12.0
"""points around a dot, than which it must be darker"""
_DARKER = 12


class Ink:
    def __init__(self, picture: Picture, scale: float) -> None:
        """`scale` is pixels per point."""
        self._grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        self._scale = scale
        _level, ink = cv2.threshold(self._grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
        self._depths = cv2.distanceTransform(ink, cv2.DIST_L2, 3)

    def stroke(self, box: Box) -> float:
        """How far a dot of ink in the box is from the edge of its stroke, in pixels, on average."""
        x0, y0, x1, y1 = (max(0, int(place)) for place in box)
        depths = self._depths[y0:y1, x0:x1]
        inked = depths[depths > 0]
        return float(inked.mean()) if inked.size else 0.0

    def rules(self, angle: float) -> Iterator[Rule]:
        """In points of the page as it would stand if its lines did not fall by `angle`."""
        around = int(_NEIGHBOURHOOD * self._scale) | 1
        how = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
        ink = cv2.adaptiveThreshold(_turned(self._grey, angle), 255, *how, around, _DARKER)
        length = int(_MIN_LENGTH * self._scale)
        for size in ((length, 1), (1, length)):
            runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, size))
            _count, _labels, found, _centers = cv2.connectedComponentsWithStats(runs, connectivity=8)
            for bounds in found[1:, :4].tolist():
                rule = _rule(*(length / self._scale for length in bounds))
                if rule:
                    yield rule


def _turned(picture: Picture, angle: float) -> Picture:
    if not angle:
        return picture
    height, width = picture.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), math.degrees(angle), 1)
    return cv2.warpAffine(picture, turn, (width, height), borderValue=255)


def _rule(left: float, top: float, width: float, height: float) -> Rule | None:
    """Its middle line; None for an area."""
    if min(width, height) > _THICKEST:
        return None
    if width > height:
        middle = top + height / 2
        return as_rule((left, middle), (left + width, middle))
    middle = left + width / 2
    return as_rule((middle, top), (middle, top + height))

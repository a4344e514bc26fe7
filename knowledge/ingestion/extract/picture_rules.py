"""The straight rules in a page's picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2

from knowledge.ingestion.extract.ocr import Picture
from knowledge.ingestion.extract.pdf_rules import Rule, as_rule

_SHORTEST = 24.0
"""points: longer than a letter's strokes"""
_THICKEST = 5.0
"""points: what is thicker is an area"""
_NEIGHBOURHOOD = 12.0
"""points around a dot, than which it must be darker"""
_DARKER = 12


def find(picture: Picture, angle: float, scale: float) -> Iterator[Rule]:
    """In points of the page as it would stand if its lines did not fall by `angle`."""
    straight = _turned(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), angle)
    ink = cv2.adaptiveThreshold(
        straight, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, int(_NEIGHBOURHOOD * scale) | 1, _DARKER
    )
    length = int(_SHORTEST * scale)
    for size in ((length, 1), (1, length)):
        runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, size))
        _count, _labels, found, _centers = cv2.connectedComponentsWithStats(runs, connectivity=8)
        for left, top, width, height, _area in found[1:].tolist():
            rule = _rule(left / scale, top / scale, width / scale, height / scale)
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

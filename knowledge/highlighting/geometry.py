"""Boxes of characters joined to one rectangle per line."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """In shares of the page as it is shown: 0, 0 is its upper left corner and 1, 1 its lower right one."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


def lines(boxes: Iterable[Box]) -> list[Box]:
    """`boxes` in reading order; those beside each other become one, across the gaps between a row's cells."""
    rectangles: list[Box] = []
    for box in boxes:
        if rectangles and _continues(rectangles[-1], box):
            rectangles[-1] = _union(rectangles[-1], box)
        else:
            rectangles.append(box)
    return rectangles


def _continues(line: Box, box: Box) -> bool:
    overlap = min(line.bottom, box.bottom) - max(line.top, box.top)
    return overlap >= min(line.height, box.height) / 2 and box.right >= line.left


def _union(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )

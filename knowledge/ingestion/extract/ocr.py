"""Text recognition: the lines of a page's picture, where their words stand, and how sure the reader is of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from knowledge.ingestion.extract.base import CLEAN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Picture: TypeAlias = "NDArray[np.uint8]"
"""rows × columns × (blue, green, red)"""
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels"""

# The model also reads Chinese, and now and then takes its broad marks for ours.
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
MIN_CONFIDENCE = 0.5
"""of a line; below it stand stamps, signatures and specks rather than text"""
_DETECTOR_SIDE = 1600
"""pixels of the picture's longer side in which lines are looked for; they are then read at full size"""
_UPRIGHT = 2.0
"""times as tall as it is wide: a line of more letters than one is written from the bottom to the top"""
# One thread, for a fork takes no other along; one line at a time, for a batch is as wide as its widest line.
_SETTINGS = {
    "Global.use_cls": False,
    "Global.max_side_len": 10_000,
    "Global.text_score": 0.0,
    "Global.return_word_box": True,
    "Global.log_level": "error",
    "Det.limit_type": "max",
    "Det.limit_side_len": _DETECTOR_SIDE,
    "Rec.rec_batch_num": 1,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


@dataclass(frozen=True)
class ReadLine:
    text: str
    confidence: float
    """0 to 1: the mean of its letters"""
    angle: float
    """radians by which it falls to the right"""
    height: float
    """pixels across the line"""
    words: tuple[Box, ...]
    """one for each word of `text`"""


def read_lines(picture: Picture) -> list[ReadLine]:
    found = _engine()(picture)
    if found.boxes is None or not found.txts:
        return []
    parts = found.word_results if len(found.word_results) == len(found.txts) else [()] * len(found.txts)
    lines = [
        _line(corners, text, confidence, pieces)
        for corners, text, confidence, pieces in zip(found.boxes, found.txts, found.scores, parts, strict=True)
        if confidence >= MIN_CONFIDENCE and text.strip()
    ]
    return [line for line in lines if line is not None]


@cache
def _engine() -> Any:
    """Loaded at the first page that needs it: a second, and 100 MB."""
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    engine = RapidOCR(params=_SETTINGS)
    engine._load_det_model()
    engine._load_rec_model()
    return engine


def load() -> None:
    """Before forks that share the models."""
    _engine()


def _line(corners: Any, text: str, confidence: float, pieces: Sequence[tuple[str, float, Any]]) -> ReadLine | None:
    """None for one that is not written from left to right. `corners` go around from the upper left one."""
    (left, top), (right, top_right), (_right, _bottom), (bottom_left, bottom) = corners.tolist()
    width, height = math.hypot(right - left, top_right - top), math.hypot(bottom_left - left, bottom - top)
    text = " ".join(text.translate(_HALF_WIDTH).translate(CLEAN).split())
    if height > _UPRIGHT * width and len(text) > 1:
        return None
    xs, ys = corners.T.tolist()
    box = (min(xs), min(ys), max(xs), max(ys))
    words = tuple(_words(text, pieces) or _spread(text, box))
    return ReadLine(text, float(confidence), math.atan2(top_right - top, right - left), height, words)


def _words(text: str, pieces: Sequence[tuple[str, float, Any]]) -> list[Box]:
    """The places of the text's words, which the reader may have found in several pieces; empty where they differ."""
    words = text.split(" ")
    if "".join(piece[0] for piece in pieces).replace(" ", "") != "".join(words):
        return []
    ends = set(accumulate(map(len, words)))
    found: list[Box] = []
    length, begun = 0, False
    for piece, _score, corners in pieces:
        xs, ys = zip(*corners, strict=True)
        box = (float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys)))
        found = [*found[:-1], _union(found[-1], box)] if begun else [*found, box]
        length += len(piece.replace(" ", ""))
        begun = length not in ends
    return found if len(found) == len(words) else []


def _union(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _spread(text: str, box: Box) -> Iterator[Box]:
    """Words at the share of the line's length that their letters have."""
    x0, y0, x1, y1 = box
    letter = (x1 - x0) / len(text)
    stops = [-1, *(place for place, char in enumerate(text) if char == " "), len(text)]
    for before, after in pairwise(stops):
        yield x0 + letter * (before + 1), y0, x0 + letter * after, y1

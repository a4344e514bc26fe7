"""Text recognition: the lines of a picture, where their words stand, and how sure the reader is of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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

_DETECTOR_SIDE = 1600
"""pixels of the picture's longer side in which lines are looked for; they are then read at full size"""
_VERTICAL = 2.0
"""times as tall as it is wide: a line of more letters than one goes up or down"""
# The model also reads Chinese, and now and then takes its broad marks for ours.
_BROAD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SETTINGS = {
    # Else it turns lines that stand right.
    "Global.use_cls": False,
    "Global.max_side_len": 10_000,
    "Global.text_score": 0.0,
    "Global.return_word_box": True,
    "Global.log_level": "error",
    "Det.limit_type": "max",
    "Det.limit_side_len": _DETECTOR_SIDE,
    # Batches are as wide as their widest line, and take 300 MB more.
    "Rec.rec_batch_num": 1,
    # Forks that share the models have no other thread.
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


@dataclass(frozen=True)
class ReadLine:
    text: str
    confidence: float
    """0 to 1: the mean of its letters"""
    words: tuple[Box, ...]
    """one for each word of `text`"""
    angle: float
    """radians by which it falls to the right"""
    height: float
    """pixels across the line"""
    vertical: bool

    @property
    def box(self) -> Box:
        return _around(self.words)


def load() -> None:
    """A second, and 100 MB, which later forks share."""
    _engine()


def read_lines(picture: Picture) -> list[ReadLine]:
    found = _engine()(picture)
    if found.boxes is None or not found.txts:
        return []
    # It gives none at all where one line has none.
    pieces = found.word_results if len(found.word_results) == len(found.txts) else [()] * len(found.txts)
    read = zip(found.boxes, found.txts, found.scores, pieces, strict=True)
    return [_line(corners.tolist(), *line) for corners, *line in read if line[0].strip()]


@cache
def _engine() -> Any:
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    engine = RapidOCR(params=_SETTINGS)
    engine._load_det_model()
    engine._load_rec_model()
    return engine


def _line(corners: Sequence[Sequence[float]], text: str, confidence: float, pieces: Sequence[Any]) -> ReadLine:
    """`corners` go around from the upper left one."""
    upper_left, upper_right, _lower_right, lower_left = corners
    width, height = math.dist(upper_left, upper_right), math.dist(upper_left, lower_left)
    angle = math.atan2(upper_right[1] - upper_left[1], upper_right[0] - upper_left[0])
    text = " ".join(text.translate(_BROAD).translate(CLEAN).split())
    words = tuple(_words(text, pieces) or _spread(text, _bounds(corners)))
    return ReadLine(text, float(confidence), words, angle, height, height > _VERTICAL * width and len(text) > 1)


def _words(text: str, pieces: Sequence[tuple[str, float, Any]]) -> list[Box]:
    """The places of the text's words, which the reader may have found in several pieces; none where they differ."""
    words = text.split(" ")
    if "".join(piece for piece, *_place in pieces).replace(" ", "") != "".join(words):
        return []
    ends = set(accumulate(map(len, words)))
    found: list[list[Box]] = [[]]
    length = 0
    for piece, _score, corners in pieces:
        found[-1].append(_bounds(corners))
        length += len(piece.replace(" ", ""))
        if length in ends:
            found.append([])
    return [_around(boxes) for boxes in found[:-1]] if len(found) - 1 == len(words) else []


def _spread(text: str, box: Box) -> Iterator[Box]:
    """Words at the share of the line's length that their letters have."""
    x0, y0, x1, y1 = box
    letter = (x1 - x0) / len(text)
    stops = [-1, *(place for place, char in enumerate(text) if char == " "), len(text)]
    for before, after in pairwise(stops):
        yield x0 + letter * (before + 1), y0, x0 + letter * after, y1


def _bounds(corners: Iterable[Sequence[float]]) -> Box:
    xs, ys = zip(*corners, strict=True)
    return float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys))


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)

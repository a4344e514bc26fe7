"""Turns a question's vector towards the passages that answer it: a linear map, fitted by training/question_map.py.

The embedding model puts a question beside texts that speak as it does; what answers often speaks otherwise. Passages
keep the vectors that they have, so that another map needs no indexing. Of multilingual-e5-small alone.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import remembered
from knowledge.embedding.base import Embedder
from knowledge.embedding.registry import DEFAULT_MODEL

WEIGHTS = Path(__file__).with_name("question_map.npz")
Vector = NDArray[np.float32]


def search_vector(embedder: Embedder, question: str) -> Vector:
    """What is compared with the vectors of passages: float32 (dimensions,), of length 1."""
    if embedder.name != DEFAULT_MODEL:
        return embedder.embed_query(question)
    return mapped(remembered.query_vector(question), *_weights())


def mapped(vectors: Vector, matrix: Vector, bias: Vector) -> Vector:
    """(…, dimensions) → the same, each of length 1; where matrix and bias are 0, as they came."""
    moved = vectors + vectors @ matrix + bias
    length = np.linalg.norm(moved, axis=-1, keepdims=True)
    found: Vector = (moved / length).astype(np.float32)
    return found


@cache
def _weights() -> tuple[Vector, Vector]:
    with np.load(WEIGHTS) as stored:
        return stored["matrix"].astype(np.float32), stored["bias"].astype(np.float32)

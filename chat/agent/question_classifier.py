"""Multinomial logistic regression on a question's vector; `python -m training.questions` fits its weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding.remembered import query_vector

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class QuestionClassifier:
    classes: tuple[str, ...]
    weights: Matrix
    """(dimensions of a vector + 1, classes); the last row is the bias"""

    def probabilities(self, question: str) -> dict[str, float]:
        """Probability of each class, 0-1; they add up to 1."""
        found = softmax(query_vector(question) @ self.weights[:-1] + self.weights[-1])
        return dict(zip(self.classes, map(float, found), strict=True))


@cache
def load(path: Path) -> QuestionClassifier:
    with np.load(path) as file:
        return QuestionClassifier(tuple(map(str, file["classes"])), file["weights"].astype(np.float32))


def save(path: Path, classes: Sequence[str], weights: Matrix) -> None:
    np.savez_compressed(path, classes=np.array(classes), weights=weights.astype(np.float16))


def softmax(scores: Matrix) -> Matrix:
    """Over the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    found: Matrix = powers / powers.sum(-1, keepdims=True)
    return found

"""A linear classifier over the features of a question, fitted by bench/policy_gate.py on our own examples."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chat.agent.policy.features import BUCKETS, features

CLASSES = ("harmless", "records", "personal_data", "misconduct", "advice")
WEIGHTS = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True)
class Judgement:
    category: str
    """the likeliest but harmless"""
    probability: float
    """0-1: that it is not harmless"""


@lru_cache(maxsize=1024)
def judge(text: str) -> Judgement:
    """The graph asks of one question several times."""
    vector = features(text)
    if not vector:
        return Judgement(CLASSES[1], 0.0)
    rows = _weights()[list(vector)]
    chances = softmax(np.array(list(vector.values()), np.float32) @ rows)
    return Judgement(CLASSES[1 + int(chances[1:].argmax())], float(1 - chances[0]))


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Over the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    chances: NDArray[np.float32] = powers / powers.sum(-1, keepdims=True)
    return chances


def save(weights: NDArray[np.float32], path: Path = WEIGHTS) -> None:
    """float32 (BUCKETS, classes), kept in a byte each, with a scale for each class."""
    scale = np.abs(weights).max(0) / 127
    np.savez_compressed(path, weights=np.rint(weights / scale).astype(np.int8), scale=scale)


@cache
def _weights() -> NDArray[np.float32]:
    with np.load(WEIGHTS) as file:
        weights: NDArray[np.float32] = file["weights"].astype(np.float32) * file["scale"]
    if weights.shape != (BUCKETS, len(CLASSES)):
        raise ValueError(f"{WEIGHTS} does not fit the features: run python -m bench.policy_gate fit")
    return weights

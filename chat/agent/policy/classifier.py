"""A small network on a question's vector and its words; `python -m training.policy fit` fits it on our examples."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from chat.agent.policy.features import word_features
from chat.agent.question_classifier import Matrix, softmax
from knowledge.embedding.remembered import query_vector

CLASSES = ("harmless", "records", "personal_data", "misconduct", "advice")
WEIGHTS = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True)
class Judgement:
    category: str
    """the most likely class other than harmless"""
    probability: float
    """probability, 0-1, that the question is not harmless"""


@dataclass(frozen=True)
class Network:
    """float32: one hidden layer of rectified linear units."""

    dense: Matrix
    """(dimensions of a question's vector, units)"""
    words: Matrix
    """(BUCKETS, units)"""
    bias: Matrix
    out: Matrix
    """(units, classes)"""
    out_bias: Matrix

    def probabilities(self, vector: Matrix, words: dict[int, float]) -> Matrix:
        """(classes,)"""
        values = np.array(list(words.values()), np.float32)
        hidden = np.maximum(vector @ self.dense + values @ self.words[list(words)] + self.bias, 0)
        return softmax(hidden @ self.out + self.out_bias)


@lru_cache(maxsize=1024)
def judge(text: str) -> Judgement:
    """Cached, because the graph asks about one question several times."""
    words = word_features(text)
    if not words:
        return Judgement(CLASSES[1], 0.0)
    found = _network().probabilities(query_vector(text), words)
    return Judgement(CLASSES[1 + int(found[1:].argmax())], float(1 - found[0]))


def save(network: Network, path: Path = WEIGHTS) -> None:
    """The word rows, most of the weights, are stored in one byte each, with a scale for each unit."""
    scale = np.abs(network.words).max(0) / 127
    words = np.rint(network.words / scale).astype(np.int8)
    rest = {name: getattr(network, name).astype(np.float16) for name in ("dense", "bias", "out", "out_bias")}
    np.savez_compressed(path, words=words, scale=scale, **rest)


@cache
def _network() -> Network:
    with np.load(WEIGHTS) as file:
        rest = {name: file[name].astype(np.float32) for name in ("dense", "bias", "out", "out_bias")}
        return Network(words=file["words"].astype(np.float32) * file["scale"], **rest)

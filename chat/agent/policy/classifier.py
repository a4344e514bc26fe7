"""The policy's classifier: multilingual-e5-small with last layers of its own; training/train_policy.py trains them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from chat.agent.policy_classes import CLASSES, WEIGHTS, model_input
from chat.agent.question_classifier import Matrix, softmax
from knowledge.embedding import e5_weights
from knowledge.embedding.e5 import UPPER_FILE, session
from knowledge.embedding.e5_weights import UPPER
from knowledge.embedding.registry import local_embedder
from knowledge.text.terms import words

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


@dataclass(frozen=True)
class Judgement:
    category: str
    """the most likely class other than harmless"""
    probability: float
    """probability, 0-1, that the question is not harmless"""


@lru_cache(maxsize=1024)
def judge(text: str) -> Judgement:
    """Cached, because the graph asks about one question several times."""
    if not words(text):
        return Judgement(CLASSES[1], 0.0)
    (upper, head, bias), embedder = _model(), local_embedder()
    lower = embedder.lower_states(model_input(embedder, text))
    (vector,) = upper.run(["vector"], {"lower_states": lower[None]})
    found = softmax(vector[0] @ head + bias)
    return Judgement(CLASSES[1 + int(found[1:].argmax())], float(1 - found[0]))


@cache
def _model() -> tuple[InferenceSession, Matrix, Matrix]:
    """From the states of the embedder's lower layers to a vector of length 1; from that to the classes, and their
    bias."""
    own = dict(np.load(WEIGHTS))
    head, bias = own.pop("head.w"), own.pop("head.b")
    # What it does not train is the embedder's.
    layers = e5_weights.Weights(e5_weights.path()).initializers(UPPER) | own
    return session(UPPER_FILE, layers), head, bias

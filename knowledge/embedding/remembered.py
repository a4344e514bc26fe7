"""Vectors of the local model, remembered: one question is compared by many, and one sentence with many questions."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from knowledge.embedding.base import Vectors
from knowledge.embedding.registry import get_embedder

MAX_VECTORS = 4000
"""Of 1.5 KB each; those not asked for the longest go first."""


class _Memory:
    def __init__(self) -> None:
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def recall(self, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            for text in found:
                self._known.move_to_end(text)
        return found

    def keep(self, fresh: dict[str, Vectors]) -> None:
        with self._lock:
            self._known.update(fresh)
            while len(self._known) > MAX_VECTORS:
                self._known.popitem(last=False)


# Apart, because the model sees a question otherwise than a passage of the same words.
_passages, _queries = _Memory(), _Memory()


def vectors(texts: Sequence[str]) -> Vectors:
    """Of passages or sentences: float32 (len(texts), 384), each row of length 1."""
    found = _passages.recall(texts)
    unknown = [text for text in dict.fromkeys(texts) if text not in found]
    if unknown:
        fresh = dict(zip(unknown, map(np.copy, get_embedder().embed(unknown)), strict=True))
        _passages.keep(fresh)
        found |= fresh
    return np.array([found[text] for text in texts], np.float32).reshape(len(texts), get_embedder().dimensions)


def query_vector(text: str) -> Vectors:
    """Of a question: float32 (384,), of length 1."""
    found = _queries.recall([text])
    if text not in found:
        found[text] = get_embedder().embed_query(text)
        _queries.keep(found)
    return found[text].copy()

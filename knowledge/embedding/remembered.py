"""Vectors of the local model, remembered: one question is compared by many, and one sentence with many questions."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from knowledge.embedding.base import Vectors
from knowledge.embedding.registry import get_embedder

MOST = 4000
"""texts whose vectors are kept, of 1.5 KB each; those not asked for the longest go first"""

_known: OrderedDict[str, Vectors] = OrderedDict()
_lock = Lock()


def vectors(texts: Sequence[str]) -> Vectors:
    """float32 (len(texts), 384), each row of length 1."""
    found = _recalled(texts)
    unknown = [text for text in dict.fromkeys(texts) if text not in found]
    if unknown:
        fresh = dict(zip(unknown, map(np.copy, get_embedder().embed(unknown)), strict=True))
        _keep(fresh)
        found |= fresh
    return np.array([found[text] for text in texts], np.float32).reshape(len(texts), get_embedder().dimensions)


def _recalled(texts: Sequence[str]) -> dict[str, Vectors]:
    with _lock:
        found = {text: _known[text] for text in texts if text in _known}
        for text in found:
            _known.move_to_end(text)
    return found


def _keep(fresh: dict[str, Vectors]) -> None:
    with _lock:
        _known.update(fresh)
        while len(_known) > MOST:
            _known.popitem(last=False)

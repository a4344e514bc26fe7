"""Writes the trained layers in seven bits, as the product's graph of the upper layers takes them."""

from pathlib import Path

import numpy as np
from torch import Tensor, nn

from knowledge.embedding.e5_weights import LARGEST_INTEGER, MATRICES, Array, outlier_divisors
from training.model import Encoder, Layer


def export(encoder: Encoder, head: str, linear: nn.Linear, path: Path) -> None:
    """Matrices in int8 (inputs, outputs) with a scale for each output, the rest in float32; `linear` is `head`.w, .b.

    18 MB of the reader's ten layers, 14 of the policy's eight.
    """
    found = {f"{head}.w": array(linear.weight).T, f"{head}.b": array(linear.bias)}
    for layer in encoder.layers:
        found |= _of_layer(layer)  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **found)


def _of_layer(layer: Layer) -> dict[str, Array]:
    """By the names of the graph's weights."""
    found: dict[str, Array] = {}
    for name in MATRICES:
        linear, prefix = getattr(layer, name), f"l{layer.number}.{name}"
        matrix = array(linear.weight)
        if name == "fo":
            matrix = matrix * outlier_divisors(layer.number)
        scale = np.abs(matrix).max(axis=1) / LARGEST_INTEGER
        found[f"{prefix}.w"] = np.ascontiguousarray(np.rint(matrix / scale[:, None]).astype(np.int8).T)
        found[f"{prefix}.s"] = scale
        found[f"{prefix}.b"] = array(linear.bias)
    for name in ("aln", "oln"):
        for part in ("weight", "bias"):
            found[f"l{layer.number}.{name}.{part[0]}"] = array(getattr(getattr(layer, name), part))
    return found


def array(tensor: Tensor) -> Array:
    return tensor.detach().float().numpy()
